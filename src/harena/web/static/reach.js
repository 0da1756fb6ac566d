// From where this server can be reached: a link from a page at "localhost" is of no use to anybody else.
import { ask } from "./base.js";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
let found = null; // {only_here, address, command}, once the server has said so

/** Ask, where it matters; told() is called when there is an answer. */
export async function findReach(told) {
  if (!LOOPBACK.test(location.hostname)) return;
  try {
    found = await ask("/api/reach");
    told();
  } catch {
    // behind a proxy: its own address is the right one
  }
}

/** What others reach this server by. */
export const originForOthers = () => (found && !found.only_here && found.address) || location.origin;

/** null where others can connect; else how it would be done. */
export const onlyHere = () => (found?.only_here ? found : null);
