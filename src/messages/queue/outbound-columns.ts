export const OUTBOUND_COLUMNS = `account_id, public_id, device_id, direction, source, author_id, type, status,
  phone, body, media_url, interactive, due, created_at`;

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
  ${of.content}.interactive::jsonb, true, ${of.now}`;
