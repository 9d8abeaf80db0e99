const MOST_ENTRIES = 10_000;

/** One call of the Graph API. */
export interface RequestEntry {
  seq: number;
  at: string;
  method: string;
  /** Path and query as asked, tokens in the query excepted. */
  path: string;
  call: string;
  phone_number_id: string | null;
  /** Last characters of the token. */
  token_ending: string | null;
  to: string | null;
  biz_opaque_callback_data: string | null;
  /** The JSON of the request, or the parts of a form. */
  body: unknown;
  /** null: no answer was given (yet). */
  status: number | null;
  /** The provider's code, when it refused. */
  code: number | null;
  /** `answered`, or what happened instead of an answer. */
  outcome: 'open' | 'answered' | 'hung' | 'dropped' | 'reset';
  message_id: string | null;
  /** The fault that hit it. */
  fault_id: number | null;
}

export interface RequestFilter {
  after: number;
  limit: number;
  call?: string | undefined;
  phone_number_id?: string | undefined;
  to?: string | undefined;
}

/** The latest calls; older ones are only counted. */
export class RequestLog {
  #entries: RequestEntry[] = [];
  #start = 0;
  #nextSeq = 1;
  #totals = new Map<string, number>();

  add(entry: Omit<RequestEntry, 'seq'>): RequestEntry {
    const logged = { seq: this.#nextSeq++, ...entry };
    this.#entries.push(logged);
    // Moving the start is cheap, moving the entries is done once in a while.
    if (this.#entries.length - this.#start > MOST_ENTRIES) this.#start += 1;
    if (this.#start >= MOST_ENTRIES) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
    this.#totals.set(entry.call, (this.#totals.get(entry.call) ?? 0) + 1);
    return logged;
  }

  /** Oldest first. */
  list({ after, limit, ...wanted }: RequestFilter): RequestEntry[] {
    return this.#entries
      .slice(this.#start)
      .filter((entry) => entry.seq > after)
      .filter((entry) => wanted.call === undefined || entry.call === wanted.call)
      .filter(
        (entry) => wanted.phone_number_id === undefined || entry.phone_number_id === wanted.phone_number_id,
      )
      .filter((entry) => wanted.to === undefined || entry.to === wanted.to)
      .slice(0, limit);
  }

  /** Calls since the start or the last `clear`, by kind. */
  totals(): Record<string, number> {
    return Object.fromEntries(this.#totals);
  }

  clear(): void {
    this.#entries = [];
    this.#start = 0;
    this.#totals.clear();
  }
}
