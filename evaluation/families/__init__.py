"""What a reader of 1000 tokens gets of every family of documents, beside what simple methods give."""
