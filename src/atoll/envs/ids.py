"""Gymnasium's ids: importing this module registers every game, the number being that of its rules.

`gymnasium.make("atoll.envs.ids:atoll/Reef-v1")` imports it by itself.
"""

import gymnasium

from atoll.core.game import Game, games


def id_of(game: Game) -> str:
    """Return the id of a game: chain_reaction by the rules 1 is atoll/ChainReaction-v1."""
    return f"atoll/{''.join(word.capitalize() for word in game.id.split('_'))}-v{game.rules}"


IDS = [id_of(game) for game in games().values()]

for _game, _id in zip(games().values(), IDS, strict=True):
    if _id not in gymnasium.registry:
        gymnasium.register(_id, "atoll.envs:single", kwargs={"game": _game.id}, disable_env_checker=True)
