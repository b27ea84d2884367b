"""What passes from one persona to the next in the same session: the artifact of an agent switch.

The published schema is made from these nouns; how many items each list may hold is in `tables/switch.toml`.
"""

from typing import Annotated

from msgspec import Meta, Struct

VERSION = "1.0"


class StoryContext(Struct, frozen=True, kw_only=True):
    """The story that is worked on, as its file and git tell it."""

    story_id: Annotated[str, Meta(description="Its id, as its title or its file says")] = ""
    story_path: Annotated[str, Meta(description="Its file, relative to the project")] = ""
    story_status: Annotated[str, Meta(description="Its status, in the team's own words")] = ""
    current_task: Annotated[str, Meta(description="Its first task that is not done")] = ""
    branch: Annotated[str, Meta(description="The branch that is worked on")] = ""


class Switch(Struct, frozen=True, kw_only=True):
    """Everything the next persona needs of the one before it, and nothing of its profile."""

    version: Annotated[str, Meta(description="Of this form")] = VERSION
    timestamp: Annotated[str, Meta(description="When it was made, UTC")]
    from_agent: Annotated[str, Meta(description="Who worked until now", min_length=1)]
    to_agent: Annotated[str, Meta(description="Who takes over", min_length=1)]
    story_context: Annotated[StoryContext, Meta(description="The story that is worked on")] = StoryContext()
    decisions: Annotated[tuple[str, ...], Meta(description="What was decided, and why")] = ()
    files_modified: Annotated[tuple[str, ...], Meta(description="Files that were created or changed")] = ()
    blockers: Annotated[tuple[str, ...], Meta(description="What is in the way")] = ()
    next_action: Annotated[str, Meta(description="What is due, in two sentences at most")] = ""
    last_command: Annotated[str, Meta(description="What the persona was asked to run last")] = ""
    consumed: Annotated[bool, Meta(description="Whether the next persona was given it")] = False
    full_handoff: Annotated[
        str, Meta(description="The handoff with all of it: `baton show` opens it by this")
    ] = ""
    left_out: Annotated[str, Meta(description="What stands only there")] = ""


class Artifact(Struct, frozen=True, kw_only=True):
    """The whole file."""

    handoff: Annotated[Switch, Meta(description="What passes to the next persona")]
