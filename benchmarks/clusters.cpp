// The yardstick of clusters.py: a plain breadth-first search of a Rush Hour cluster with bit boards.
//
// Each line of standard input is a board: rows, columns and the cells, "." empty, "x" wall. A state
// is one word of 64 bits, four bits a car for its offset in its lane; the cells of a board at most
// 64 bits. Successors in the order of the other engines: cars in their order, back before forth,
// near before far. Known states: a table with open addressing, doubled at half, a number a state.
//
// For each line one of output: states, transitions, depth of the first goal (-1: none), the number
// of levels, a digest of the levels' sizes, and the least CPU nanoseconds of the repetitions, which
// are the argument; boards are parsed within them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Word = std::uint64_t;

struct Car {
  bool upright, red;
  int line, start, length;
};

struct Found {
  long states = 0, transitions = 0, goal = -1;
  std::vector<long> levels;
};

static Word mixed(Word word) {
  word *= 0x9E3779B97F4A7C15ull;
  return word ^ word >> 32;
}

static Found cluster(int rows, int columns, const std::string &cells) {
  std::map<char, std::vector<int>> places;
  Word walls = 0;
  for (int i = 0; i < rows * columns; ++i) {
    if (cells[i] == 'x') walls |= Word(1) << i;
    else if (cells[i] != '.' && cells[i] != 'o') places[cells[i]].push_back(i);
  }
  std::vector<Car> cars;
  for (auto &[name, cell] : places) {
    bool upright = cell[1] - cell[0] == columns;
    int row = cell[0] / columns, column = cell[0] % columns;
    cars.push_back({upright, name == 'A', upright ? column : row, upright ? row : column,
                    int(cell.size())});
  }
  std::sort(cars.begin(), cars.end(), [](const Car &a, const Car &b) {
    return std::make_tuple(a.upright, a.line, a.start) < std::make_tuple(b.upright, b.line, b.start);
  });
  int many = int(cars.size()), red = 0;
  std::vector<std::vector<Word>> masks(many);
  for (int c = 0; c < many; ++c) {
    const Car &car = cars[c];
    if (car.red) red = c;
    int size = car.upright ? rows : columns, step = car.upright ? columns : 1;
    int origin = car.upright ? car.line : car.line * columns;
    for (int offset = 0; offset + car.length <= size; ++offset) {
      Word mask = 0;
      for (int k = 0; k < car.length; ++k) mask |= Word(1) << (origin + (offset + k) * step);
      masks[c].push_back(mask);
    }
  }
  int home = int(masks[red].size()) - 1;
  Word start = 0;
  for (int c = 0; c < many; ++c) start |= Word(cars[c].start) << 4 * c;

  Found found;
  std::vector<Word> order{start};
  std::vector<std::uint32_t> parents{0}, table(1 << 12, 0);
  Word slots = table.size() - 1;
  table[mixed(start) & slots] = 1;
  if (cars[red].start == home) found.goal = 0;
  std::size_t head = 0, end = 1;
  found.levels.push_back(1);
  for (long depth = 1; head < order.size(); ++depth) {
    for (; head < end; ++head) {
      Word state = order[head], taken = walls;
      for (int c = 0; c < many; ++c) taken |= masks[c][state >> 4 * c & 15];
      for (int c = 0; c < many; ++c) {
        int here = int(state >> 4 * c & 15);
        Word others = taken & ~masks[c][here];
        for (int step = -1; step <= 1; step += 2) {
          for (int to = here + step; to >= 0 && to < int(masks[c].size()); to += step) {
            if (masks[c][to] & others) break;
            ++found.transitions;
            Word next = state + ((Word(to) - Word(here)) << 4 * c);
            Word slot = mixed(next) & slots;
            while (table[slot] && order[table[slot] - 1] != next) slot = (slot + 1) & slots;
            if (table[slot]) continue;
            order.push_back(next);
            parents.push_back(std::uint32_t(head));
            table[slot] = std::uint32_t(order.size());
            if (found.goal < 0 && c == red && to == home) found.goal = depth;
            if (2 * order.size() > table.size()) {
              slots = 2 * table.size() - 1;
              table.assign(slots + 1, 0);
              for (std::size_t i = 0; i < order.size(); ++i) {
                Word place = mixed(order[i]) & slots;
                while (table[place]) place = (place + 1) & slots;
                table[place] = std::uint32_t(i + 1);
              }
            }
          }
        }
      }
    }
    if (order.size() > end) found.levels.push_back(long(order.size() - end));
    end = order.size();
  }
  found.states = long(order.size());
  return found;
}

static double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e9 * double(time.tv_sec) + double(time.tv_nsec);
}

int main(int, char **arguments) {
  int repetitions = std::atoi(arguments[1]);
  std::string line;
  while (std::getline(std::cin, line)) {
    double least = 1e18;
    Found found;
    for (int i = 0; i < repetitions; ++i) {
      double begun = now();
      std::istringstream words(line);
      int rows, columns;
      std::string cells;
      words >> rows >> columns >> cells;
      found = cluster(rows, columns, cells);
      least = std::min(least, now() - begun);
    }
    std::printf("%ld %ld %ld %.0f", found.states, found.transitions, found.goal, least);
    for (long level : found.levels) std::printf(" %ld", level);
    std::printf("\n");
    std::fflush(stdout);
  }
}
