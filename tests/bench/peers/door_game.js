// The peer for whole games: a door-kicking game with 168 cards on boardgame.io's reducer, no network.
// It has the plainest rules that still give a game of this kind: hands, gear, kicks, helpers, flight, Charity.
const { InitializeGame, CreateGameReducer, ProcessGameConfig } = require('boardgame.io/internal');
const { INVALID_MOVE } = require('boardgame.io/core');

const CARDS = [];
for (let i = 0; i < 37; i++) CARDS.push({ kind: 'monster', level: 1 + (i * 19) % 20, treasures: 1 + (i % 4) });
for (let i = 0; i < 19; i++) CARDS.push({ kind: 'curse' });
for (let i = 0; i < 39; i++) CARDS.push({ kind: 'class', bonus: i % 2 });
for (let i = 0; i < 40; i++) CARDS.push({ kind: 'item', bonus: 1 + (i % 5), value: 200 + 100 * (i % 6) });
for (let i = 0; i < 24; i++) CARDS.push({ kind: 'shot', bonus: 2 + (i % 4) });
for (let i = 0; i < 9; i++) CARDS.push({ kind: 'level' });

const draw = (G, random, deck, n, hand) => {
  for (let i = 0; i < n; i++) {
    if (!G[deck].length) { G[deck] = random.Shuffle(G[deck + 'Gone']); G[deck + 'Gone'] = []; }
    if (G[deck].length) hand.push(G[deck].pop());
  }
};
const away = (G, card) => (card < 95 ? G.doorsGone : G.treasuresGone).push(card);
const strength = (seat) => seat.level + seat.table.reduce((sum, card) => sum + (CARDS[card].bonus || 0), 0);

const game = {
  name: 'doors',
  setup: ({ random, ctx }) => {
    const all = [...CARDS.keys()];
    const G = {
      doors: random.Shuffle(all.slice(0, 95)), doorsGone: [],
      treasures: random.Shuffle(all.slice(95)), treasuresGone: [],
      seats: [...Array(ctx.numPlayers)].map(() => ({ level: 1, hand: [], table: [] })),
      phase: 'arrange', monster: null, party: 0, helper: null, passes: 0,
    };
    for (const seat of G.seats) { draw(G, random, 'doors', 4, seat.hand); draw(G, random, 'treasures', 4, seat.hand); }
    return G;
  },
  moves: {
    play: ({ G, ctx }, card) => {
      const seat = G.seats[ctx.currentPlayer];
      const at = seat.hand.indexOf(card);
      if (at < 0 || G.phase === 'passing') return INVALID_MOVE;
      seat.hand.splice(at, 1);
      const kind = CARDS[card].kind;
      if (kind === 'item' || kind === 'class') { seat.table.push(card); return; }
      if (kind === 'shot' && G.monster !== null) G.party += CARDS[card].bonus;
      if (kind === 'level' && seat.level < 9) seat.level++;
      if (kind === 'curse') { const other = G.seats[(+ctx.currentPlayer + 1) % ctx.numPlayers]; other.level = Math.max(1, other.level - 1); }
      away(G, card);
    },
    kick: ({ G, ctx, random }) => {
      if (G.phase !== 'arrange') return INVALID_MOVE;
      const seat = G.seats[ctx.currentPlayer];
      const opened = [];
      draw(G, random, 'doors', 1, opened);
      const card = opened[0];
      if (card !== undefined && CARDS[card].kind === 'monster') { G.monster = card; G.party = strength(seat); G.phase = 'fight'; return; }
      if (card !== undefined) { if (CARDS[card].kind === 'curse') { seat.level = Math.max(1, seat.level - 1); away(G, card); } else seat.hand.push(card); }
      draw(G, random, 'doors', 1, seat.hand);
      G.phase = 'after';
    },
    help: ({ G, ctx }, other) => {
      if (G.phase !== 'fight' || G.helper !== null || other === +ctx.currentPlayer) return INVALID_MOVE;
      G.helper = other; G.party += strength(G.seats[other]);
    },
    claim: ({ G }) => { if (G.phase !== 'fight' || G.party <= CARDS[G.monster].level) return INVALID_MOVE; G.phase = 'passing'; G.passes = 0; },
    pass: ({ G, ctx, random, events }) => {
      if (G.phase !== 'passing') return INVALID_MOVE;
      if (++G.passes < ctx.numPlayers - 1) return;
      const seat = G.seats[ctx.currentPlayer];
      seat.level++;
      draw(G, random, 'treasures', CARDS[G.monster].treasures, seat.hand);
      away(G, G.monster); G.monster = null; G.helper = null; G.phase = 'after';
      if (seat.level >= 10) events.endGame({ winner: ctx.currentPlayer });
    },
    flee: ({ G, ctx, random }) => {
      if (G.phase !== 'fight') return INVALID_MOVE;
      const seat = G.seats[ctx.currentPlayer];
      if (random.D6() < 5) { seat.level = Math.max(1, seat.level - 1); if (seat.table.length) away(G, seat.table.pop()); }
      away(G, G.monster); G.monster = null; G.helper = null; G.phase = 'after';
    },
    end: ({ G, ctx, random, events }) => {
      if (G.phase !== 'after') return INVALID_MOVE;
      const seat = G.seats[ctx.currentPlayer];
      const left = G.seats[(+ctx.currentPlayer + 1) % ctx.numPlayers];
      while (seat.hand.length > 5) left.hand.push(seat.hand.pop());
      G.phase = 'arrange';
      events.endTurn();
    },
  },
};

const legal = (G, ctx) => {
  const found = [];
  const seat = G.seats[ctx.currentPlayer];
  if (G.phase === 'passing') return [['pass', []]];
  for (const card of seat.hand) found.push(['play', [card]]);
  if (G.phase === 'arrange') found.push(['kick', []]);
  if (G.phase === 'fight') {
    found.push(G.party > CARDS[G.monster].level ? ['claim', []] : ['flee', []]);
    if (G.helper === null) for (let other = 0; other < G.seats.length; other++) if (other !== +ctx.currentPlayer) found.push(['help', [other]]);
  }
  if (G.phase === 'after') found.push(['end', []]);
  return found;
};

const seconds = +process.argv[2];
let seed = 1, steps = 0, games = 0;
const lot = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
const started = process.hrtime.bigint();
const spent = () => Number(process.hrtime.bigint() - started) / 1e9;
while (spent() < seconds) {
  const config = ProcessGameConfig({ ...game, seed: 's' + games });
  const reducer = CreateGameReducer({ game: config });
  let state = InitializeGame({ game: config, numPlayers: 4 });
  while (state.ctx.gameover === undefined) {
    const moves = legal(state.G, state.ctx);
    const [type, args] = moves[lot(moves.length)];
    const before = state._stateID;
    state = reducer(state, { type: 'MAKE_MOVE', payload: { type, args, playerID: state.ctx.currentPlayer } });
    if (state._stateID === before) throw new Error('refused: ' + type);
    steps++;
  }
  games++;
}
console.log(JSON.stringify({ steps_per_second: steps / spent(), games_per_second: games / spent(), steps_per_game: steps / games }));
