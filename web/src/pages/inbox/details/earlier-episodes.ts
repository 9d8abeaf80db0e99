import type { Schema } from '../../../api/schemas.ts';

type Entry = Pick<Schema<'TimelineEntry'>, 'kind' | 'actor' | 'episode' | 'created_at'>;

export interface Episode {
  number: number;
  /** Null: before the loaded entries. */
  openedAt: string | null;
  resolvedAt: string;
  /** Null: no person resolved it. */
  resolvedBy: string | null;
}

const NO_PERSONS = new Set(['customer', 'bot', 'phone', 'system', 'api']);

/** The episodes before the present one that the entries tell about, newest first. Entries are newest first too. */
export function earlierEpisodes(entries: readonly Entry[], present: number): Episode[] {
  const ends = entries.filter(({ kind, episode }) => kind === 'resolved' && episode < present);
  const last = ends.filter(
    (end, index) => ends.findIndex(({ episode }) => episode === end.episode) === index,
  );
  return last.map(({ episode, created_at, actor }) => ({
    number: episode,
    openedAt:
      entries.findLast((each) => each.kind === 'opened' && each.episode === episode)?.created_at ?? null,
    resolvedAt: created_at,
    resolvedBy: NO_PERSONS.has(actor) ? null : actor,
  }));
}
