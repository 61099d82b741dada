CREATE TABLE cells (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    params TEXT NOT NULL,
    budget TEXT NOT NULL,
    solver TEXT NOT NULL,
    solver_version INTEGER NOT NULL,
    generator_version INTEGER NOT NULL,
    counter TEXT NOT NULL
);
CREATE TABLE origins (
    id INTEGER PRIMARY KEY,
    cpstudy TEXT NOT NULL,
    python TEXT NOT NULL,
    machine TEXT NOT NULL,
    UNIQUE (cpstudy, python, machine)
);
CREATE TABLE rows (
    cell INTEGER NOT NULL REFERENCES cells,
    seed INTEGER NOT NULL,
    iterations INTEGER NOT NULL,
    stop TEXT NOT NULL,
    solvable TEXT NOT NULL,
    verdict TEXT NOT NULL,
    seconds REAL NOT NULL,
    counters TEXT NOT NULL,
    extra TEXT NOT NULL,
    created INTEGER NOT NULL,
    origin INTEGER NOT NULL REFERENCES origins,
    PRIMARY KEY (cell, seed)
) WITHOUT ROWID;
CREATE VIEW results AS SELECT
    substr(cells.key, 1, length(cells.key) - 1) || ',"seed":' || rows.seed || '}' AS key,
    kind, params, seed, budget, solver, solver_version, generator_version, counter, iterations,
    stop, solvable, verdict, seconds, counters, extra, cpstudy, python, machine,
    strftime('%Y-%m-%dT%H:%M:%SZ', created, 'unixepoch') AS created
FROM rows JOIN cells ON cells.id = rows.cell JOIN origins ON origins.id = rows.origin
ORDER BY rows.cell, rows.seed;
PRAGMA application_id = 1668313972;
PRAGMA user_version = 1;
