from batonpass import count_tokens  # tiktoken downloads its vocabulary at the first call


def read_file_tokens(file_path: str) -> int:
    """Count tokens in file."""
    with open(file_path, 'r') as f:
        return count_tokens(f.read())

def estimate_compression_ratio(full_text: str, summary: str) -> float:
    """Calculate compression ratio."""
    full_tokens = count_tokens(full_text)
    summary_tokens = count_tokens(summary)
    return full_tokens / summary_tokens if summary_tokens > 0 else 0
