"""Names that the whole folder uses."""

COLOUR_NAMES = ("red", "yellow", "green", "purple")
LETTERS = "rygp"
TYPE_NAMES = (
    "A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1", "D2", "D3", "D4", "E1", "E2", "E3",
    "E4", "F1", "F2",
)  # fmt: skip
