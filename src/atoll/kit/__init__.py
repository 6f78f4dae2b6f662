"""What the author of a game uses: compiled helpers, component files, text forms, score sheets, and both contracts."""
