/** Where a walk over rows by time stands. Exact: a date has milliseconds. */
export interface TimePlace {
  at: string;
  id: number;
}

export interface AfterPlace {
  afterAt: string | null;
  afterId: number;
}

/** Null: from the beginning. */
export const afterPlace = (place: TimePlace | null): AfterPlace => ({
  afterAt: place?.at ?? null,
  afterId: place?.id ?? 0,
});

/** SQL: of the rows after `AfterPlace`. */
export const isAfterPlace = (at: string, id: string) =>
  `(${at}, ${id}) > (coalesce(:afterAt::timestamptz, '-infinity'), :afterId::bigint)`;

/** Deleted rows, and where to go on. `next`: null when nothing is left. */
export interface DeletedPiece {
  deleted: number;
  next: TimePlace | null;
}

/** Of a page that was asked for `limit` rows. */
export function nextPlace(found: readonly TimePlace[], limit: number): TimePlace | null {
  const last = found.at(-1);
  return last && found.length === limit ? { at: last.at, id: last.id } : null;
}
