// How somebody came to this table: by an invitation, by their personal link, from a list; and what to tell them if in vain.
import { $, ask, forgetInvite, keep, keepName, kept, myName, say, sit } from "./base.js";
import { CLOSED, explain, FREE, FULL, KEPT, lookOn, PLAYED, refusal, USED, WRONG } from "./gone.js";
import { here } from "./here.js";

const SECRET = /^#(key\.)?(\d)\.([\w-]{8,64})$/;

/** A seat that a bot plays, and that whoever looks here may take. */
function freeSeat() {
  const { invites } = kept(here.id);
  const seat = here.now.seats.findIndex((one, number) => !one.taken && (one.kind === "open" || invites[number]));
  return seat < 0 ? null : { seat, invite: invites[seat] };
}

/** An invitation that this browser came with before. */
function keptInvitation() {
  const [found] = Object.entries(kept(here.id).invites);
  return found && { seat: Number(found[0]), invite: found[1] };
}

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
    this.offered = null; // a seat in a game under way, that a bot plays until somebody comes
    $("late").addEventListener("submit", (event) => {
      event.preventDefault();
      this.comeLate();
    });
  }

  /** The table is shown for the first time: can what somebody came for be done? */
  async seen() {
    const { joins, invited, broken } = this;
    Object.assign(this, { joins: false, invited: null, broken: false });
    if (here.yours.length) return;
    if (broken) explain(WRONG, true);
    else if (invited) await this.tell(invited, true);
    else if (here.now.status === "running" && !this.offered && freeSeat()) this.offer(freeSeat(), true);
    else if (joins && !here.now.seats.some((seat) => !seat.taken && seat.kind === "open")) explain(FULL, true);
  }

  /** The table is not shown to this browser. */
  async turnedAway(text, status) {
    const invited = this.invited || keptInvitation();
    if (status === 403 && invited) await this.tell(invited, false);
    else if (status === 403 && this.broken) explain(WRONG);
    else if (status === 403 && this.joins) explain({ ...FULL, text: `${FULL.text} ${CLOSED.text}` });
    else explain(refusal(status, text));
  }

  /** Somebody else was quicker. */
  late() {
    explain(FULL, true);
  }

  /** A bot plays on a seat that somebody here may take. */
  offer(offered, mayLookOn) {
    this.offered = offered;
    explain(offered.invite ? KEPT : FREE, mayLookOn);
    $("late-name").value = myName();
    $("late").hidden = false;
  }

  async comeLate() {
    const { seat, invite } = this.offered;
    keepName($("late-name").value);
    try {
      await sit(here.id, seat, $("late-name").value.trim(), invite, true);
      location.reload();
    } catch (error) {
      say($("late-refused"), error.message);
    }
  }

  /** Is the invitation good? If not, say so. */
  async tell({ seat, invite }, mayLookOn) {
    try {
      const { state, begun } = await ask(`/api/tables/${here.id}/invitation`, { seat, invite });
      if (state === "free" && begun) this.offer({ seat, invite }, mayLookOn);
      if (state === "free") return;
      forgetInvite(here.id, seat);
      explain({ taken: USED, over: PLAYED }[state] || WRONG, mayLookOn);
    } catch (error) {
      if (!mayLookOn) explain(refusal(error.status, error.message));
    }
  }
}
