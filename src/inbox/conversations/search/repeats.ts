/** From this number of hits on, a conversation is left out of the next reads of the index: it is found already. */
const MIN_HITS = 8;
/** Each makes reading slower. */
const MAX_LEFT_OUT = 32;

/** Counts the hits of each conversation during a search. */
export class Repeats {
  readonly #hits = new Map<number, number>();

  add(hits: readonly { conversation_id: number }[]): void {
    for (const { conversation_id: id } of hits) this.#hits.set(id, (this.#hits.get(id) ?? 0) + 1);
  }

  /** The conversations with the most hits. */
  most(): number[] {
    return [...this.#hits]
      .filter(([, hits]) => hits >= MIN_HITS)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_LEFT_OUT)
      .map(([id]) => id);
  }
}
