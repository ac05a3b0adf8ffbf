// Calavera for two, solved by backward induction. Built by nvcc for a GPU, or by a plain C++
// compiler (-x c++) for small pads and tests: both run the same code, a GPU with many threads.
//
// A position is the multiset of the four colours' pairs (own row, other row), seen by the player
// who rolls next, and the balance of the bonus lines that both have reached. Its value is that
// player's share of the win. Positions with more crosses are solved first. A turn in which
// nothing is marked leads to the same sheets with the other player to roll: the two positions
// are solved together as a fixed point, whose error is bounded by `tolerance` (see `settle`).

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef __CUDACC__
#define BOTH __host__ __device__
constexpr int STATES = 16;  // positions that a block solves side by side
constexpr int THREADS = 1024;
#else
#define BOTH
constexpr int STATES = 2;
#endif

constexpr int ROWS = 4, DICE = 6, FACES = 6, ROSE = 4, SKULL = 5, CURSE = 3;
constexpr int MAX_ROW = 32;    // states of one row
constexpr int MAX_LINES = 4, MAX_SLOTS = 16;
constexpr int RESULTS = 462, KEEPS = 924, PARTIAL = KEEPS - RESULTS;
constexpr int MINE = 1 + ROWS * DICE + ROWS, THEIRS = 1 + ROWS * DICE;
constexpr int MAX_JOINT = 300;
constexpr int NEVER = 99;

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

// What a pad and the rules make of rows. A row is open with 0 to death - 1 crosses, or frozen.
struct Rules {
    int rows, open, lines;
    u8 mark[MAX_ROW][DICE + 1];
    u8 freeze[MAX_ROW], need[MAX_ROW], crosses[MAX_ROW], reached[MAX_ROW], level[MAX_ROW];
    int8_t worth[MAX_ROW];
    int first[MAX_LINES];
    // Balances of the lines that both have reached, by their number: how many, their sums, and
    // which one follows when the player to move (1) or the other (0) was first at one more line.
    int slots[MAX_LINES + 1];
    int balance[MAX_LINES + 1][MAX_SLOTS];
    u8 next[MAX_LINES][MAX_SLOTS][2];
    double idle[16][16];  // most likely that a turn marks nothing, by the open rows of both
};

struct Spread { u16 keep, up[FACES], none; };    // a keep, and itself with one more die
struct Choice { u16 keep, down[FACES - 1], none[2]; };  // a keep, and itself with one die fewer

struct Dice {
    u8 counts[RESULTS][8];
    Spread spread[PARTIAL];
    int spread_at[DICE + 2];  // by size
    Choice choice[KEEPS];
    int choice_at[DICE + 2];  // by size
    int joints;
    u8 joint[MAX_JOINT][2];
    u16 place[MINE][THEIRS];
};

struct Ranks { u32 four[1024], three[1024], two[1024]; };

struct Problem {
    Rules rules;
    Dice dice;
    Ranks ranks;
    u64 count;  // multisets of pairs
};

struct Report { double worst; u32 rounds, poisoned; u64 evaluations; };

struct Block {
    double keep[KEEPS][STATES];
    double joint[MAX_JOINT][STATES];
    double z[STATES], x[STATES], z_old[STATES], x_old[STATES], z_new[STATES], idle[STATES];
    u32 mine[STATES], theirs[STATES], index[STATES];
    u8 slot[STATES], my_open[STATES], their_open[STATES], my_lines[STATES], their_lines[STATES];
    u8 live[STATES];
    u32 rounds;
    int going;
    Rules rules;
};

BOTH inline void barrier() {
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
}

BOTH inline int row_of(u32 sheet, int row) { return sheet >> 8 * row & 255; }
BOTH inline u32 with_row(u32 sheet, int row, u32 state) {
    return (sheet & ~(255u << 8 * row)) | state << 8 * row;
}

