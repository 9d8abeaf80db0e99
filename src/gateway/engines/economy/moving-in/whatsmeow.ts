import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { type StoredKey, UnusableSession } from '../../moved-session.ts';
import { type Credentials, firstPath, OWN_ID, OWN_LID, phoneOf } from './credentials.ts';
import { IN_ONE_TURN, MAX_ROWS } from './limits.ts';
import { MovedKeys } from './moved-keys.ts';
import { identityOf, MAX_KEY_ID, publicOf, toStored } from './stored-form.ts';
import { torn } from './torn.ts';

/** Numbers in the text of a problem. */
const MAX_NAMED = 10;

/** JSON of PostgreSQL writes bytes as `\x0af3`. */
const bytes = (length?: number) =>
  z
    .union([z.instanceof(Uint8Array), z.string().regex(/^\\x([0-9a-f]{2})+$/)])
    .transform((value) =>
      typeof value === 'string' ? Buffer.from(value.slice(2), 'hex') : Buffer.from(value),
    )
    .refine((value) => (length === undefined ? value.length > 0 : value.length === length));

const Device = z.object({
  jid: z.string().regex(OWN_ID),
  lid: z.string().regex(OWN_LID).nullish().catch(undefined),
  registration_id: z.int().min(0).max(0xff_ff_ff_ff),
  noise_key: bytes(32),
  identity_key: bytes(32),
  signed_pre_key: bytes(32),
  signed_pre_key_id: z.int().min(0).max(MAX_KEY_ID),
  signed_pre_key_sig: bytes(64),
  adv_key: bytes(),
  adv_details: bytes(),
  adv_account_sig: bytes(64),
  adv_account_sig_key: bytes(32),
  adv_device_sig: bytes(64),
  platform: z.string().max(255).nullish().catch(undefined),
  push_name: z.string().max(255).nullish().catch(undefined),
});
const PreKey = z.object({ jid: z.string(), key_id: z.int().min(0).max(MAX_KEY_ID), key: bytes(32) });
const Identity = z.object({ our_jid: z.string(), their_id: z.string(), identity: bytes(32) });
const Mapping = z.object({ lid: z.string().regex(/^\d{1,20}$/), pn: z.string().regex(/^\d{1,20}$/) });

/** Of whatsmeow. Its sessions have another form, and are left out: phones agree on new ones. */
export const TABLES = {
  whatsmeow_device: Device,
  whatsmeow_pre_keys: PreKey,
  whatsmeow_identity_keys: Identity,
  whatsmeow_lid_map: Mapping,
} as const;
export type Table = keyof typeof TABLES;

export const isWhatsmeowExport = (json: object): json is Record<string, unknown> =>
  'whatsmeow_device' in json;

/** Of the export by SQL. UnusableSession. */
export function readWhatsmeow(json: Record<string, unknown>, phone: string | null) {
  return sessionOf((table) => {
    const list = json[table] ?? [];
    if (!Array.isArray(list)) throw torn(table, 'is no list of rows');
    return list;
  }, phone);
}

/** `read` answers the rows of a table, of all its numbers. UnusableSession. */
export async function sessionOf(
  read: (table: Table) => Iterable<unknown>,
  phone: string | null,
): Promise<{ credentials: Credentials; keys: MovedKeys }> {
  const rowsOf = (table: Table) => inTurns(read(table), table);
  const credentials = await deviceOf(rowsOf('whatsmeow_device'), phone);
  const keys = new MovedKeys();
  for await (const row of rowsOf('whatsmeow_pre_keys'))
    if (textOf(row, 'jid') === credentials.id) keys.add(preKey(parsed('whatsmeow_pre_keys', row)));
  const people = new Set<string>();
  for await (const row of rowsOf('whatsmeow_identity_keys')) {
    const key =
      textOf(row, 'our_jid') === credentials.id && identityKey(parsed('whatsmeow_identity_keys', row));
    if (!key) continue;
    keys.add(key);
    people.add(/^\d+/.exec(key.id)?.[0] ?? '');
  }
  // The table is shared by all numbers. The client asks for those that are missing.
  for await (const row of rowsOf('whatsmeow_lid_map'))
    if (keys.room >= 2 && (people.has(textOf(row, 'lid')) || people.has(textOf(row, 'pn'))))
      for (const key of mapping(parsed('whatsmeow_lid_map', row))) keys.add(key);
  return { credentials, keys };
}

