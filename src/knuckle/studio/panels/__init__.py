"""What stands beside the scene: each panel fills a tab, and is refreshed a few times per second."""
