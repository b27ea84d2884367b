# Read, not run: what these functions call is nowhere defined. What they return is.


def extract_research_summary(research_output: str) -> dict:
    """
    Extract key findings from research output.

    Target: 40 lines max from 2000-line research document
    """
    return {
        "summary": {
            "system_overview": extract_overview(research_output, max_sentences=3),
            "key_insights": extract_insights(research_output, max_items=5),
            "constraints": extract_constraints(research_output, max_items=5),
            "risks": extract_risks(research_output, max_items=3)
        },
        "key_decisions": [],  # Research doesn't make decisions
        "files_created": extract_file_list(research_output),
        "dependencies_satisfied": [],
        "required_reading": [],  # Research is input, not output
        "optional_context": [
            "See full-analysis.md for detailed findings",
            "See dependency-graph.mermaid for system relationships"
        ],
        "detail_files": [
            "full-analysis.md",
            "dependency-graph.mermaid",
            "code-inventory.json"
        ]
    }


def extract_plan_summary(plan_output: str) -> dict:
    """
    Extract key decisions from plan output.

    Target: 50 lines max from 1000-line plan document
    """
    return {
        "summary": {
            "strategy": extract_strategy(plan_output, max_sentences=1),
            "approach": extract_approach(plan_output, max_sentences=2)
        },
        "key_decisions": extract_decisions(plan_output, max_items=5),
        "files_created": extract_planned_files(plan_output),
        "dependencies_satisfied": extract_research_refs(plan_output),
        "required_reading": [
            "api-spec.yaml - REST API specification",
            "data-models.ts - TypeScript data models"
        ],
        "optional_context": [
            "full-plan.md - Complete planning document",
            "architecture-diagrams/ - System diagrams"
        ],
        "detail_files": [
            "full-plan.md",
            "api-spec.yaml",
            "data-models.ts"
        ]
    }


def extract_implementation_summary(impl_output: str) -> dict:
    """
    Extract key metrics from implementation output.

    Target: 50 lines max from 5000-line implementation
    """
    return {
        "summary": {
            "files_created": count_files_created(impl_output),
            "total_lines": count_total_lines(impl_output),
            "languages": extract_languages(impl_output),
            "key_files": extract_key_files(impl_output, max_items=5)
        },
        "key_decisions": extract_implementation_decisions(impl_output, max_items=3),
        "files_created": extract_created_files(impl_output),
        "dependencies_satisfied": extract_plan_refs(impl_output),
        "required_reading": [],  # Implementation is terminal, nothing required
        "optional_context": [
            "src/ - Full source code",
            "tests/ - Test suite",
            "implementation-notes.md - Developer notes"
        ],
        "detail_files": [
            "src/api/*",
            "tests/api/*",
            "implementation-notes.md"
        ]
    }
