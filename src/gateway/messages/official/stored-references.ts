import { z } from 'zod';
import type { Db } from '../../../platform/lib/db/db.ts';
import { listPhones } from '../../people/person.ts';
import type { ChangeRow } from '../changes/change.ts';
import type { InboundRow } from '../inbound/inbound.ts';
import { listLatestIds } from './store.ts';

/** A message quotes another one, or replaces its text. */
const Details = z.looseObject({
  context: z.looseObject({ id: z.string().optional() }).optional(),
  edit: z.looseObject({ original_message_id: z.string() }).optional(),
});

/**
 * Replaces provider ids by stored ids. A provider id also names the chat (by number or user id) and the side, so a
 * message has several.
 */
export async function withStoredReferences<Row extends InboundRow | ChangeRow>(
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const named = rows.flatMap((row) => {
    const [id, token] = [referenceOf(row), tokenOf(referenceOf(row))];
    return id === undefined || token === null ? [] : [{ row, id, token, device_id: row.device_id }];
  });
  if (named.length === 0) return [...rows];
  const phones = await listPhones(
    db,
    named.map(({ row }) => row),
  );
  const references = named.map((one, n) => ({ ...one, phones: phones[n] ?? [] }));
  const candidates = Map.groupBy(await listLatestIds(db, references), ({ n }) => n);
  const storedIds = new Map<Row, string>();
  for (const [n, { row, token }] of named.entries()) {
    const stored = candidates.get(n)?.find(({ wa_message_id }) => tokenOf(wa_message_id) === token);
    if (stored) storedIds.set(row, stored.wa_message_id);
  }
  return rows.map((row) => {
    const id = storedIds.get(row);
    return id === undefined ? row : withReference(row, id);
  });
}

/** A marker, the length, the text, and the end. Real tokens have 18 to 32 characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes of a binary format
const TOKEN = /\x18([\x10-\x7f])([0-9A-Za-z_-]{16,127})\x00$/;

/** Common to all ids of one message. Null for an id of another form. */
export function tokenOf(id: string | undefined): string | null {
  const [, encoded = ''] = /^wamid\.([A-Za-z0-9+/_=-]{20,400})$/.exec(id ?? '') ?? [];
  const [, length = '', token] = TOKEN.exec(Buffer.from(encoded, 'base64').toString('latin1')) ?? [];
  return token?.length === length.charCodeAt(0) ? token : null;
}

function detailsOf(row: InboundRow): z.infer<typeof Details> {
  return Details.safeParse(JSON.parse(row.details ?? '{}')).data ?? {};
}

function referenceOf(row: InboundRow | ChangeRow): string | undefined {
  if ('target_wa_message_id' in row) return row.target_wa_message_id;
  // Details can be long, and most quote nothing.
  const mayQuote = row.details?.includes('"context":') === true;
  return row.edit_of ?? (mayQuote ? detailsOf(row).context?.id : undefined);
}

function withReference<Row extends InboundRow | ChangeRow>(row: Row, id: string): Row {
  if ('target_wa_message_id' in row) return { ...row, target_wa_message_id: id };
  const { context, edit, ...details } = detailsOf(row);
  const isEdit = row.edit_of !== undefined;
  return {
    ...row,
    ...(isEdit && { edit_of: id }),
    details: JSON.stringify({
      ...details,
      ...(context && { context: isEdit ? context : { ...context, id } }),
      ...(edit && { edit: { ...edit, original_message_id: id } }),
    }),
  };
}
