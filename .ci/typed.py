"""A user's typed program, which mypy --strict accepts."""

from cpstudy import Budget, Result, Verdict, generate, puzzle, solve

board = puzzle("pipes", "5x5:28b58bdc165751a55193137e2")
result: Result = solve(board, "search", budget=Budget(seconds=10))
verdict: Verdict = result.verdict
texts: list[str] = [maze.encode() for maze, _ in generate("pipes", "wilson", 5, count=2, seed=1)]
print(verdict is Verdict.UNIQUE, texts)
