import { z } from 'zod';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import type { SecretBox } from './secret-box.ts';
import { apiString } from './text.ts';

export const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

const count = () => z.coerce.number().refine(Number.isInteger, 'must be an integer').min(1);

/** A larger number is no error: see `limitOf`. */
export const pageSize = (items = 'Items') =>
  count()
    .default(DEFAULT_LIMIT)
    .meta({
      type: 'integer',
      description: `${items} per page, at most ${MAX_LIMIT}. A larger number means ${MAX_LIMIT}.`,
      examples: [DEFAULT_LIMIT],
    });

export const limitOf = (size: number) => Math.min(size, MAX_LIMIT);

const CURSOR_HELP = 'The `next_cursor` of the previous page. Leave it out for the first page.';
const NEXT_HELP = 'Cursor of the next page; null on the last page.';

/** Sealed cursors, because row ids count over all accounts. */
export const pageQuery = {
  limit: pageSize(),
  cursor: apiString()
    .max(500)
    .optional()
    .meta({ description: CURSOR_HELP, examples: ['AQ3k9vXb0Zt2'] }),
};

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: NEXT_HELP, examples: [null] });

export const pageBody = <Item extends z.ZodType>(id: string, item: Item) =>
  z.object({ data: z.array(item), next_cursor: nextCursor }).meta({ id });

export interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

interface Pages<Row> extends PageQuery {
  list: string;
  /** At most `limit` rows. */
  read(place: readonly number[], limit: number): Promise<readonly Row[]>;
  placeOf(row: Row): readonly number[];
  /** Bounds the bytes of a page. */
  partsOf?(row: Row): readonly unknown[];
}

export interface Page<Row> {
  rows: readonly Row[];
  next: string | null;
}

/** FieldErrors for a wrong cursor. */
export async function readPage<Row>(
  box: { box: SecretBox },
  { list, cursor, limit, read, placeOf, partsOf }: Pages<Row>,
): Promise<Page<Row>> {
  const most = limitOf(limit);
  // One more shows that a page follows.
  const found = await read(cursor === undefined ? [] : openCursor(box, list, cursor), most + 1);
  const shown = found.slice(0, most);
  const rows = partsOf ? withinPage(shown, partsOf) : shown;
  const last = rows.at(-1);
  return { rows, next: last && found.length > rows.length ? sealCursor(box, list, placeOf(last)) : null };
}

export const viewPage = <Row, View>({ rows, next }: Page<Row>, view: (row: Row) => View) => ({
  data: rows.map(view),
  next_cursor: next,
});

/** In bytes of JSON that callers or customers write. */
const MAX_BYTES = 2_500_000;

/** The first items that fit a page, at least one. */
export function withinPage<Item>(
  items: readonly Item[],
  partsOf: (item: Item) => readonly unknown[],
): readonly Item[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(partsOf(item)));
    return bytes > MAX_BYTES;
  });
  return end === -1 ? items : items.slice(0, Math.max(1, end));
}

export interface Cursor {
  at: Date;
  id: number;
}

/** Time in milliseconds and id. */
const TIME_CURSOR = /^([0-9a-z]{1,9})-([0-9a-z]{1,10})$/;
const cursorText = () => z.string().meta({ pattern: TIME_CURSOR.source, examples: ['mi8q3b2c-4ks'] });

export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime().toString(36)}-${id.toString(36)}`;
}

export const timeCursor = cursorText().transform((text, issues): Cursor => {
  const [, at, id] = TIME_CURSOR.exec(text) ?? [];
  if (at !== undefined && id !== undefined) return { at: new Date(parseInt(at, 36)), id: parseInt(id, 36) };
  issues.addIssue({ code: 'custom', message: 'must be the next_cursor of an earlier answer' });
  return z.NEVER;
});

/** A log, newest first. */
export const timeQuery = {
  per_page: pageSize(),
  cursor: timeCursor.optional().meta({ description: CURSOR_HELP }),
};

export const nextTimeCursor = z
  .string()
  .nullable()
  .meta({ pattern: TIME_CURSOR.source, examples: ['mi8q3b2c-4ks'], description: NEXT_HELP });

/** Numbered pages, as the contract has it. */
export const numberedQuery = {
  per_page: pageSize(),
  page: count()
    .max(Number.MAX_SAFE_INTEGER)
    .default(1)
    .meta({ type: 'integer', description: 'Number of the page, from 1.', examples: [1] }),
};

/** Beside `data`. */
export const numberedFields = {
  current_page: z.int().meta({ examples: [1] }),
  last_page: z.int().meta({ description: 'Number of the last page, at least 1.', examples: [3] }),
  total: z.int().meta({ description: 'Number of items on all pages.', examples: [142] }),
  per_page: z.int().meta({ examples: [DEFAULT_LIMIT] }),
};

interface NumberedQuery {
  per_page: number;
  page: number;
}

export interface Range {
  offset: number;
  limit: number;
}

export function rangeOf({ page, per_page }: NumberedQuery): Range {
  const limit = limitOf(per_page);
  return { offset: (page - 1) * limit, limit };
}

export function pageOf({ page, per_page }: NumberedQuery, total: number) {
  const limit = limitOf(per_page);
  return { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), total, per_page: limit };
}