BOTH inline int open_rows(const Rules& r, u32 sheet) {
    int mask = 0;
    for (int row = 0; row < ROWS; row++) mask |= (row_of(sheet, row) < r.open) << row;
    return mask;
}

BOTH inline int lines_of(const Rules& r, u32 sheet) {
    int least = MAX_LINES;
    for (int row = 0; row < ROWS; row++) {
        int reached = r.reached[row_of(sheet, row)];
        least = reached < least ? reached : least;
    }
    return least;
}

BOTH inline int level_of(const Rules& r, u32 mine, u32 theirs) {
    int sum = 0;
    for (int row = 0; row < ROWS; row++)
        sum += r.level[row_of(mine, row)] + r.level[row_of(theirs, row)];
    return sum;
}

BOTH inline void order(int& a, int& b) { if (a < b) { int c = a; a = b; b = c; } }

BOTH inline u32 rank(const Ranks& k, int rows, u32 mine, u32 theirs) {
    int c[ROWS];
    for (int row = 0; row < ROWS; row++)
        c[row] = row_of(mine, row) * rows + row_of(theirs, row);
    order(c[0], c[1]); order(c[2], c[3]); order(c[0], c[2]); order(c[1], c[3]); order(c[1], c[2]);
    return k.four[c[0]] + k.three[c[1]] + k.two[c[2]] + c[3];
}

BOTH inline int largest(const u32* sums, int size, u32 most) {
    int low = 0, high = size - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (sums[middle] <= most) low = middle; else high = middle - 1;
    }
    return low;
}

BOTH inline void unrank(const Ranks& k, int rows, u32 index, u32& mine, u32& theirs) {
    int c[ROWS], size = rows * rows;
    c[0] = largest(k.four, size, index); index -= k.four[c[0]];
    c[1] = largest(k.three, size, index); index -= k.three[c[1]];
    c[2] = largest(k.two, size, index); index -= k.two[c[2]];
    c[3] = index;
    mine = theirs = 0;
    for (int row = 0; row < ROWS; row++) {
        mine |= u32(c[row] / rows) << 8 * row;
        theirs |= u32(c[row] % rows) << 8 * row;
    }
}

BOTH inline double final_share(const Rules& r, u32 mine, u32 theirs, int my, int their, int slot) {
    int lead = r.balance[my < their ? my : their][slot];
    for (int line = their; line < my; line++) lead += r.first[line];
    for (int line = my; line < their; line++) lead -= r.first[line];
    for (int row = 0; row < ROWS; row++)
        lead += r.worth[row_of(mine, row)] - r.worth[row_of(theirs, row)];
    return lead > 0 ? 1.0 : lead < 0 ? 0.0 : 0.5;
}

// What it is worth to the active player that both choose so: `mine` 0 nothing, 1 + 6 row + k - 1
// k crosses, 25 + row a freeze; `theirs` likewise.
BOTH inline double outcome(const Rules& r, const Ranks& k, const double* table, u64 count,
                           u32 mine, u32 theirs, int my, int their, int slot, int m, int o) {
    if (m >= 1 + ROWS * DICE) {
        int row = m - 1 - ROWS * DICE;
        mine = with_row(mine, row, r.freeze[row_of(mine, row)]);
    } else if (m) {
        int row = (m - 1) / DICE;
        mine = with_row(mine, row, r.mark[row_of(mine, row)][(m - 1) % DICE + 1]);
    }
    bool over = !open_rows(r, mine);
    if (o && !over) {
        int row = (o - 1) / DICE;
        theirs = with_row(theirs, row, r.mark[row_of(theirs, row)][(o - 1) % DICE + 1]);
        over = !open_rows(r, theirs);
    }
    int my_now = lines_of(r, mine), their_now = lines_of(r, theirs);
    int both = my < their ? my : their, both_now = my_now < their_now ? my_now : their_now;
    for (int line = both; line < both_now; line++) slot = r.next[line][slot][their <= line];
    if (over) return final_share(r, mine, theirs, my_now, their_now, slot);
    slot = r.slots[both_now] - 1 - slot;
    return 1.0 - table[slot * count + rank(k, r.rows, theirs, mine)];
}

