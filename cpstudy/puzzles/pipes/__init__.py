"""Pipes (Net, FreeNet): generators, verification of uniqueness, formats, pictures."""
