"""Tuning by play: of the weights of any evaluation that is a sum of weights times features."""