BOTH inline int mark_code(int row, int dice) { return 1 + row * DICE + dice - 1; }

// The least that the other player's pick leaves the active one who chose `m` and used `used`.
BOTH inline double reply(const Block& s, const Dice& d, int lane, int m, int used, const u8* n) {
    const u16* place = d.place[m];
    if (!n[SKULL]) return s.joint[place[0]][lane];
    double least = 2.0;
    for (int row = 0; row < ROWS; row++) {
        if (!(s.their_open[lane] >> row & 1)) continue;
        if (n[row] && row != used) least = fmin(least, s.joint[place[mark_code(row, n[row])]][lane]);
        if (n[ROSE] && used != ROSE)
            least = fmin(least, s.joint[place[mark_code(row, n[ROSE])]][lane]);
    }
    return least < 2.0 ? least : s.joint[place[0]][lane];
}

// The best use of a result.
BOTH inline double best_use(const Block& s, const Dice& d, int lane, const u8* n) {
    double most = -1.0;
    if (n[SKULL] < CURSE) {
        for (int row = 0; row < ROWS; row++) {
            if (!(s.my_open[lane] >> row & 1)) continue;
            if (n[row]) most = fmax(most, reply(s, d, lane, mark_code(row, n[row]), row, n));
            if (!n[ROSE]) continue;
            most = fmax(most, reply(s, d, lane, mark_code(row, n[ROSE]), ROSE, n));
            if (n[ROSE] >= s.rules.need[row_of(s.mine[lane], row)])
                most = fmax(most, reply(s, d, lane, 1 + ROWS * DICE + row, ROSE, n));
        }
    }
    return most < 0.0 ? reply(s, d, lane, 0, -1, n) : most;
}

// Keeps, from large to small: what to expect of rolling all other dice once.
BOTH inline void expect(Block& s, const Dice& d, int thread, int threads) {
    for (int size = DICE - 1; size >= 0; size--) {
        int from = d.spread_at[size], items = (d.spread_at[size + 1] - from) * STATES;
        for (int i = thread; i < items; i += threads) {
            Spread p = d.spread[from + i / STATES];
            int lane = i % STATES;
            double sum = s.keep[p.up[0]][lane] + s.keep[p.up[1]][lane] + s.keep[p.up[2]][lane];
            sum += s.keep[p.up[3]][lane] + s.keep[p.up[4]][lane] + s.keep[p.up[5]][lane];
            s.keep[p.keep][lane] = sum * (1.0 / FACES);
        }
        barrier();
    }
}

// Dice on the table, from few to many: the best of what may be kept of them; all is to stop.
BOTH inline void choose(Block& s, const Dice& d, int thread, int threads) {
    for (int size = 1; size <= DICE; size++) {
        int from = d.choice_at[size], items = (d.choice_at[size + 1] - from) * STATES;
        for (int i = thread; i < items; i += threads) {
            Choice p = d.choice[from + i / STATES];
            int lane = i % STATES;
            double most = s.keep[p.keep][lane];
            for (int face = 0; face < FACES - 1; face++)
                most = fmax(most, s.keep[p.down[face]][lane]);
            s.keep[p.keep][lane] = most;
        }
        barrier();
    }
}

// The turn from the values of its results: both rerolls, then the first roll. In place.
BOTH inline void turn(Block& s, const Dice& d, int thread, int threads) {
    for (int reroll = 0; reroll < 2; reroll++) {
        expect(s, d, thread, threads);
        choose(s, d, thread, threads);
    }
    expect(s, d, thread, threads);
}

BOTH inline double clamp(double value, double low, double high) {
    return fmin(fmax(value, low), high);
}

