// A message about a table may tell only what has changed since the last one: here it is made whole.

/** Put chat and picture into a message's table; `last` is the one that came before, over the same connection. */
export function whole(message, last) {
  const { table, chat } = message;
  if (chat) table.chat = [...(last?.chat || []).slice(chat.drop), ...chat.lines];
  if (table.changes) table.picture = redrawn(last?.picture || "", table.changes);
  delete table.changes;
  return { chat: table.chat, picture: table.picture };
}

/** A picture from the last one: stretches of it, each given by place and length, and new text. */
function redrawn(old, changes) {
  return changes.map((one) => (typeof one === "string" ? one : old.slice(one[0], one[0] + one[1]))).join("");
}
