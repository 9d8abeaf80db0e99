import { cut, cutWithMark, toStorable } from '../../platform/lib/text.ts';

/** Code points, as the longest text that Kurir sends. */
const MAX_TEXT = 65_536;

export const receivedText = (text: string | null) => (text === null ? null : cutWithMark(text, MAX_TEXT));

const MAX_NAME = 200;

export function senderName(name: string | null | undefined): string | null {
  const text = toStorable(cut(name?.trim() ?? '', MAX_NAME));
  return text === '' ? null : text;
}

/** Of a group, as in the details of its messages. */
export interface Member {
  phone: string;
  name: string | null;
}

export const memberOf = ({ phone, name }: Member): Member => ({
  phone: toStorable(phone),
  name: senderName(name),
});

/** SQL: the address of the member who wrote a message; null in a private chat. */
export const memberSql = (details: string) => `${details} -> 'sender' ->> 'phone'`;

interface ReceivedRow {
  account_id: number;
  device_id: number;
  wa_message_id: string;
  phone: string;
  type: string;
  body: string | null;
  details?: string | null;
  at: Date;
  /** Null only in tests. */
  public_id?: number | null;
}

export interface ReceivedColumns {
  accountIds: readonly number[];
  deviceIds: readonly number[];
  waMessageIds: readonly string[];
  phones: readonly string[];
  types: readonly string[];
  bodies: readonly (string | null)[];
  details: readonly (string | null)[];
  times: readonly Date[];
  publicIds: readonly (number | null)[];
}

export function columnsOf(rows: readonly ReceivedRow[]): ReceivedColumns {
  return {
    accountIds: rows.map((row) => row.account_id),
    deviceIds: rows.map((row) => row.device_id),
    waMessageIds: rows.map((row) => row.wa_message_id),
    phones: rows.map((row) => row.phone),
    types: rows.map((row) => row.type),
    bodies: rows.map((row) => row.body),
    details: rows.map((row) => row.details ?? null),
    times: rows.map((row) => row.at),
    publicIds: rows.map((row) => row.public_id ?? null),
  };
}

type Key = Pick<ReceivedRow, 'device_id' | 'wa_message_id'>;

/** A repetition within the batch is stored once, as it came first. */
export function withGiven<Row extends Key, Stored extends Key>(
  rows: readonly Row[],
  stored: readonly Stored[],
): (Row & Stored)[] {
  const rowByKey = new Map(rows.toReversed().map((row) => [keyOf(row), row]));
  return stored.flatMap((each) => {
    const row = rowByKey.get(keyOf(each));
    return row ? [{ ...row, ...each }] : [];
  });
}

const keyOf = (row: Key) => `${row.device_id} ${row.wa_message_id}`;
