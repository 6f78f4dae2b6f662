"""The engine: games, compiled kernels, immutable states, records, fair deals."""
