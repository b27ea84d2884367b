"""Facts of five authors, planted in long documents and looked for in what is handed over."""
