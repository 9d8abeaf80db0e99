/**
 * - messages, contacts: written in batches, so that many of them share a database connection.
 * - reads, pages: of the contract, never refused. Pages can be large; unread ones delay no other read.
 * - files: large answers. Slow downloads delay no other call.
 * - uploads: files that arrive. Slow ones delay no other call.
 * - streams: answers that last. Only their opening is work.
 * - outside: waits for other servers, or has its own limit.
 * - answers: a language model may be asked. A slow one delays no other call.
 * - expensive: keeps a database connection for long.
 */
export type LaneName =
  | 'messages'
  | 'contacts'
  | 'reads'
  | 'pages'
  | 'files'
  | 'uploads'
  | 'streams'
  | 'outside'
  | 'answers'
  | 'expensive'
  | 'ordinary';

/** An account, or the network of callers without one. */
type Sharer = number | string;

export interface LaneLimits {
  /** Calls in work. */
  working: number;
  /**
   * Answers that have not left; at this number no further call starts. Without it, a call works until its answer has
   * left.
   */
  unread?: number;
  waiting?: number;
  total?: number;
  /** Beyond them, the sharer with most loses its newest call. */
  waitingOfAll?: number;
}

export interface LaneCall {
  readonly lane: Lane;
  readonly sharer: Sharer;
  /** Runs once, when the work may begin. It never runs after `left`. */
  readonly start: () => void;
  /** Runs in place of `start` when another sharer takes the place. */
  readonly refuse: () => void;
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

/** Calls above the share of their account wait in order. Unread answers count. */
export class Lane {
  readonly #working: number;
  readonly #unread: number;
  readonly #isAnswered: boolean;
  readonly #waiting: number;
  readonly #total: number;
  readonly #waitingOfAll: number;
  readonly #shares = new Map<Sharer, Share>();
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

  /** The answer is on its way. May be called again. */
  answered(call: LaneCall): void {
    if (call.step !== 'working') return;
    const share = this.#shareOf(call.sharer);
    call.step = 'answered';
    this.#endWork(share);
    share.unread += 1;
    if (call.hasLeft) this.#end(call, share);
    else this.#schedule();
  }

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

  /** The sharer with most gives a place. */
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

  /** First the answer that made room is written. */
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
      if (share.waiting.size > 0) this.#turns.add(share);
      this.#start(call, share);
    }
  }
}
