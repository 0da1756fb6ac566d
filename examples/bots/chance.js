// A bot in JavaScript: any open action, for every game.
//
//     harena play dawn_raid --seats You,"bot:program:node examples/bots/chance.js"

const lines = require("node:readline").createInterface({ input: process.stdin });

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "game") {
    say({ type: "ready", name: "Chance" });
  } else if (message.type === "decide") {
    const chosen = message.actions[message.seed % message.actions.length];
    say({ type: "action", number: message.number, action: chosen.action });
  }
});
