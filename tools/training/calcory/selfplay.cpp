// Games of players who forget nothing, in digits: places do not matter to them.
//
//     selfplay match PLAYERS GAMES SEED NETWORK      one taught player among experts of 2026
//     selfplay games PLAYERS GAMES SEED NETWORK FILE CARELESS OLD
//
// NETWORK is a file, or - for the expert of 2026. `games` writes what the network reads when each
// turn begins, and who won; a share CARELESS of the choices is any choice, in half of the games,
// and a fifth of that in the others. A share OLD of the players are experts of 2026.

#include <memory>
#include <string>

#include "search.hpp"

constexpr int BOUND = 500;
constexpr double MIX_BACKS = 0.03, MIX_CHOICES = 0.003;
constexpr Counts DECK{5, 10, 5, 5, 5, 5, 5, 10, 5, 5};

struct Sample {
  int mover;
  std::vector<float> inputs;
};

class Game {
 public:
  Game(std::vector<const Player*> players, Random& random, int start, double careless)
      : players_(std::move(players)), random_(random), careless_(careless), mover_(start) {}

  std::vector<Sample> samples;

  void play() {
    while (play_turn()) {
    }
  }

  // What each seat has won, counted from this one.
  std::vector<float> results(int first) const {
    const int count = seats(), best = *std::max_element(scores_.begin(), scores_.begin() + count);
    const auto winners = std::count(scores_.begin(), scores_.begin() + count, best);
    std::vector<float> found;
    for (int step = 0; step < count; step++)
      found.push_back(scores_[(first + step) % count] == best ? 1.f / winners : 0.f);
    return found;
  }

 private:
  std::vector<const Player*> players_;
  Random& random_;
  double careless_;
  int mover_, turns_ = 0;
  Counts shown_{}, unseen_ = DECK, turned_{};
  std::vector<Secret> secrets_;
  std::array<int, SEATS> scores_{};
  Bid bid_;

  int seats() const { return int(players_.size()); }

  int face_down() const { return size(shown_) + size(unseen_) + int(secrets_.size()); }

  Seat seen_by(int me) const {
    Seat found{seats(), me, scores_, bid_, {}};
    for (const Secret& secret : secrets_)
      if (secret.owner != me) found.sets.push_back(secret);
    return found;
  }

  Position position(int me) const {
    Counts mine{};
    for (const Secret& secret : secrets_)
      if (secret.owner == me) mine[secret.digit]++;
    return {shown_, mine, unseen_, turned_};
  }

  void record(int me) {
    const Position at = position(me);
    const End end{mover_, at.shown, at.mine, at.unseen, scores_, bid_};
    Sample sample{mover_, std::vector<float>(inputs_for(seats()))};
    read(seen_by(me), end, 0, most(at.shown, true), sample.inputs.data());
    samples.push_back(sample);
  }

  void put_back(int me, const Counts& cards) {
    const int count = size(cards);
    scores_[me] += count - 1;
    const Seat seat = seen_by(me);
    const Position at = position(me);
    Search search(seat, *players_[me], at);
    std::array<double, 10> values;
    values.fill(-1);
    for (int digit = 0; digit < 10; digit++)
      if (cards[digit])
        values[digit] = search.taken(at.shown, at.mine, at, digit, cards[digit] == count, 0);
    const double best = *std::max_element(values.begin(), values.end());
    std::vector<int> fit, all;
    for (int digit = 0; digit < 10; digit++) {
      all.insert(all.end(), cards[digit], digit);
      if (values[digit] >= best - MIX_BACKS) fit.insert(fit.end(), cards[digit], digit);
    }
    int back = fit[random_.below(int(fit.size()))];
    if (careless_ > 0 && random_.unit() < careless_) back = all[random_.below(count)];
    if (cards[back] == count)
      shown_[back]++;
    else
      secrets_.push_back({back, me, cards});
  }

  Plan choose(int me) {
    const Seat seat = seen_by(me);
    const std::vector<Plan> plans = Search(seat, *players_[me], position(me)).plans();
    int fit = 0;
    while (fit < int(plans.size()) && plans[fit].value >= plans[0].value - MIX_CHOICES) fit++;
    int number = random_.below(fit);
    if (careless_ > 0 && random_.unit() < careless_) number = random_.below(int(plans.size()));
    return plans[number];
  }

  void turn_known(int me, int digit) {
    turned_[digit]++;
    if (shown_[digit]) {
      shown_[digit]--;
      return;
    }
    secrets_.erase(std::find_if(secrets_.begin(), secrets_.end(), [&](const Secret& secret) {
      return secret.owner == me && secret.digit == digit;
    }));
  }

