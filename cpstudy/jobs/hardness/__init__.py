"""How hard edge matching is, by numbers of colours: sweeps, estimates, maps and their page."""
