"""One folder here is one game; `atoll.find_games()` finds them all."""
