"""What holds for all tests."""

from hypothesis import settings

# A slow or busy machine is no failure; speed is measured by `make bench`.
settings.register_profile("without-deadline", deadline=None)
settings.load_profile("without-deadline")
