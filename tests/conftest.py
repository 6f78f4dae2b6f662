"""Settings for every test."""

import os

from hypothesis import settings

settings.register_profile("check", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "check"))