// Lanes 2i and 2i + 1 are one pair of sheets, either player rolling. With z the worth of a turn
// without a mark, x = F(z) is the worth of the turn, and z should be 1 - x of the partner. F is
// not steeper than q, the most likely that a turn marks nothing. So |z - z*| <= r / (1 - q) for
// the residual r, and x is off by at most q r / (1 - q). The next z is the secant's.
BOTH inline void settle(Block& s, int lane, int round, double tolerance, double& worst) {
    int other = lane ^ 1;
    double e = 1 - s.x[other] - s.z[lane], e_other = 1 - s.x[lane] - s.z[other];
    double q = fmax(s.idle[lane], s.idle[other]);
    double error = q / (1 - q) * fmax(fabs(e), fabs(e_other));
    s.live[lane] = error > tolerance;
    s.z_new[lane] = s.z[lane];
    if (!s.live[lane]) { worst = fmax(worst, error); return; }
    double slope[2];
    for (int i = 0; i < 2; i++) {
        int l = i ? other : lane;
        double step = s.z[l] - s.z_old[l];
        bool known = round > 0 && fabs(step) > 1e-13;
        slope[i] = known ? clamp((s.x[l] - s.x_old[l]) / step, 0.0, s.idle[l]) : 0.0;
    }
    s.z_new[lane] = s.z[lane] + (e - slope[1] * e_other) / (1 - slope[0] * slope[1]);
}

BOTH inline void set_up(Block& s, const Problem& p, u64 work, int pair) {
    const Rules& r = s.rules;
    for (int side = 0; side < 2; side++) {
        int lane = 2 * pair + side;
        u32 mine, theirs;
        unrank(p.ranks, r.rows, u32(work), mine, theirs);
        int slot = int(work >> 32);
        int my = lines_of(r, mine), their = lines_of(r, theirs);
        if (side) {
            u32 sheet = mine; mine = theirs; theirs = sheet;
            int lines = my; my = their; their = lines;
            slot = r.slots[my < their ? my : their] - 1 - slot;
        }
        s.mine[lane] = mine; s.theirs[lane] = theirs;
        s.slot[lane] = slot; s.my_lines[lane] = my; s.their_lines[lane] = their;
        s.my_open[lane] = open_rows(r, mine); s.their_open[lane] = open_rows(r, theirs);
        s.index[lane] = rank(p.ranks, r.rows, mine, theirs);
        s.idle[lane] = r.idle[s.my_open[lane]][s.their_open[lane]];
    }
}

BOTH inline bool has(const Block& s, int lane, int m, int o) {
    if (m >= 1 + ROWS * DICE) {
        if (s.rules.need[row_of(s.mine[lane], m - 1 - ROWS * DICE)] == NEVER) return false;
    } else if (m && !(s.my_open[lane] >> (m - 1) / DICE & 1)) {
        return false;
    }
    return !o || s.their_open[lane] >> (o - 1) / DICE & 1;
}

