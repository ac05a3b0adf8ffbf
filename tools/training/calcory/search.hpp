// One turn thought through to all its ends; the twin of bots/search.py, with the ends of
// bots/several/turn.py (a network judges) or of bots/leaves.py (one merged opponent).
#pragma once

#include <unordered_map>

#include "network.hpp"

constexpr int LONGEST = 4;
constexpr int LOW = 5;
constexpr double DISCOUNT = 0.5, OVERBID_COST = 0.7;

struct Player {
  const Network* network = nullptr;  // none: the expert of November 2026
  int draws = 2;  // new cards that are looked ahead
};

enum class Kind { hit, bid, fail, fresh, maybe, step };

struct Plan {
  double value;
  Kind kind;
  Counts cards{};  // the known cards to turn
  int set = -1;
};

// A decision in a turn.
struct Position {
  Counts shown, mine, unseen, turned{};
  uint32_t gone = 0;  // the sets that were turned

  Counts known() const { return shown + mine; }
  int total() const { return sum(turned); }
  int count() const { return size(turned); }
  bool zero() const { return turned[0] > 0; }
};

class Search {
 public:
  Search(const Seat& seat, const Player& player, const Position& root)
      : seat_(seat), player_(player), root_(root) {
    const int cards = size(root.known()) + size(root.unseen) + int(seat.sets.size());
    swing_ = SWING * (std::sqrt(double(std::max(cards - JUNK, 1))) + 0.2);
    int best = -99;
    for (int who = 0; who < seat.players; who++)
      if (who != seat.me) best = std::max(best, seat.scores[who]);
    lead_ = seat.scores[seat.me] - best;
  }

  std::vector<Plan> plans() {
    std::vector<Plan> found;
    const Position& at = root_;
    hits(at, [&](const Counts& way, double value) { found.push_back({value, Kind::hit, way}); });
    if (at.total() < GOAL) {
      stops(at, [&](const Counts& way, double value) { found.push_back({value, Kind::bid, way}); });
      if (size(at.unseen)) found.push_back({turn_new(at, 0), Kind::fresh});
      each_set([&](int set) { found.push_back({turn_set(at, set, 0), Kind::maybe, {}, set}); });
      if (at.known()[0] && !at.zero() && size(at.unseen)) {
        Counts zero{};
        zero[0] = 1;
        Position then = without(at, zero);
        then.turned[0]++;
        found.push_back({turn_new(then, 0), Kind::step, zero});
      }
      Counts way;
      if (wasted(at, way)) found.push_back({nothing(at, way), Kind::fail, way});
    }
    if (found.empty())
      for (int digit = 0; digit < 10; digit++)
        if (at.known()[digit]) {
          Counts one{};
          one[digit] = 1;
          found.push_back({nothing(at, NO_CARDS), Kind::step, one});
        }
    std::sort(found.begin(), found.end(),
              [](const Plan& one, const Plan& two) { return one.value > two.value; });
    return found;
  }

  // After taking cards of which this one goes back; `gain` is not in the scores yet.
  double taken(Counts shown, Counts mine, const Position& at, int back, bool alike, int gain) {
    if (!player_.network) {
      shown[back]++;
      return chance(lead_ + gain - DISCOUNT * worth(reach(shown + mine), at.unseen));
    }
    (alike ? shown : mine)[back]++;
    End end = next(shown, mine, at);
    end.scores[seat_.me] += gain;
    return judged(end, at.gone);
  }

 private:
  const Seat& seat_;
  const Player& player_;
  const Position root_;
  double swing_;
  int lead_;
  std::unordered_map<uint64_t, double> nodes_, ends_;
  std::unordered_map<uint64_t, Reach> reaches_;

  const Reach& reach(const Counts& cards) {
    auto [found, fresh] = reaches_.try_emplace(packed(cards));
    if (fresh) found->second = most(cards, true);
    return found->second;
  }

  double chance(double lead) const { return 1 / (1 + std::exp(-lead / swing_)); }

  // Known cards are turned: what all have seen before what this seat put back.
  static Position without(Position at, const Counts& way) {
    for (int digit = 0; digit < 10; digit++) {
      const int shown = std::min(way[digit], at.shown[digit]);
      at.shown[digit] -= shown;
      at.mine[digit] -= way[digit] - shown;
    }
    return at;
  }

