"""Edge matching, framed or not: generators, solvers of the hardness studies, formats, pictures."""
