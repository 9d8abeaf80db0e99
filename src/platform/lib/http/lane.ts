/**
 * - messages, contacts: written in batches, so that many of them share a connection to the database.
 * - reads, pages: of the contract, never refused. Pages can be large; unread ones delay no other read.
 * - files: large answers. Slow downloads delay no other call.
 * - streams: answers that last. Only their opening is work.
 * - outside: waits for other servers, or has its own limit.
 * - expensive: keeps a connection to the database for long.
 * - ordinary: all others.
 */
export type LaneName =
  | 'messages'
  | 'contacts'
  | 'reads'
  | 'pages'
  | 'files'
  | 'streams'
  | 'outside'
  | 'expensive'
  | 'ordinary';

/** Who shares a lane: an account, or the network of callers without one. */
type Sharer = number | string;

/** All but `total` and `waitingOfAll` are for one sharer. */
export interface LaneLimits {
  /** Calls in work. */
  working: number;
  /**
   * Answers that have not left the process. At this number no further call starts. Without it, a call is in work
   * until its answer has left or its client has gone, and needs no `answered`.
   */
  unread?: number;
  /** Waiting calls. Further calls are refused. Default: no limit. */
  waiting?: number;
  /** Calls in work of all accounts, which get them by turns. Default: no limit. */
  total?: number;
  /** Waiting calls of all sharers. Beyond them, a call takes the place of the newest one of the sharer with most. */
  waitingOfAll?: number;
}

export interface LaneCall {
  readonly lane: Lane;
  readonly sharer: Sharer;
  /** Runs once, when the work may begin. It never runs after `left`. */
  readonly start: () => void;
  /** Runs in place of `start` when another sharer takes the place of the waiting call. */
  readonly refuse: () => void;
  /** Changed by the lane only. */
  step: 'new' | 'waiting' | 'working' | 'answered' | 'over';
  hasLeft: boolean;
}

interface Share {
  readonly sharer: Sharer;
  working: number;
  unread: number;
  readonly waiting: Set<LaneCall>;
}

export function newCall(
  lane: Lane,
  sharer: Sharer,
  start: () => void,
  refuse: () => void = () => {},
): LaneCall {
  return { lane, sharer, start, refuse, step: 'new', hasLeft: false };
}

/**
 * Calls of one kind. Those above the share of their account wait in the order of their arrival. A call takes
 * its place until its answer has left the process, so that unread answers cost their account only.
 */
export class Lane {
  readonly #working: number;
  readonly #unread: number;
  readonly #isAnswered: boolean;
  readonly #waiting: number;
  readonly #total: number;
  readonly #waitingOfAll: number;
  readonly #shares = new Map<Sharer, Share>();
  /** Accounts with waiting calls. The first one is next. */
  readonly #turns = new Set<Share>();
  #inWork = 0;
  #isScheduled = false;

  constructor(limits: LaneLimits) {
    this.#working = limits.working;
    this.#unread = limits.unread ?? Number.POSITIVE_INFINITY;
    this.#isAnswered = limits.unread !== undefined;
    this.#waiting = limits.waiting ?? Number.POSITIVE_INFINITY;
    this.#total = limits.total ?? Number.POSITIVE_INFINITY;
    this.#waitingOfAll = limits.waitingOfAll ?? Number.POSITIVE_INFINITY;
  }

  /** Starts the call or lets it wait. False: too many calls wait. */
  enter(call: LaneCall): boolean {
    const share = this.#shareOf(call.sharer);
    if (share.waiting.size === 0 && this.#mayStart(share)) {
      this.#start(call, share);
      return true;
    }
    if (share.waiting.size >= this.#waiting || !this.#hasRoom(share)) {
      this.#forget(share);
      return false;
    }
    call.step = 'waiting';
    share.waiting.add(call);
    this.#turns.add(share);
    return true;
  }

  /** The work has ended, and the answer is on its way. May be called again. */
  answered(call: LaneCall): void {
    if (call.step !== 'working') return;
    const share = this.#shareOf(call.sharer);
    call.step = 'answered';
    this.#endWork(share);
    share.unread += 1;
    if (call.hasLeft) this.#end(call, share);
    else this.#schedule();
  }

  /** The answer has left, or the client has gone. Its work still counts until `answered`. */
  left(call: LaneCall): void {
    call.hasLeft = true;
    if (call.step === 'new' || call.step === 'over') return;
    if (call.step === 'working' && this.#isAnswered) return;
    this.#end(call, this.#shareOf(call.sharer));
  }

  #endWork(share: Share): void {
    share.working -= 1;
    this.#inWork -= 1;
  }

  #end(call: LaneCall, share: Share): void {
    if (call.step === 'working') this.#endWork(share);
    if (call.step === 'answered') share.unread -= 1;
    share.waiting.delete(call);
    call.step = 'over';
    if (share.waiting.size === 0) this.#turns.delete(share);
    this.#forget(share);
    this.#schedule();
  }

  #forget(share: Share): void {
    if (share.working + share.unread + share.waiting.size === 0) this.#shares.delete(share.sharer);
  }

  /** A sharer with many waiting calls gives the place of one to a sharer with fewer. */
  #hasRoom({ waiting }: Share): boolean {
    if (this.#waitingOfAll === Number.POSITIVE_INFINITY) return true;
    const shares = [...this.#turns];
    if (shares.reduce((sum, each) => sum + each.waiting.size, 0) < this.#waitingOfAll) return true;
    const most = shares.reduce((one, other) => (other.waiting.size > one.waiting.size ? other : one));
    const newest = [...most.waiting].at(-1);
    if (newest === undefined || most.waiting.size <= waiting.size + 1) return false;
    most.waiting.delete(newest);
    newest.step = 'over';
    newest.refuse();
    return true;
  }

  #shareOf(sharer: Sharer): Share {
    const known = this.#shares.get(sharer);
    if (known) return known;
    const share = { sharer, working: 0, unread: 0, waiting: new Set<LaneCall>() };
    this.#shares.set(sharer, share);
    return share;
  }

  #mayStart({ working, unread }: Share): boolean {
    return working < this.#working && unread < this.#unread && this.#inWork < this.#total;
  }

  #start(call: LaneCall, share: Share): void {
    call.step = 'working';
    share.working += 1;
    this.#inWork += 1;
    call.start();
  }

  /** Not at once: the answer that made room is written first. */
  #schedule(): void {
    if (this.#isScheduled || this.#turns.size === 0) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#startWaiting();
    });
  }

  #startWaiting(): void {
    for (const share of this.#turns) {
      const [call] = share.waiting;
      if (!call || !this.#mayStart(share)) continue;
      share.waiting.delete(call);
      this.#turns.delete(share);
      // Its next turn comes after those of the other accounts; this loop also comes to it.
      if (share.waiting.size > 0) this.#turns.add(share);
      this.#start(call, share);
    }
  }
}
