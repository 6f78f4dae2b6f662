"""Gymnasium ids: importing this module registers every game; the version in the id is the rules version.

`gymnasium.make("atoll.envs.ids:atoll/Reef-v1")` imports it.
"""

import gymnasium

from atoll.core.game import Game, find_games


def id_of(game: Game) -> str:
    """Return the id of a game: version 1 of chain_reaction is atoll/ChainReaction-v1."""
    return f"atoll/{''.join(word.capitalize() for word in game.id.split('_'))}-v{game.rules}"


IDS = [id_of(game) for game in find_games().values()]

for _game, _id in zip(find_games().values(), IDS, strict=True):
    if _id not in gymnasium.registry:
        gymnasium.register(_id, "atoll.envs:single", kwargs={"game": _game.id}, disable_env_checker=True)
