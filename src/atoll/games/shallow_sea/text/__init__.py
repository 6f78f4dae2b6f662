"""Shallow Sea as text: decisions and positions."""

from atoll.games.shallow_sea.text.decisions import format_decision, parse_decision, refusal
from atoll.games.shallow_sea.text.position_parser import parse_position
from atoll.games.shallow_sea.text.positions import format_position
