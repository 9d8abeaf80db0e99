export const OUTBOUND_COLUMNS = `account_id, public_id, device_id, direction, source, author_id, type, status,
  phone, body, media_url, interactive, details, due, created_at`;

export const outboundValues = (of: {
  accountId: string;
  publicId: string;
  deviceId: string;
  source: string;
  authorId: string;
  content: string;
  now: string;
}) => `${of.accountId}, ${of.publicId}, ${of.deviceId}, 'out', ${of.source}, ${of.authorId}::bigint,
  ${of.content}.type, 'queued', ${of.content}.phone, ${of.content}.body, ${of.content}.media_url,
  ${of.content}.interactive::jsonb, ${of.content}.details::jsonb, true, ${of.now}`;

/** SQL. Replies of phones have details of the provider. */
export const templateIn = (m: string) =>
  `case when ${m}.direction = 'out' and ${m}.source is distinct from 'phone' then ${m}.details -> 'template' end`;

/** Null when no message has the value: SQL fills missing arrays with nulls. */
export function ofSome<T>(values: readonly (T | null | undefined)[]): readonly (T | null)[] | null {
  const isUsed = values.some((value) => value !== undefined && value !== null);
  return isUsed ? values.map((value) => value ?? null) : null;
}