// Solve up to STATES / 2 pairs; `thread` of `threads` that do the same.
BOTH void solve_block(Block& s, const Problem& p, double* table, const u64* work, int pairs,
                      double tolerance, Report& report, int thread, int threads) {
    const Dice& d = p.dice;
    for (int i = thread; i < int(sizeof(Rules) / 4); i += threads)
        ((u32*)&s.rules)[i] = ((const u32*)&p.rules)[i];
    if (thread == 0) { s.going = 1; s.rounds = 0; }
    barrier();
    for (int pair = thread; pair < STATES / 2; pair += threads)
        set_up(s, p, work[pair < pairs ? pair : 0], pair);
    barrier();
    for (int i = thread; i < d.joints * STATES; i += threads) {
        int lane = i % STATES, m = d.joint[i / STATES][0], o = d.joint[i / STATES][1];
        if ((!m && !o) || !has(s, lane, m, o)) continue;
        double value = outcome(s.rules, p.ranks, table, p.count, s.mine[lane], s.theirs[lane],
                               s.my_lines[lane], s.their_lines[lane], s.slot[lane], m, o);
        if (!(value >= 0.0 && value <= 1.0)) report.poisoned = 1;
        s.joint[i / STATES][lane] = value;
    }
    barrier();
    for (int lane = thread; lane < STATES; lane += threads) {
        int row = 0;
        while (!(s.my_open[lane] >> row & 1)) row++;
        s.z[lane] = s.joint[d.place[mark_code(row, 1)][0]][lane];
    }
    barrier();
    double worst = 0.0;
    for (int round = 0; s.going && round < 1000; round++) {
        for (int lane = thread; lane < STATES; lane += threads)
            s.joint[d.place[0][0]][lane] = s.z[lane];
        barrier();
        for (int i = thread; i < RESULTS * STATES; i += threads)
            s.keep[PARTIAL + i / STATES][i % STATES] = best_use(s, d, i % STATES, d.counts[i / STATES]);
        if (thread == 0) { s.going = 0; s.rounds++; }
        barrier();
        turn(s, d, thread, threads);
        for (int lane = thread; lane < STATES; lane += threads) s.x[lane] = s.keep[0][lane];
        barrier();
        for (int lane = thread; lane < STATES; lane += threads)
            settle(s, lane, round, tolerance, worst);
        barrier();
        for (int lane = thread; lane < STATES; lane += threads) {
            if (!s.live[lane]) continue;
            s.going = 1;
            s.z_old[lane] = s.z[lane]; s.x_old[lane] = s.x[lane];
            s.z[lane] = s.z_new[lane];
        }
        barrier();
    }
    for (int lane = thread; lane < 2 * pairs; lane += threads)
        table[s.slot[lane] * p.count + s.index[lane]] = s.x[lane];
#ifdef __CUDA_ARCH__
    if (thread < STATES)  // not negative: their order is that of their bits
        atomicMax((unsigned long long*)&report.worst, __double_as_longlong(worst));
    if (thread == 0) {
        atomicMax(&report.rounds, s.rounds);
        atomicAdd((unsigned long long*)&report.evaluations, 1ull * s.rounds * STATES);
    }
#else
    report.worst = fmax(report.worst, worst);
    report.rounds = s.rounds > report.rounds ? s.rounds : report.rounds;
    report.evaluations += 1ull * s.rounds * STATES;
#endif
}

// The level of a multiset that is to be solved; 255 where it is final or its partner stands for it.
BOTH inline u8 level_to_solve(const Problem& p, u32 index) {
    u32 mine, theirs;
    unrank(p.ranks, p.rules.rows, index, mine, theirs);
    if (!open_rows(p.rules, mine) || !open_rows(p.rules, theirs)) return 255;
    if (rank(p.ranks, p.rules.rows, theirs, mine) < index) return 255;
    return level_of(p.rules, mine, theirs);
}

BOTH inline int slots_of(const Problem& p, u32 index) {
    u32 mine, theirs;
    unrank(p.ranks, p.rules.rows, index, mine, theirs);
    int my = lines_of(p.rules, mine), their = lines_of(p.rules, theirs);
    return p.rules.slots[my < their ? my : their];
}

// ---- Tables, on the host ----

