/**
 * Names in `search_texts.words` beside the words of a message. They begin with a character that no parser of
 * PostgreSQL takes into a word, so no text of a customer can look like one.
 */
const MARK = '\u0001';

/** Blocks of message ids: of 4,096, and each next size 16 times as large. */
const SMALLEST_BLOCK = 4_096;
const BLOCK_FACTOR = 16;
export const LEVELS = 6;

export const blockSize = (level: number): number => SMALLEST_BLOCK * BLOCK_FACTOR ** level;

/** All messages of an account in one block, for a `tsquery`. */
export const ofBlock = (accountId: number, level: number, block: number): string =>
  `'${MARK}${accountId}.${level}.${block}'`;

/** SQL: all messages of a conversation, for a `tsquery`. */
export const ofConversationSql = (id: string): string =>
  `(chr(39) || chr(1) || 'c' || ${id} || chr(39))::tsquery`;

const BITS = Math.log2(SMALLEST_BLOCK);
const FACTOR_BITS = Math.log2(BLOCK_FACTOR);

/** SQL: the names of a message, as `ofBlock` and `ofConversationSql` write them. */
export function namesIn(row: { account: string; conversation: string; message: string }): string {
  const blocks = Array.from(
    { length: LEVELS },
    (_, level) =>
      `chr(1) || ${row.account} || '.${level}.' || (${row.message} >> ${BITS + level * FACTOR_BITS})`,
  );
  return `array_to_tsvector(array[${[...blocks, `chr(1) || 'c' || ${row.conversation}`].join(', ')}])`;
}