async function* inTurns(rows: Iterable<unknown>, table: Table): AsyncGenerator<unknown> {
  let count = 0;
  for (const row of rows) {
    if (count % IN_ONE_TURN === 0) await turn();
    count += 1;
    if (count > MAX_ROWS) throw new UnusableSession('too_large', `${table} has more than ${MAX_ROWS} rows.`);
    yield row;
  }
}

/** The only one, or that of `phone`. */
async function deviceOf(rows: AsyncIterable<unknown>, phone: string | null): Promise<Credentials> {
  let [all, count] = [0, 0];
  let found: unknown;
  const numbers: string[] = [];
  for await (const row of rows) {
    all += 1;
    const number = /^\d{0,15}/.exec(textOf(row, 'jid'))?.[0] ?? '';
    if (phone !== null && number !== phone) continue;
    count += 1;
    found ??= row;
    if (count <= MAX_NAMED) numbers.push(number);
  }
  if (all === 0) throw new UnusableSession('not_linked', 'The database has no linked number.');
  if (count === 0) throw new UnusableSession('no_credentials', `The database has no session of ${phone}.`);
  if (count > 1)
    throw new UnusableSession(
      'several_sessions',
      `The database has ${count} sessions: ${numbers.join(', ')}. Name one number.`,
    );
  return credentialsOf(parsed('whatsmeow_device', found));
}

function credentialsOf(row: z.output<typeof Device>): Credentials {
  return {
    id: row.jid,
    phone: phoneOf(row.jid),
    lid: row.lid ?? undefined,
    name: row.push_name ?? undefined,
    platform: row.platform ?? undefined,
    registrationId: row.registration_id,
    noiseKey: pairOf(row.noise_key),
    identityKey: pairOf(row.identity_key),
    signedPreKey: {
      keyPair: pairOf(row.signed_pre_key),
      keyId: row.signed_pre_key_id,
      signature: row.signed_pre_key_sig,
    },
    advSecretKey: row.adv_key.toString('base64'),
    account: {
      details: row.adv_details,
      accountSignature: row.adv_account_sig,
      accountSignatureKey: row.adv_account_sig_key,
      deviceSignature: row.adv_device_sig,
    },
    nextPreKeyId: 1,
  };
}

function textOf(row: unknown, column: string): string {
  const value =
    typeof row === 'object' && row !== null && Object.hasOwn(row, column) && Reflect.get(row, column);
  return typeof value === 'string' ? value : '';
}

/** UnusableSession torn. */
function parsed<T extends Table>(table: T, row: unknown): z.output<(typeof TABLES)[T]> {
  const result = TABLES[table].safeParse(row);
  if (!result.success) throw torn(table, `has a damaged row (${firstPath(result.error)})`);
  return result.data as z.output<(typeof TABLES)[T]>; // of this table
}

const pairOf = (key: Buffer) => ({ private: key, public: publicOf(key) });

const preKey = ({ key_id, key }: z.output<typeof PreKey>): StoredKey => ({
  type: 'pre-key',
  id: String(key_id),
  value: toStored(pairOf(key)),
});

/** `USER:DEVICE`, or `USER_DOMAIN:DEVICE`; the client library has a dot. Null: of another kind. */
function identityKey({ their_id, identity }: z.output<typeof Identity>): StoredKey | null {
  const [, user, device] = /^(\d{1,20}(?:_\d{1,3})?):(\d{1,4})$/.exec(their_id) ?? [];
  if (user === undefined) return null;
  return { type: 'identity-key', id: `${user}.${device}`, value: identityOf(identity) };
}

const mapping = ({ lid, pn }: z.output<typeof Mapping>): StoredKey[] => [
  { type: 'lid-mapping', id: pn, value: toStored(lid) },
  { type: 'lid-mapping', id: `${lid}_reverse`, value: toStored(pn) },
];
