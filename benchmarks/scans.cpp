// The yardstick of scans.py: a plain table-driven search row by row, as fast programs for Eternity II
// begin: candidates by the colours on the left and above, in a fixed order, a byte a piece for what
// is free, only right and bottom colours kept.
//
// Each line of standard input is a framed board: placements at most, rows, columns, and four colours
// a piece, 0 at the frame. For each line one of output: placements, solved boards, CPU nanoseconds,
// tables within them. Of identical pieces only the first is free, and laying it frees the next.
#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Piece = std::array<int, 4>;

struct Entry {
  std::uint16_t piece, freed, right, bottom;
};

struct Board {
  long most = 0;
  int rows = 0, columns = 0, colours = 0;
  std::vector<Piece> pieces;
};

static Board parsed(const std::string &line) {
  Board board;
  std::istringstream words(line);
  words >> board.most >> board.rows >> board.columns;
  board.pieces.resize(board.rows * board.columns);
  for (Piece &piece : board.pieces)
    for (int &colour : piece) {
      words >> colour;
      board.colours = std::max(board.colours, colour + 1);
    }
  return board;
}

static Piece turned(Piece piece, int quarters) {
  std::rotate(piece.begin(), piece.begin() + (4 - quarters) % 4, piece.end());
  return piece;
}

// Lists by kind of cell (last column, last row), colour above and colour on the left, in one vector;
// each ends with the piece n. ``starts`` says where they begin.
static std::vector<Entry> lists(const Board &board, std::vector<int> &starts, std::vector<char> &free) {
  const int n = board.pieces.size(), colours = board.colours;
  std::vector<std::vector<Entry>> found(4 * colours * colours);
  std::map<Piece, int> last;
  std::vector<int> freed(n, n + 1);
  free.assign(n + 2, 1);
  for (int p = 0; p < n; p++) {
    Piece least = board.pieces[p];
    for (int q = 1; q < 4; q++) least = std::min(least, turned(board.pieces[p], q));
    if (last.count(least)) {
      freed[last[least]] = p;
      free[p] = 0;
    }
    last[least] = p;
  }
  for (int p = 0; p < n; p++)
    for (int q = 0; q < 4; q++) {
      const Piece lying = turned(board.pieces[p], q);
      bool before = false;
      for (int other = 0; other < q; other++) before |= turned(board.pieces[p], other) == lying;
      if (before) continue;
      const int kind = (lying[1] == 0) + 2 * (lying[2] == 0);
      found[(kind * colours + lying[0]) * colours + lying[3]].push_back(
          {std::uint16_t(p), std::uint16_t(freed[p]), std::uint16_t(lying[1]), std::uint16_t(lying[2])});
    }
  std::vector<Entry> entries;
  for (const auto &list : found) {
    starts.push_back(entries.size());
    entries.insert(entries.end(), list.begin(), list.end());
    entries.push_back({std::uint16_t(n), 0, 0, 0});
  }
  return entries;
}

static std::array<long, 2> search(const Board &board) {
  const int n = board.pieces.size(), colours = board.colours, columns = board.columns;
  std::vector<int> starts, kinds(n + columns);
  std::vector<char> free;
  const std::vector<Entry> entries = lists(board, starts, free);
  for (int cell = 0; cell < n; cell++) {
    const int kind = (cell % columns == columns - 1) + 2 * (cell / columns == board.rows - 1);
    kinds[cell] = kind * colours * colours;
  }
  std::vector<int> facing(kinds);
  std::vector<const Entry *> next(n), laid(n);
  long placements = 0, solved = 0;
  int depth = 0;
  next[0] = &entries[starts[kinds[0]]];
  while (true) {
    const Entry *entry = next[depth];
    while (!free[entry->piece]) entry++;
    if (entry->piece == n) {
      if (depth == 0) break;
      depth--;
      free[laid[depth]->piece] = 1;
      free[laid[depth]->freed] = 0;
      continue;
    }
    if (placements == board.most) break;
    placements++;
    next[depth] = entry + 1;
    if (depth == n - 1) {
      solved++;
      continue;
    }
    laid[depth] = entry;
    free[entry->piece] = 0;
    free[entry->freed] = 1;
    facing[depth + columns] = kinds[depth + columns] + colours * entry->bottom;
    depth++;
    next[depth] = &entries[starts[facing[depth] + entry->right]];
  }
  return {placements, solved};
}

static long nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000l + now.tv_nsec;
}

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const Board board = parsed(line);
    const long begun = nanoseconds();
    const auto [placements, solved] = search(board);
    std::cout << placements << ' ' << solved << ' ' << nanoseconds() - begun << std::endl;
  }
}
