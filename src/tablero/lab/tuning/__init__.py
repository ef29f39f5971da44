"""Weights learned by play: of any evaluation that is a sum of weights times features."""
