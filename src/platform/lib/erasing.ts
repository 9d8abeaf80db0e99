import type { Tx } from './db/db.ts';

/** A person whose data are erased. What came after the request belongs to a new person. */
export interface Erased {
  accountId: number;
  /** Every `messages.phone`. */
  phones: readonly string[];
  /** With those who were merged. */
  personIds: readonly number[];
  requestedAt: Date;
  /** The last row of messages at the request. */
  lastMessageId: number;
  /** Replaces the phones in rows that figures need. */
  pseudonym: string;
}

export interface Piece {
  erased: number;
  /** Where the next piece begins. Null: nothing is left. */
  next: string | null;
  /** Work of others must end first. */
  waits?: boolean;
}

/** Erases one kind of data, in bounded pieces. Each piece is one transaction, so a kill repeats none. */
export interface ErasureStep {
  /** Of the count in the receipt. */
  kind: string;
  /** `place`: empty, then `next` of the piece before. */
  erase(tx: Tx, erased: Erased, place: string): Promise<Piece>;
}

/** Rows of a piece. */
export const ERASED_AT_ONCE = 500;

/** The rows are gone or anonymous afterwards, so that the next piece finds others. */
export const pieceOf = (erased: number, limit = ERASED_AT_ONCE): Piece => ({
  erased,
  next: erased < limit ? null : 'more',
});

/** For rows that stay: the next piece begins behind the last one that was found. */
export const walked = <Row>(found: readonly Row[], erased: number, placeOf: (row: Row) => string): Piece => {
  const last = found.at(-1);
  return { erased, next: last !== undefined && found.length === ERASED_AT_ONCE ? placeOf(last) : null };
};

/** For `walked`. */
export const idOf = ({ id }: { id: number }): string => String(id);

/** For few rows. */
export const atOnce = (kind: string, erase: (tx: Tx, erased: Erased) => Promise<number>): ErasureStep => ({
  kind,
  erase: async (tx, erased) => ({ erased: await erase(tx, erased), next: null }),
});

/** PostgreSQL finds the numbers and ids in a text, and none that is a part of a longer number. */
export function patternOf(values: readonly string[]): string {
  const each = values.map((value) => value.replaceAll(/[^A-Za-z0-9]/g, '\\$&'));
  return `(?<![0-9A-Za-z])(?:${each.join('|')})(?![0-9A-Za-z])`;
}
