"""Tests that every game must pass: `atoll check FOLDER` runs them over a game's folder."""
