import { MAX_LIMIT } from './cursor-page.ts';
import { withinPage } from './page-size.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import type { SecretBox } from './secret-box.ts';

/** The part of a query that `pageQuery` describes. */
export interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

interface Pages<Row> extends PageQuery {
  /** Ties its cursors to it. */
  list: string;
  /** At most `limit` rows after the place. Without numbers: the first ones. */
  read(place: readonly number[], limit: number): Promise<readonly Row[]>;
  /** Where the list continues after the row. */
  placeOf(row: Row): readonly number[];
  /** What can be long of a row, to bound the bytes of a page. */
  partsOf?(row: Row): readonly unknown[];
}

export interface Page<Row> {
  rows: readonly Row[];
  /** The sealed cursor of the next page; null on the last one. */
  next: string | null;
}

/** One page of a list, of at most 200 rows. FieldErrors for a wrong cursor. */
export async function readPage<Row>(
  box: { box: SecretBox },
  { list, cursor, limit, read, placeOf, partsOf }: Pages<Row>,
): Promise<Page<Row>> {
  const most = Math.min(limit, MAX_LIMIT);
  // One more than shown tells whether a page follows.
  const found = await read(cursor === undefined ? [] : openCursor(box, list, cursor), most + 1);
  const shown = found.slice(0, most);
  const rows = partsOf ? withinPage(shown, partsOf) : shown;
  const last = rows.at(-1);
  return { rows, next: last && found.length > rows.length ? sealCursor(box, list, placeOf(last)) : null };
}

/** The page as an answer has it. */
export const viewPage = <Row, View>({ rows, next }: Page<Row>, view: (row: Row) => View) => ({
  data: rows.map(view),
  next_cursor: next,
});
