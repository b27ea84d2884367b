"""The views of a handoff, by the name a person asks for."""

VIEWS = {
    "manifest": "the handoff itself, JSON, for the next agent",
    "announce": "what the main LLM is told: what was done, where it lies, what to read first",
    "artifact": "everything that was found, kept or not, in the YAML structure of its type",
    "pinned": "what must survive a compaction: demands, blockers, decisions, what holds",
    "abbreviated": "a session's context in short: what is completed in few words, the current task whole",
    "retry": "what the next attempt is told of a failed one: error, command, what is ruled out",
    "handoff": "the handoff file of the agent's role, JSON, where its playbook has one",
    "residue": "what stays in the context of a finished phase: decisions, blockers, and where the rest lies",
    "return": "what the orchestrator sees: status and three lines, JSON",
    "summary": "a response's context_summary: what was done and decided, what must hold, what is open",
    "capsule": "one line for a person",
    "switch": "what the next persona of the same session is given, YAML",
    "brief": "the prompt block for the next agent: what to know, to read, and to open",
}
