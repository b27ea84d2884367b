"""What takes longest at a start, begun while the rest is imported."""

from threading import Thread

from batonpass.measure.vocabulary import tokenizer


def start() -> None:
    """Load the vocabulary beside what the caller does next.

    No daemon: a process that ends while native code runs in one may be aborted.
    """
    Thread(target=tokenizer, name="vocabulary").start()
