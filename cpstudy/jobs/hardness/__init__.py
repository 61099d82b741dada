"""The hardness of edge matching by numbers of colours: sweeps, estimates, maps, their page."""