// A pad: length, points, death, lines; worth of 0 to length crosses; roses by box of the points
// zone; boxes, first and later bonuses of the lines.
static void read_pad(const int* pad, Rules& r) {
    memset(&r, 0, sizeof r);
    int length = pad[0], points = pad[1], death = pad[2];
    r.lines = pad[3];
    const int* worth = pad + 4;
    const int* roses = worth + length + 1;
    const int* boxes = roses + death - points;
    const int* first = boxes + r.lines;
    const int* later = first + r.lines;
    r.open = death;
    r.rows = death + length - points + 1;
    for (int row = 0; row < r.rows; row++) {
        bool open = row < death;
        int crosses = open ? row : row - death + points;
        r.crosses[row] = crosses;
        r.level[row] = crosses + !open;
        bool scores = !open || (crosses >= points && crosses < death);
        r.worth[row] = scores ? worth[crosses] : 0;
        r.need[row] = open && scores ? roses[crosses - points] : NEVER;
        r.freeze[row] = open && scores ? death + crosses - points : row;
        for (int dice = 0; dice <= DICE; dice++) {
            int after = crosses + dice < length ? crosses + dice : length;
            r.mark[row][dice] = !open ? row : after < death ? after : death + after - points;
        }
        for (int line = 0; line < r.lines; line++) r.reached[row] += crosses >= boxes[line];
    }
    r.slots[0] = 1;
    for (int line = 0; line < r.lines; line++) {
        r.first[line] = first[line];
        int gap = first[line] - later[line];
        std::vector<int> sums;
        for (int slot = 0; slot < r.slots[line]; slot++)
            for (int sign = -1; sign <= 1; sign += 2) sums.push_back(r.balance[line][slot] + sign * gap);
        int* to = r.balance[line + 1];
        int& size = r.slots[line + 1];
        for (int low = -1000; low <= 1000; low++) {
            bool there = false;
            for (int sum : sums) there |= sum == low;
            if (there) to[size++] = low;
        }
        for (int slot = 0; slot < r.slots[line]; slot++)
            for (int mine = 0; mine < 2; mine++)
                for (int i = 0; i < size; i++)
                    if (to[i] == r.balance[line][slot] + (mine ? gap : -gap)) r.next[line][slot][mine] = i;
    }
}

static void make_dice(Dice& d) {
    memset(&d, 0, sizeof d);
    std::vector<std::vector<int>> keeps;
    std::vector<int> at;
    static int index[7][7][7][7][7][7];
    memset(index, -1, sizeof index);
    for (int size = 0; size <= DICE; size++) {
        at.push_back(int(keeps.size()));
        for (int a = 0; a <= size; a++) for (int b = 0; a + b <= size; b++)
        for (int c = 0; a + b + c <= size; c++) for (int e = 0; a + b + c + e <= size; e++)
        for (int f = 0; a + b + c + e + f <= size; f++) {
            int g = size - a - b - c - e - f;
            index[a][b][c][e][f][g] = int(keeps.size());
            keeps.push_back({a, b, c, e, f, g});
        }
    }
    at.push_back(int(keeps.size()));
    auto find = [&](const std::vector<int>& n) { return index[n[0]][n[1]][n[2]][n[3]][n[4]][n[5]]; };
    int choices = 0;
    for (int size = 0; size <= DICE; size++) {
        d.spread_at[size] = at[size];
        d.choice_at[size] = choices;
        for (int keep = at[size]; keep < at[size + 1]; keep++) {
            std::vector<int> n = keeps[keep];
            if (size < DICE) {
                d.spread[keep].keep = keep;
                for (int face = 0; face < FACES; face++) {
                    n[face]++; d.spread[keep].up[face] = find(n); n[face]--;
                }
            } else {
                for (int face = 0; face < FACES; face++) d.counts[keep - PARTIAL][face] = n[face];
            }
            if (n[SKULL] >= CURSE) continue;
            Choice& c = d.choice[choices++];
            c.keep = keep;
            for (int face = 0; face < FACES - 1; face++) {
                c.down[face] = keep;
                if (n[face]) { n[face]--; c.down[face] = find(n); n[face]++; }
            }
        }
    }
    d.choice_at[DICE + 1] = choices;
    for (int m = 0; m < MINE; m++)
        for (int o = 0; o < THEIRS; o++) {
            bool freeze = m >= 1 + ROWS * DICE;
            int k = !m ? 0 : freeze ? 1 : (m - 1) % DICE + 1, theirs = o ? (o - 1) % DICE + 1 : 0;
            d.place[m][o] = MAX_JOINT - 1;
            if (o && k + theirs > DICE - 1) continue;
            d.joint[d.joints][0] = m; d.joint[d.joints][1] = o;
            d.place[m][o] = d.joints++;
        }
    if (d.joints > MAX_JOINT - 1) abort();
}

