// boardgame.io's own server, in memory, with a duel of two hands of cards: the peer of bench/server_peers.py.
const { Server } = require("boardgame.io/server");

const CARDS = 60;
const HAND = 5;

const card = (number) => ({
  id: number,
  name: `Card number ${number}`,
  cost: number % 7,
  strength: (number * 5) % 11,
  text: "When this card is played it does what a card of this kind does.",
});

const deal = (random) => {
  const deck = random.Shuffle([...Array(CARDS).keys()].map(card));
  return { hand: deck.splice(0, HAND), deck, played: [] };
};

const duel = {
  name: "duel",
  setup: ({ random, ctx }) => ({ life: ctx.playOrder.map(() => 1000000), sides: ctx.playOrder.map(() => deal(random)) }),
  moves: {
    play: ({ G, ctx, random }, number) => {
      const side = G.sides[Number(ctx.currentPlayer)];
      const [used] = side.hand.splice(number % side.hand.length, 1);
      G.life[1 - Number(ctx.currentPlayer)] -= used.strength;
      side.played.push(used);
      if (!side.deck.length) side.deck = random.Shuffle(side.played.splice(0));
      side.hand.push(side.deck.pop());
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  // What is hidden is not sent: nobody sees a deck, or another's hand.
  playerView: ({ G, playerID }) => ({
    ...G,
    sides: G.sides.map((side, seat) => ({
      hand: String(seat) === playerID ? side.hand : side.hand.length,
      deck: side.deck.length,
      played: side.played.slice(-8),
    })),
  }),
};

const parent = Number(process.argv[3]);
setInterval(() => { if (process.ppid !== parent) process.exit(0); }, 500);
const server = Server({ games: [duel], origins: [/.*/] });
server.run({ port: Number(process.argv[2]), lobbyConfig: {} }, () => console.log("ready"));
