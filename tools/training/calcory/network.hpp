// What the network reads at the end of a turn, and what it says; the twin of
// bots/several/network.py.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cards.hpp"

constexpr int HIDDEN = 32;
constexpr int SEATS = 4;  // at most
constexpr int INPUTS = 128;  // at most
constexpr int JUNK = 14;
constexpr double SWING = 0.55, LUCK = 0.35;

inline int inputs_for(int players) { return 53 + 11 * players + 2 * (players - 1) + players + 2 + 2 + players + 6; }

// A card put back: known to its owner alone, one of a set to the others.
struct Secret {
  int digit;  // never read but by its owner, and by whoever turns it
  int owner;
  Counts set;
};

struct Bid {
  int owner = -1;
  Counts cards{};

  bool lies() const { return owner >= 0; }
  bool beaten_by(const Counts& other) const {
    return !lies() || sum(other) > sum(cards) ||
           (sum(other) == sum(cards) && size(other) > size(cards));
  }
};

// What a seat knows during its turn, but for the cards themselves.
struct Seat {
  int players, me;
  std::array<int, SEATS> scores;
  Bid bid;
  std::vector<Secret> sets;  // of the others

  int must() const { return scores[me] ? 1 : 2; }
};

// The table when somebody's turn begins.
struct End {
  int mover;
  Counts shown, mine, unseen;
  std::array<int, SEATS> scores;
  Bid bid;
};

// The twin of leaves.responses: what one player may do about a bid.
struct Responses {
  double hit, gain, stands;
};

inline Responses responses(const Reach& reach, const Counts& unseen, const Bid& bid) {
  const int total = sum(bid.cards), count = size(bid.cards), hidden = size(unseen);
  bool sure_over = reach[total] > count;
  for (int higher = total + 1; higher < GOAL; higher++) sure_over |= reach[higher] > 0;
  double below[11] = {0};
  for (int digit = 0; digit < 10; digit++)
    below[digit + 1] = below[digit] + unseen[digit] / double(std::max(hidden, 1));
  double hit = 0, won = 0, stands = 0;
  for (int digit = 0; digit < 10; digit++) {
    const double odds = below[digit + 1] - below[digit];
    if (!unseen[digit]) continue;
    if (reach[GOAL - digit] >= 0) {
      hit += odds;
      won += odds * reach[GOAL - digit];
      continue;
    }
    bool over = total >= digit && reach[total - digit] + 1 > count;
    for (int higher = std::max(total + 1, digit); higher < GOAL; higher++)
      over |= reach[higher - digit] >= 0;
    if (over) continue;
    const int high = std::clamp(GOAL + 1 - digit, 0, 10);
    const int low = std::min(std::clamp(total + 1 - digit, 0, 10), high);
    stands += odds * (1 - (below[high] - below[low]));
  }
  Responses found{hit, won / std::max(hit, 1e-9), stands};
  if (hidden == 0) found = {0, 0, 1};
  if (reach[GOAL] > 0) found.hit = 1, found.gain = reach[GOAL] - 1;
  if (reach[GOAL] > 0 || sure_over) found.stands = 0;
  return found;
}

// The twin of prospects.worth.
inline double worth(const Reach& reach, const Counts& unseen) {
  double drawn = 0;
  for (int digit = 0; digit < 10; digit++)
    drawn += unseen[digit] * (reach[GOAL - digit] >= 0 ? reach[GOAL - digit] : LUCK);
  const double sure = reach[GOAL] >= 0 ? reach[GOAL] - 1.0 : 0.0;
  return std::max({sure, drawn / std::max(size(unseen), 1), 0.0});
}