  End next(const Counts& shown, const Counts& mine, const Position& at) const {
    return {(seat_.me + 1) % seat_.players, shown, mine, at.unseen, seat_.scores, {}};
  }

  double judged(const End& end, uint32_t gone, const Secret* more = nullptr) {
    uint64_t key = mixed(packed(end.shown), packed(end.mine));
    key = mixed(mixed(key, packed(end.unseen)), end.mover * 64 + uint64_t(gone) * 1024);
    key = mixed(key, packed(end.bid.cards) + (uint64_t(end.bid.owner + 1) << 55));
    for (int who = 0; who < seat_.players; who++) key = mixed(key, end.scores[who]);
    auto [found, fresh] = ends_.try_emplace(key);
    if (!fresh) return found->second;
    float inputs[INPUTS], shares[SEATS];
    if (more) {
      Seat wider = seat_;
      wider.sets.push_back(*more);
      read(wider, end, gone, reach(end.shown), inputs);
    } else {
      read(seat_, end, gone, reach(end.shown), inputs);
    }
    (*player_.network)(inputs, shares);
    return found->second = shares[(seat_.me - end.mover + seat_.players) % seat_.players];
  }

  template <class Found>
  void hits(const Position& at, Found found) {
    const bool zero = !at.zero() && at.total() < GOAL;  // thirteen is taken at once
    int number = 0;
    for (const Counts& way : ways(at.known(), GOAL - at.total(), zero)) {
      if (number++ == LONGEST) break;
      const Counts cards = at.turned + way;
      const Position rest = without(at, way);
      for (int back = 0; back < 10; back++)
        if (cards[back])
          found(way, taken(rest.shown + seat_.bid.cards, rest.mine, at, back,
                           cards[back] == size(cards), size(cards) - 1));
    }
  }

  // For each sum that beats the bid the longest way, and the shortest that is long enough.
  template <class Found>
  void stops(const Position& at, Found found) {
    const Reach longest = most(at.known(), !at.zero());
    const int beat = seat_.bid.lies() ? sum(seat_.bid.cards) : -1, count = at.count();
    for (int target = std::max(at.total(), beat); target < GOAL; target++) {
      const int more = longest[target - at.total()];
      if (more < 0 || count + more < seat_.must()) continue;
      std::vector<Counts> fit;
      for (const Counts& way : ways(at.known(), target - at.total(), !at.zero()))
        if (count + size(way) >= seat_.must()) fit.push_back(way);
      if (fit.empty()) continue;
      if (size(fit.front()) != size(fit.back())) fit = {fit.front(), fit.back()};
      else fit.resize(1);
      for (const Counts& way : fit)
        if (seat_.bid.beaten_by(at.turned + way)) found(way, bid(at, way));
    }
  }

  double bid(const Position& at, const Counts& way) {
    const Position rest = without(at, way);
    const Counts shown = rest.shown + seat_.bid.cards;
    const Bid mine{seat_.me, at.turned + way};
    if (player_.network) {
      End end = next(shown, rest.mine, at);
      end.bid = mine;
      return judged(end, at.gone);
    }
    const Reach& known = reach(shown + rest.mine);
    const Responses other = responses(known, at.unseen, mine);
    const int count = size(mine.cards);
    double kept = chance(lead_ + count - 1 - DISCOUNT * worth(known, at.unseen));
    if (count == 1) kept = lead_ + 1 > 0 ? 1 : lead_ + 1 == 0 ? 0.5 : 0;
    return other.stands * kept + other.hit * chance(lead_ - other.gain + DISCOUNT) +
           (1 - other.stands - other.hit) * chance(lead_ - OVERBID_COST);
  }

