"""Benchmarks that run in a clone: bots, environments, server, client, and other libraries: `python -m benchmarks`."""
