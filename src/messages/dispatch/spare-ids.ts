/** Ids for messages that are claimed: more are offered than it takes, and what was not used serves the next time. */
export interface SpareIds {
  /** They are gone until they are given back: after a claim without an answer they may be in use. */
  take(count: number): string[];
  /** Keeps those of the offered ids that none of the messages carries. */
  giveBack(offered: readonly string[], messages: readonly { reserved_wa_id: string }[]): void;
}

export function createSpareIds(makeId: () => string): SpareIds {
  let spare: string[] = [];
  return {
    take(count) {
      const ids = spare.slice(0, count);
      spare = spare.slice(count);
      while (ids.length < count) ids.push(makeId());
      return ids;
    },

    giveBack(offered, messages) {
      const used = new Set(messages.map(({ reserved_wa_id }) => reserved_wa_id));
      spare.push(...offered.filter((id) => !used.has(id)));
    },
  };
}