  // The turn ends with nothing, after these known cards; a bid stays, or is taken at once.
  double nothing(const Position& at, const Counts& way) {
    const Position rest = without(at, way);
    Counts shown = rest.shown + at.turned + way;
    if (!player_.network) {
      if (!seat_.bid.lies())
        return chance(lead_ - DISCOUNT * worth(reach(shown + rest.mine), at.unseen));
      int highest = 9;
      while (!seat_.bid.cards[highest]) highest--;
      shown[highest]++;
      return chance(lead_ + 1.0 - size(seat_.bid.cards) +
                    DISCOUNT * worth(reach(shown + rest.mine), at.unseen));
    }
    End end = next(shown, rest.mine, at);
    if (seat_.bid.owner != end.mover) {
      end.bid = seat_.bid;
      return judged(end, at.gone);
    }
    const int count = size(seat_.bid.cards);
    end.scores[seat_.bid.owner] += std::max(count - 1, 1);
    if (count == 1) return won(end.scores);
    end.mover = (seat_.bid.owner + 1) % seat_.players;
    const Secret back{-1, seat_.bid.owner, seat_.bid.cards};
    return judged(end, at.gone, &back);
  }

  double won(const std::array<int, SEATS>& scores) const {
    const int best = *std::max_element(scores.begin(), scores.begin() + seat_.players);
    if (scores[seat_.me] < best) return 0;
    return 1.0 / std::count(scores.begin(), scores.begin() + seat_.players, best);
  }

  // Known cards that end the turn without effect: too little, too much, or two zeros.
  bool wasted(const Position& at, Counts& way) const {
    const Counts known = at.known();
    if (seat_.bid.lies())
      for (int digit = 0; digit < 10; digit++) {
        way = NO_CARDS;
        way[digit] = 1;
        if (known[digit] && at.total() + digit < GOAL && !seat_.bid.beaten_by(at.turned + way) &&
            at.count() + 1 >= seat_.must() && !(digit == 0 && at.zero()))
          return true;
      }
    const int zeros = at.zero() ? 1 : 2;
    way = NO_CARDS;
    way[0] = zeros;
    if (known[0] >= zeros) return true;
    for (const bool rising : {false, true}) {
      way = NO_CARDS;
      int total = at.total();
      for (int step = 0; step < 10 && total < GOAL; step++) {
        const int digit = rising ? step : 9 - step;
        for (int copy = 0; copy < known[digit] && total < GOAL; copy++) {
          way[digit]++;
          total += digit;
        }
      }
      if (total > GOAL) return true;
    }
    return false;
  }

  double look(const Position& at, int draws) {
    uint64_t key = mixed(packed(at.turned), packed(at.shown));
    key = mixed(mixed(key, packed(at.mine)), packed(at.unseen) + (uint64_t(at.gone) << 52));
    const auto known = nodes_.find(key);
    if (known != nodes_.end()) return known->second;
    double best = -1;
    const auto better = [&](const Counts&, double value) { best = std::max(best, value); };
    hits(at, better);
    if (at.total() < GOAL) {
      stops(at, better);
      const bool deeper = draws < player_.draws || (draws == player_.draws && at.total() <= LOW);
      if (size(at.unseen) && (deeper || at.count() < seat_.must()))
        best = std::max(best, turn_new(at, draws));
    }
    if (best < 0) best = nothing(at, NO_CARDS);
    return nodes_[key] = best;
  }

  double drawn(Position at, int digit, int draws) {
    const bool bust = at.total() + digit > GOAL || (digit == 0 && at.zero());
    at.turned[digit]++;
    return bust ? nothing(at, NO_CARDS) : look(at, draws + 1);
  }

  double turn_new(const Position& at, int draws) {
    double mean = 0;
    for (int digit = 0; digit < 10; digit++) {
      if (!at.unseen[digit]) continue;
      Position then = at;
      then.unseen[digit]--;
      mean += at.unseen[digit] * drawn(then, digit, draws);
    }
    return mean / size(at.unseen);
  }

  template <class Found>
  void each_set(Found found) {
    for (size_t set = 0; set < seat_.sets.size(); set++) {
      bool before = false;
      for (size_t other = 0; other < set; other++)
        before |= seat_.sets[other].set == seat_.sets[set].set;
      if (!before) found(int(set));
    }
  }

  double turn_set(const Position& at, int set, int draws) {
    const Counts& digits = seat_.sets[set].set;
    double mean = 0;
    for (int digit = 0; digit < 10; digit++) {
      if (!digits[digit]) continue;
      Position then = at;
      then.gone |= 1u << set;
      mean += digits[digit] * drawn(then, digit, draws);
    }
    return mean / size(digits);
  }
};