static void make_ranks(Ranks& k, int size) {
    for (u64 c = 0; c < u64(size); c++) {
        k.four[c] = u32(c * (c + 1) * (c + 2) * (c + 3) / 24);
        k.three[c] = u32(c * (c + 1) * (c + 2) / 6);
        k.two[c] = u32(c * (c + 1) / 2);
    }
}

// The most likely that a turn marks nothing, if the active player tries for that.
static void make_idle(Problem& p) {
    static Block s;
    for (int mine = 1; mine < 16; mine++)
        for (int theirs = 1; theirs < 16; theirs++) {
            for (int result = 0; result < RESULTS; result++) {
                const u8* n = p.dice.counts[result];
                bool my = false, their = false;
                for (int row = 0; row < ROWS; row++) {
                    my |= (mine >> row & 1) && (n[row] || n[ROSE]);
                    their |= (theirs >> row & 1) && (n[row] || n[ROSE]);
                }
                bool idle = !(my && n[SKULL] < CURSE) && !(their && n[SKULL]);
                
                for (int lane = 0; lane < STATES; lane++) s.keep[PARTIAL + result][lane] = idle;
            }
            turn(s, p.dice, 0, 1);
            p.rules.idle[mine][theirs] = s.keep[0][0];
        }
}

static Problem* make_problem(const int* pad) {
    Problem* p = new Problem;
    read_pad(pad, p->rules);
    make_dice(p->dice);
    u64 size = u64(p->rules.rows) * p->rules.rows;
    make_ranks(p->ranks, int(size));
    p->count = size * (size + 1) * (size + 2) * (size + 3) / 24;
    make_idle(*p);
    return p;
}

extern "C" void calavera_size(const int* pad, u64* count, int* slots, int* rows) {
    Rules r;
    read_pad(pad, r);
    u64 size = u64(r.rows) * r.rows;
    *count = size * (size + 1) * (size + 2) * (size + 3) / 24;
    *rows = r.rows;
    *slots = 1;
    for (int line = 0; line <= r.lines; line++) if (r.slots[line] > *slots) *slots = r.slots[line];
}

extern "C" void calavera_idle(const int* pad, double* most) {
    Problem* p = make_problem(pad);
    memcpy(most, p->rules.idle, sizeof p->rules.idle);
    delete p;
}

#ifdef __CUDACC__

static void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

__global__ void find_levels(const Problem* p, u8* levels, u64* sizes) {
    __shared__ unsigned int here[256];
    here[threadIdx.x] = 0;
    __syncthreads();
    u64 index = u64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index < p->count) {
        u8 level = level_to_solve(*p, u32(index));
        levels[index] = level;
        if (level != 255) atomicAdd(&here[level], slots_of(*p, u32(index)));
    }
    __syncthreads();
    if (here[threadIdx.x])
        atomicAdd((unsigned long long*)&sizes[threadIdx.x], (unsigned long long)here[threadIdx.x]);
}

__global__ void collect(const Problem* p, const u8* levels, int level, u64* work, u64* size) {
    __shared__ unsigned int here;
    __shared__ u64 base;
    for (u64 start = u64(blockIdx.x) * blockDim.x; start < p->count;
         start += u64(gridDim.x) * blockDim.x) {
        u64 index = start + threadIdx.x;
        if (threadIdx.x == 0) here = 0;
        __syncthreads();
        bool mine = index < p->count && levels[index] == level;
        int slots = mine ? slots_of(*p, u32(index)) : 0;
        unsigned int place = mine ? atomicAdd(&here, slots) : 0;
        __syncthreads();
        if (threadIdx.x == 0 && here) base = atomicAdd((unsigned long long*)size, (unsigned long long)here);
        __syncthreads();
        for (int slot = 0; slot < slots; slot++) work[base + place + slot] = u64(slot) << 32 | index;
    }
}

extern __shared__ __align__(16) unsigned char shared_memory[];