// `turned`: which of the seat's sets were turned meanwhile, as bits.
inline void read(const Seat& seat, const End& end, uint32_t turned, const Reach& reach, float* to) {
  const int players = seat.players, hidden = size(end.unseen);
  std::memset(to, 0, sizeof(float) * inputs_for(players));
  const float one = hidden ? 1.f / hidden : 0;
  for (int digit = 0; digit < 10; digit++) *to++ = end.shown[digit] * 0.5f;
  for (int8_t cards : reach) *to++ = cards >= 0;
  for (int8_t cards : reach) *to++ = cards > 0 ? (cards - 1) * 0.5f : 0.f;
  for (int digit = 0; digit < 10; digit++) *to++ = end.unseen[digit] * one * 3;
  double lucky = 0, gain = 0;
  for (int digit = 0; digit < 10; digit++)
    if (reach[GOAL - digit] >= 0) {
      lucky += end.unseen[digit] * one;
      gain += end.unseen[digit] * one * reach[GOAL - digit];
    }
  *to++ = hidden / 20.f;
  *to++ = worth(reach, end.unseen) * 0.5f;
  *to++ = lucky;
  *to++ = gain * 0.5f;
  *to++ = hidden == 0;

  float *digits = to, *held = to + 10 * players;
  to = held + players;
  const auto after = [&](int who) { return (who - end.mover + players) % players; };
  int cards = size(end.shown) + size(end.mine) + hidden + size(end.bid.cards);
  for (int digit = 0; digit < 10; digit++)
    digits[10 * after(seat.me) + digit] = end.mine[digit];
  held[after(seat.me)] = size(end.mine) * 0.5f;
  for (size_t number = 0; number < seat.sets.size(); number++) {
    if (turned >> number & 1) continue;
    const Secret& secret = seat.sets[number];
    for (int digit = 0; digit < 10; digit++)
      digits[10 * after(secret.owner) + digit] += secret.set[digit] / float(size(secret.set));
    held[after(secret.owner)] += 0.5f;
    cards++;
  }
  const float swing = SWING * (std::sqrt(float(std::max(cards - JUNK, 1))) + 0.2);
  for (int step = 1; step < players; step++) {
    const int lead = end.scores[(end.mover + step) % players] - end.scores[end.mover];
    *to++ = lead / 5.f;
    *to++ = std::clamp(lead / swing, -4.f, 4.f) * 0.5f;
  }
  for (int step = 0; step < players; step++)
    *to++ = end.scores[(end.mover + step) % players] == 0;
  *to++ = cards / 30.f;
  *to++ = 1 / swing;

  if (!end.bid.lies()) return;
  const int count = size(end.bid.cards);
  const Responses next = responses(reach, end.unseen, end.bid);
  *to++ = (sum(end.bid.cards) - 6) / 6.f;
  *to++ = count * 0.5f;
  to[after(end.bid.owner)] = 1;
  to += players;
  *to++ = next.hit;
  *to++ = next.hit * next.gain * 0.5f;
  *to++ = next.stands;
  *to++ = next.stands * next.stands;
  if (count != 1) return;
  int best = 0;
  for (int who = 0; who < players; who++)
    if (who != end.bid.owner) best = std::max(best, end.scores[who]);
  const int mine = end.scores[end.bid.owner] + 1;
  *to++ = 1;
  *to++ = mine > best ? 1.f : mine == best ? 0.5f : -1.f;
}

struct Network {
  int players = 0, inputs = 0;
  std::vector<float> first, first_bias, second, second_bias;

  explicit Network(const char* path) {
    FILE* file = std::fopen(path, "rb");
    int sizes[3];
    if (!file || std::fread(sizes, 4, 3, file) != 3 || sizes[2] != HIDDEN) std::exit(1);
    players = sizes[0], inputs = sizes[1];
    for (auto [part, length] : {std::pair(&first, inputs * HIDDEN), {&first_bias, HIDDEN},
                                {&second, HIDDEN * players}, {&second_bias, players}}) {
      part->resize(length);
      if (std::fread(part->data(), 4, length, file) != size_t(length)) std::exit(1);
    }
    std::fclose(file);
  }

  // The chance to win of each seat, counted from the one whose turn it is.
  void operator()(const float* from, float* shares) const {
    float hidden[HIDDEN];
    std::copy(first_bias.begin(), first_bias.end(), hidden);
    for (int input = 0; input < inputs; input++) {
      if (from[input] == 0) continue;
      for (int unit = 0; unit < HIDDEN; unit++)
        hidden[unit] += from[input] * first[input * HIDDEN + unit];
    }
    float total = 0;
    for (int seat = 0; seat < players; seat++) {
      float logit = second_bias[seat];
      for (int unit = 0; unit < HIDDEN; unit++)
        logit += std::max(hidden[unit], 0.f) * second[unit * players + seat];
      total += shares[seat] = std::exp(logit);
    }
    for (int seat = 0; seat < players; seat++) shares[seat] /= total;
  }
};
