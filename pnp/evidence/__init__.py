"""Games with rules → what playing them shows: examples played, claims judged, told with their places, and summed up."""
