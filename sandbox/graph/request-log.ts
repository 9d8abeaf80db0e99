const MAX_ENTRIES = 10_000;

export interface RequestEntry {
  seq: number;
  at: string;
  method: string;
  /** Without access tokens. */
  path: string;
  call: string;
  phone_number_id: string | null;
  token_ending: string | null;
  to: string | null;
  biz_opaque_callback_data: string | null;
  body: unknown;
  status: number | null;
  code: number | null;
  outcome: 'open' | 'answered' | 'hung' | 'dropped' | 'reset';
  message_id: string | null;
  fault_id: number | null;
}

export interface RequestFilter {
  after: number;
  limit: number;
  call?: string | undefined;
  phone_number_id?: string | undefined;
  to?: string | undefined;
}

/** Keeps the latest calls, and counts all. */
export class RequestLog {
  #entries: RequestEntry[] = [];
  #start = 0;
  #nextSeq = 1;
  #totals = new Map<string, number>();

  add(entry: Omit<RequestEntry, 'seq'>): RequestEntry {
    const logged = { seq: this.#nextSeq++, ...entry };
    this.#entries.push(logged);
    // Removing entries one by one is slow.
    if (this.#entries.length - this.#start > MAX_ENTRIES) this.#start += 1;
    if (this.#start >= MAX_ENTRIES) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
    this.#totals.set(entry.call, (this.#totals.get(entry.call) ?? 0) + 1);
    return logged;
  }

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

  /** Calls by kind since the last `clear`. */
  totals(): Record<string, number> {
    return Object.fromEntries(this.#totals);
  }

  clear(): void {
    this.#entries = [];
    this.#start = 0;
    this.#totals.clear();
  }
}
