"""What a failed attempt leaves to the next one."""

from msgspec import Struct


class Failure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One failed attempt in as few words as the next one needs; what is not known is empty."""

    error_class: str = ""
    command: str = ""  # that failed
    first: str = ""  # line that tells of an error
    last: str = ""  # another one, the last
    ruled_out: tuple[str, ...] = ()  # sentences of the agent: what it tried, or knows not to be the cause
    attempt: int = 1  # number of the attempt that failed


class Output(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a failed attempt said, which must not come before the next one."""

    text: str
    asked: str = ""  # the prompt it was given: what the output repeats of it may stand in the next prompt
    kept: str = ""  # where the whole of it lies
    attempt: int = 0  # 0: as the output itself says
