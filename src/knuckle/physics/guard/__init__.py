"""Watching over a world: numbers that diverge, what is behind them, and the way back."""
