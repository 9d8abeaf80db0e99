/**
 * Begins names in `search_texts.words`. No parser of PostgreSQL takes it into a word, so no text
 * looks like a name.
 */
const MARK = '\u0001';

/** Message ids per block. Each next size is 16 times as large. */
const SMALLEST_BLOCK = 4_096;
const BLOCK_FACTOR = 16;
const LEVELS = 6;

/** A block, four of them, then the next level's block. */
const RANGE_FACTOR = 4;
export const RANGES = 2 * LEVELS;

export const rangeSize = (level: number): number => SMALLEST_BLOCK * RANGE_FACTOR ** level;

export interface Range {
  level: number;
  range: number;
}

/** All messages of an account in a range, without some conversations, as `tsquery`. */
export function ofRange(accountId: number, range: Range, without: readonly number[]): string {
  return [anyBlock(accountId, range), ...without.map((id) => `!'${MARK}c${id}'`)].join(' & ');
}

/** All messages of these conversations, as `tsquery`. */
export const ofChats = (ids: readonly number[]): string =>
  `(${ids.map((id) => `'${MARK}c${id}'`).join(' | ')})`;

/** The same in a range. */
export const ofChatsIn = (accountId: number, range: Range, ids: readonly number[]): string =>
  `${anyBlock(accountId, range)} & ${ofChats(ids)}`;

function anyBlock(accountId: number, { level, range }: Range): string {
  const count = level % 2 === 0 ? 1 : RANGE_FACTOR;
  const blocks = Array.from({ length: count }, (_, index) => range * count + index);
  return `(${blocks.map((block) => `'${MARK}${accountId}.${Math.floor(level / 2)}.${block}'`).join(' | ')})`;
}

/** SQL: all messages of a conversation, as `tsquery`. */
export const ofConversationSql = (id: string): string =>
  `(chr(39) || chr(1) || 'c' || ${id} || chr(39))::tsquery`;

const BITS = Math.log2(SMALLEST_BLOCK);
const FACTOR_BITS = Math.log2(BLOCK_FACTOR);

/** SQL: names of a message, for `ofBlock` and `ofConversationSql`. */
export function namesIn(row: { account: string; conversation: string; message: string }): string {
  const blocks = Array.from(
    { length: LEVELS },
    (_, level) =>
      `chr(1) || ${row.account} || '.${level}.' || (${row.message} >> ${BITS + level * FACTOR_BITS})`,
  );
  return `array_to_tsvector(array[${[...blocks, `chr(1) || 'c' || ${row.conversation}`].join(', ')}])`;
}
