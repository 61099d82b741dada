"""Rush Hour and Klotski: sliding blocks; which boards can be reached, and how does A get out?"""
