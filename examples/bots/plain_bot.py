#!/usr/bin/env python3
"""A bot in plain Python, without Harena: goes on while little is at stake, takes what is worth having.

Made for Dawn Raid; in any other game it takes an action by chance.

    harena play dawn_raid --seats You,"bot:program:python3 examples/bots/plain_bot.py"
"""

import json
import random
import sys

WORTH_TAKING = 4  # cards


def choose(view, actions, chance):
    """One of the open actions."""
    if "raid:end" not in actions:
        return chance.choice(actions)
    at_stake = len(view["pot"]) + len(view["attack"]) + len(view["defence"])
    return "raid:end" if at_stake >= WORTH_TAKING else chance.choice(actions)


def answer(message):
    print(json.dumps(message), flush=True)  # without the flush the line stays here, and Harena waits in vain


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        answer({"type": "ready", "name": "Plain bot"})
    elif message["type"] == "decide":
        actions = [entry["action"] for entry in message["actions"]]
        action = choose(message["view"], actions, random.Random(message["seed"]))
        answer({"type": "action", "number": message["number"], "action": action})
