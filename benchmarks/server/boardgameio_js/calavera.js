// The rules of Calavera for two, as a game of boardgame.io.
const { INVALID_MOVE } = require("boardgame.io/core");

const COLOURS = ["orange", "green", "pink", "black"];
const FACES = [...COLOURS, "rose", "skull"];
const DICE = 6;
const ROLLS = 3;
const CURSE = 3;
const BOXES = [0, 0, 0, 0, 0, 4, 5, 6, 8, 10, 3, 0, -3];
const POINTS = 6;
const DEATH = 11;
const ROSES = [2, 2, 2, 3, 3];
const LINES = [3, 6, 9];
const FIRST = [4, 5, 6];
const LATER = [2, 3, 4];

const emptySheet = () => ({
  crosses: [0, 0, 0, 0],
  frozen: [false, false, false, false],
  bonus: [0, 0, 0],
});
const count = (G, face) => G.faces.filter((shown) => shown === face).length;
const isOpen = (sheet, row) => !sheet.frozen[row] && sheet.crosses[row] < BOXES.length;
const finished = (sheet) => sheet.frozen.every(Boolean);

function rolled(G, ctx, random, events, dice) {
  const drawn = random.D6(dice.length);
  dice.forEach((die, place) => {
    G.faces[die] = FACES[drawn[place] - 1];
  });
  G.rolls += 1;
  if (count(G, "skull") >= CURSE) letOthersPick(G, ctx, events);
  else {
    G.phase = "use";
    G.to_act = [Number(ctx.currentPlayer)];
  }
}

function letOthersPick(G, ctx, events) {
  G.phase = "pick";
  G.to_act = [1 - Number(ctx.currentPlayer)];
  events.setActivePlayers({ others: "pick" });
}

function crossed(G, seat, use, row) {
  const sheet = G.sheets[seat];
  const place = COLOURS.indexOf(row);
  sheet.crosses[place] = Math.min(sheet.crosses[place] + count(G, use), BOXES.length);
  if (sheet.crosses[place] >= DEATH) sheet.frozen[place] = true;
}

function settle(G) {
  LINES.forEach((line, place) => {
    const reached = G.sheets.filter(
      (sheet) => !sheet.bonus[place] && Math.min(...sheet.crosses) >= line,
    );
    if (!reached.length) return;
    const taken = G.sheets.some((sheet) => sheet.bonus[place]);
    for (const sheet of reached) sheet.bonus[place] = (taken ? LATER : FIRST)[place];
  });
}

function mayMark(G, seat, use, row) {
  const place = COLOURS.indexOf(row);
  if (place < 0 || (use !== "rose" && use !== row) || use === G.used) return false;
  return count(G, use) > 0 && isOpen(G.sheets[seat], place);
}

function mayFreeze(G, seat, row) {
  const place = COLOURS.indexOf(row);
  const sheet = G.sheets[seat];
  const crosses = sheet.crosses[place];
  if (place < 0 || sheet.frozen[place] || crosses < POINTS || crosses >= DEATH) return false;
  return count(G, "rose") >= ROSES[crosses - POINTS];
}

const mayUse = (G, seat) =>
  COLOURS.some((row) => mayMark(G, seat, row, row) || mayMark(G, seat, "rose", row));

function used(G, ctx, events, kind) {
  settle(G);
  G.used = kind;
  if (finished(G.sheets[ctx.currentPlayer])) end(G, events);
  else if (count(G, "skull") === 0) events.endTurn();
  else letOthersPick(G, ctx, events);
}

function picked(G, events) {
  settle(G);
  if (G.sheets.some(finished)) end(G, events);
  else events.endTurn();
}

function end(G, events) {
  G.phase = "over";
  G.to_act = [];
  G.scores = G.sheets.map(score);
  events.endGame({ scores: G.scores });
}

function score(sheet) {
  const rows = sheet.crosses.map((crosses, row) =>
    crosses && (sheet.frozen[row] || (crosses >= POINTS && crosses < DEATH))
      ? BOXES[crosses - 1]
      : 0,
  );
  return [...rows, ...sheet.bonus].reduce((sum, points) => sum + points, 0);
}

const calavera = {
  name: "calavera",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({
    phase: "roll",
    to_act: [],
    faces: [],
    rolls: 0,
    used: null,
    sheets: [emptySheet(), emptySheet()],
    scores: [0, 0],
  }),
  turn: {
    onBegin: ({ G, ctx, random, events }) => {
      Object.assign(G, { faces: [], rolls: 0, used: null });
      rolled(G, ctx, random, events, [...Array(DICE).keys()]);
    },
    stages: {
      pick: {
        moves: {
          mark: ({ G, events, playerID }, use, row) => {
            if (!mayMark(G, playerID, use, row)) return INVALID_MOVE;
            crossed(G, playerID, use, row);
            return picked(G, events);
          },
          skip: ({ G, events, playerID }) => {
            if (mayUse(G, playerID)) return INVALID_MOVE;
            return picked(G, events);
          },
        },
      },
    },
  },
  moves: {
    reroll: ({ G, ctx, random, events }, dice) => {
      const wrong = dice.some((die) => !G.faces[die] || G.faces[die] === "skull");
      if (G.rolls >= ROLLS || !dice.length || wrong) return INVALID_MOVE;
      return rolled(G, ctx, random, events, dice);
    },
    mark: ({ G, ctx, events, playerID }, use, row) => {
      if (!mayMark(G, playerID, use, row)) return INVALID_MOVE;
      crossed(G, playerID, use, row);
      return used(G, ctx, events, use);
    },
    freeze: ({ G, ctx, events, playerID }, row) => {
      if (!mayFreeze(G, playerID, row)) return INVALID_MOVE;
      G.sheets[playerID].frozen[COLOURS.indexOf(row)] = true;
      return used(G, ctx, events, "rose");
    },
    skip: ({ G, ctx, events, playerID }) => {
      if (mayUse(G, playerID)) return INVALID_MOVE;
      return used(G, ctx, events, null);
    },
  },
};

module.exports = { calavera };
