"""Facts and a profile to a manifest and its proof."""
