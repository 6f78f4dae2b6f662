"""What every game stands on: the kernel contract, states, records, notation errors, locales, chance."""
