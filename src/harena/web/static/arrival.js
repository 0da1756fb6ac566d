// How somebody came to this table: by an invitation, by their personal link, from a list; and what to tell them if in vain.
import { $, ask, forgetInvite, keep } from "./base.js";
import { CLOSED, explain, FULL, lookOn, refusal, USED, WRONG } from "./gone.js";
import { here } from "./here.js";

const SECRET = /^#(key\.)?(\d)\.([\w-]{8,64})$/;

export class Arrival {
  /** Secrets travel behind the #, which no browser sends: an invitation "1.secret", a seat's key "key.1.secret". */
  constructor() {
    const { hash } = location;
    const [, own, seat, secret] = hash.match(SECRET) || [];
    this.joins = hash === "#join"; // wanted to join, as a list of tables offered
    this.moved = own ? Number(seat) : undefined;
    this.invited = secret && !own ? { seat: Number(seat), invite: secret } : null;
    this.broken = !secret && hash.length > 1 && !this.joins; // a link that was cut off
    if (secret) keep(here.id, { [own ? "keys" : "invites"]: { [seat]: secret } });
    if (hash) history.replaceState(null, "", location.pathname);
    $("look-on").addEventListener("click", lookOn);
  }

  /** The table is shown for the first time: can what somebody came for be done? */
  async seen() {
    const { joins, invited, broken } = this;
    Object.assign(this, { joins: false, invited: null, broken: false });
    if (here.yours.length) return;
    if (broken) explain(WRONG, true);
    else if (invited) await this.tell(invited, true);
    else if (joins && !here.now.seats.some((seat) => !seat.taken && seat.kind === "open")) explain(FULL, true);
  }

  /** The table is not shown to this browser. */
  async turnedAway(text, status) {
    if (status === 403 && this.invited) await this.tell(this.invited, false);
    else if (status === 403 && this.broken) explain(WRONG);
    else if (status === 403 && this.joins) explain({ ...FULL, text: `${FULL.text} ${CLOSED.text}` });
    else explain(refusal(status, text));
  }

  /** Somebody else was quicker. */
  late() {
    explain(FULL, true);
  }

  /** Is the invitation good? If not, say so. */
  async tell({ seat, invite }, mayLookOn) {
    try {
      const { state } = await ask(`/api/tables/${here.id}/invitation`, { seat, invite });
      if (state === "free") return;
      forgetInvite(here.id, seat);
      explain(state === "taken" ? USED : WRONG, mayLookOn);
    } catch (error) {
      if (!mayLookOn) explain(refusal(error.status, error.message));
    }
  }
}
