"""Rush Hour and Klotski: sliding blocks; which boards can be reached, and how is A got out?"""