__global__ void __launch_bounds__(THREADS, 1)
solve_level(const Problem* p, double* table, const u64* work, u64 size, double tolerance,
            Report* report) {
    u64 from = u64(blockIdx.x) * (STATES / 2);
    int pairs = int(size - from < STATES / 2 ? size - from : STATES / 2);
    solve_block(*(Block*)shared_memory, *p, table, work + from, pairs, tolerance, *report,
                threadIdx.x, THREADS);
}

// `table`: slots * count numbers in the device's memory.
extern "C" int calavera_solve(const int* pad, double tolerance, double* table, Report* result,
                              int verbose) {
    Problem* host = make_problem(pad);
    Problem* p; u8* levels; u64* sizes; u64* size; u64* work; Report* report;
    u64 count = host->count, all[256], most = 0;
    check(cudaMalloc(&p, sizeof(Problem)), "problem");
    check(cudaMalloc(&levels, count), "levels");
    check(cudaMalloc(&sizes, sizeof all), "sizes");
    check(cudaMalloc(&size, sizeof *size), "size");
    check(cudaMalloc(&report, sizeof *report), "report");
    check(cudaMemcpy(p, host, sizeof(Problem), cudaMemcpyHostToDevice), "copy");
    check(cudaMemset(sizes, 0, sizeof all), "clear");
    check(cudaMemset(report, 0, sizeof *report), "clear");
    find_levels<<<unsigned((count + 255) / 256), 256>>>(p, levels, sizes);
    check(cudaMemcpy(all, sizes, sizeof all, cudaMemcpyDeviceToHost), "levels");
    for (int level = 0; level < 255; level++) if (all[level] > most) most = all[level];
    check(cudaMalloc(&work, most * sizeof *work), "work");
    check(cudaFuncSetAttribute(solve_level, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               int(sizeof(Block))), "shared memory");
    for (int level = 254; level >= 0; level--) {
        if (!all[level]) continue;
        check(cudaMemset(size, 0, sizeof *size), "clear");
        collect<<<132 * 16, 256>>>(p, levels, level, work, size);
        unsigned blocks = unsigned((all[level] + STATES / 2 - 1) / (STATES / 2));
        solve_level<<<blocks, THREADS, sizeof(Block)>>>(p, table, work, all[level], tolerance, report);
        if (verbose) {
            check(cudaMemcpy(result, report, sizeof *result, cudaMemcpyDeviceToHost), "solve");
            printf("level %d: %llu pairs, %llu turns so far, at most %u rounds, error %.1e\n", level,
                   (unsigned long long)all[level], (unsigned long long)result->evaluations,
                   result->rounds, result->worst);
            fflush(stdout);
        }
    }
    check(cudaMemcpy(result, report, sizeof *result, cudaMemcpyDeviceToHost), "solve");
    check(cudaGetLastError(), "solve");
    cudaFree(p); cudaFree(levels); cudaFree(sizes); cudaFree(size); cudaFree(work); cudaFree(report);
    delete host;
    return result->poisoned;
}

#else

extern "C" int calavera_solve(const int* pad, double tolerance, double* table, Report* result,
                              int verbose) {
    Problem* p = make_problem(pad);
    memset(result, 0, sizeof *result);
    std::vector<std::vector<u64>> work(256);
    for (u64 index = 0; index < p->count; index++) {
        u8 level = level_to_solve(*p, u32(index));
        if (level == 255) continue;
        for (int slot = 0; slot < slots_of(*p, u32(index)); slot++)
            work[level].push_back(u64(slot) << 32 | index);
    }
    Block* block = new Block;
    for (int level = 254; level >= 0; level--) {
        if (verbose && work[level].size()) printf("level %d: %zu pairs\n", level, work[level].size());
        for (u64 item : work[level]) solve_block(*block, *p, table, &item, 1, tolerance, *result, 0, 1);
    }
    delete block;
    delete p;
    return result->poisoned;
}

#endif
