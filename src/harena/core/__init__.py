"""What every game shares: state, actions, dice, events, packs, matches and their records."""
