// Cards as counts of digits, and the sums that they make; the twin of bots/sums.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

constexpr int GOAL = 13;

using Counts = std::array<int8_t, 10>;  // how many cards there are of each digit
using Reach = std::array<int8_t, GOAL + 1>;  // for each sum the most cards that make it; -1: none

constexpr Counts NO_CARDS{};

inline int size(const Counts& cards) {
  int found = 0;
  for (int8_t count : cards) found += count;
  return found;
}

inline int sum(const Counts& cards) {
  int found = 0;
  for (int digit = 0; digit < 10; digit++) found += digit * cards[digit];
  return found;
}

inline Counts operator+(Counts one, const Counts& two) {
  for (int digit = 0; digit < 10; digit++) one[digit] += two[digit];
  return one;
}

inline uint64_t packed(const Counts& cards) {
  uint64_t found = 0;
  for (int digit = 0; digit < 10; digit++) found |= uint64_t(cards[digit]) << (5 * digit);
  return found;
}

inline uint64_t mixed(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9E3779B97F4A7C15ull + (hash << 6) + (hash >> 2);
  return (hash ^ (hash >> 31)) * 0x94D049BB133111EBull;
}

struct Random {
  uint64_t state;

  uint64_t next() {
    state += 0x9E3779B97F4A7C15ull;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  int below(int bound) { return int((next() >> 33) % bound); }

  double unit() { return (next() >> 11) * (1.0 / 9007199254740992.0); }
};

inline Reach most(const Counts& cards, bool zero) {
  Reach table;
  table.fill(-99);
  table[0] = 0;
  for (int digit = 1; digit < 10; digit++)
    for (int copy = std::min<int>(cards[digit], GOAL / digit); copy > 0; copy--)
      for (int total = GOAL; total >= digit; total--)
        table[total] = std::max<int8_t>(table[total], table[total - digit] + 1);
  const int extra = zero && cards[0] ? 1 : 0;
  for (int8_t& number : table) number = number >= 0 ? number + extra : -1;
  return table;
}

inline void collect_ways(
    const Counts& cards, int total, int high, Counts& chosen, std::vector<Counts>& found) {
  if (total == 0) {
    found.push_back(chosen);
    return;
  }
  for (int digit = std::min(high, total); digit > 0; digit--) {
    const int copies = std::min<int>(cards[digit], total / digit);
    for (int number = 1; number <= copies; number++) {
      chosen[digit] += number;
      collect_ways(cards, total - number * digit, digit - 1, chosen, found);
      chosen[digit] -= number;
    }
  }
}

// Every choice of cards that makes the sum, the longest first.
inline std::vector<Counts> ways(const Counts& cards, int total, bool zero) {
  std::vector<Counts> found;
  Counts chosen{};
  collect_ways(cards, total, 9, chosen, found);
  if (zero && cards[0]) {
    const size_t plain = found.size();
    for (size_t number = 0; number < plain; number++) {
      found.push_back(found[number]);
      found.back()[0] = 1;
    }
  }
  std::sort(found.begin(), found.end(), [](const Counts& one, const Counts& two) {
    if (size(one) != size(two)) return size(one) > size(two);
    for (int digit = 0; digit < 10; digit++)
      if (one[digit] != two[digit]) return one[digit] > two[digit];
    return false;
  });
  return found;
}