  void turn_new() {
    int number = random_.below(size(unseen_)), digit = 0;
    while (number >= unseen_[digit]) number -= unseen_[digit++];
    unseen_[digit]--;
    turned_[digit]++;
  }

  void turn_set(int me, int set) {
    size_t at = 0;
    while (secrets_[at].owner == me || set-- > 0) at++;
    turned_[secrets_[at].digit]++;
    secrets_.erase(secrets_.begin() + at);
  }

  void bid_down() {
    shown_ = shown_ + bid_.cards;
    bid_ = {};
  }

  void stop(int me) {
    if (bid_.beaten_by(turned_)) {
      bid_down();
      bid_ = {me, turned_};
    } else {
      shown_ = shown_ + turned_;
    }
    turned_ = NO_CARDS;
  }

  // Known cards of a plan in an order that neither reaches thirteen too early nor passes it.
  std::vector<int> in_order(const Plan& plan) const {
    std::vector<int> digits;
    for (int digit = 0; digit < 10; digit++) digits.insert(digits.end(), plan.cards[digit], digit);
    if (plan.kind != Kind::fail) return digits;
    do {
      int total = sum(turned_);
      bool early = false;
      for (size_t number = 0; number < digits.size(); number++) {
        total += digits[number];
        early |= total == GOAL || (total > GOAL && number + 1 < digits.size());
      }
      if (!early) break;
    } while (std::next_permutation(digits.begin(), digits.end()));
    return digits;
  }

  // Whether a card ended the turn.
  bool settled(int me) {
    const int total = sum(turned_);
    if (total > GOAL || turned_[0] > 1) {
      shown_ = shown_ + turned_;
      turned_ = NO_CARDS;
      return true;
    }
    if (total < GOAL) return false;
    bid_down();
    const Counts cards = turned_;
    turned_ = NO_CARDS;
    put_back(me, cards);
    return true;
  }

  void turn_cards(int me) {
    while (face_down()) {
      const Plan plan = choose(me);
      if (plan.kind == Kind::fresh) {
        turn_new();
        if (settled(me)) return;
      } else if (plan.kind == Kind::maybe) {
        turn_set(me, plan.set);
        if (settled(me)) return;
      } else {
        for (int digit : in_order(plan)) {
          turn_known(me, digit);
          if (settled(me)) return;
        }
        if (plan.kind == Kind::bid || plan.kind == Kind::fail) return stop(me);
      }
    }
    if (size(turned_)) stop(me);
  }

  bool play_turn() {
    const int me = mover_;
    if (bid_.owner == me) {
      const Counts cards = bid_.cards;
      bid_ = {};
      if (size(cards) == 1) {
        scores_[me]++;
        return false;
      }
      put_back(me, cards);
    } else {
      turn_cards(me);
    }
    mover_ = (me + 1) % seats();
    if (++turns_ >= BOUND) return false;
    if (bid_.owner != mover_) record(me);
    return true;
  }
};

std::unique_ptr<Network> network(const char* name) {
  return std::string(name) == "-" ? nullptr : std::make_unique<Network>(name);
}

int main(int, char** words) {
  const std::string what = words[1];
  const int players = std::atoi(words[2]), games = std::atoi(words[3]);
  const uint64_t seed = std::atoll(words[4]);
  const auto taught = network(words[5]);
  Player mine{taught.get()}, old{};
  if (what == "match") {
    double won = 0, squares = 0;
    for (int number = 0; number < games; number++) {
      Random random{seed * 1000003 + number / players};
      random.next();
      const int start = random.below(players), me = number % players;
      std::vector<const Player*> seats(players, &old);
      seats[me] = &mine;
      Game game(seats, random, start, 0);
      game.play();
      const double result = game.results(me)[0];
      won += result, squares += result * result;
    }
    const double mean = won / games;
    std::printf("%d games: %.4f +- %.4f\n", games, mean,
                1.96 * std::sqrt((squares / games - mean * mean) / games));
    return 0;
  }
  FILE* file = std::fopen(words[6], "wb");
  const double careless = std::atof(words[7]), share = std::atof(words[8]);
  mine.draws = old.draws = 1;
  for (int number = 0; number < games; number++) {
    Random random{seed * 7777777 + number};
    random.next();
    const double errs = random.unit() < 0.5 ? careless : careless / 5;
    const int start = random.below(players);
    std::vector<const Player*> seats;
    for (int seat = 0; seat < players; seat++)
      seats.push_back(random.unit() < share ? &old : &mine);
    Game game(seats, random, start, errs);
    game.play();
    for (const Sample& sample : game.samples) {
      const std::vector<float> results = game.results(sample.mover);
      std::fwrite(sample.inputs.data(), 4, sample.inputs.size(), file);
      std::fwrite(results.data(), 4, results.size(), file);
    }
  }
  std::fclose(file);
}
