"""The constraint solve."""
