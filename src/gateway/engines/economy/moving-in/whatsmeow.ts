import { z } from 'zod';
import { type StoredKey, UnusableSession } from '../../moved-session.ts';
import { type Credentials, firstPath, OWN_ID, OWN_LID, phoneOf } from './credentials.ts';
import { identityOf, MAX_KEY_ID, publicOf, toStored } from './stored-form.ts';
import { torn } from './torn.ts';

/** Rows of whatsmeow's tables. Its sessions have another form, and are left out: phones agree on new ones. */
export interface WhatsmeowRows {
  whatsmeow_device: unknown[];
  whatsmeow_pre_keys: unknown[];
  whatsmeow_identity_keys: unknown[];
  whatsmeow_lid_map: unknown[];
}

export const TABLES = [
  'whatsmeow_device',
  'whatsmeow_pre_keys',
  'whatsmeow_identity_keys',
  'whatsmeow_lid_map',
] as const satisfies (keyof WhatsmeowRows)[];

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

export const isWhatsmeowExport = (json: object): json is Record<string, unknown> =>
  'whatsmeow_device' in json;

/** Of the export by SQL. UnusableSession. */
export function readWhatsmeow(json: Record<string, unknown>, phone: string | null) {
  const rows = Object.fromEntries(
    TABLES.map((table) => {
      const list = json[table] ?? [];
      if (!Array.isArray(list)) throw torn(table, 'is no list of rows');
      return [table, list];
    }),
  ) as Record<(typeof TABLES)[number], unknown[]>; // of the same names
  return sessionOf(rows, phone);
}

/** UnusableSession. */
export function sessionOf(
  rows: WhatsmeowRows,
  phone: string | null,
): { credentials: Credentials; keys: StoredKey[] } {
  const device = deviceOf(rows.whatsmeow_device, phone);
  const keys = [
    ...rowsOf(PreKey, rows.whatsmeow_pre_keys, 'whatsmeow_pre_keys')
      .filter(({ jid }) => jid === device.id)
      .map(({ key_id, key }) => preKey(key_id, key)),
    ...rowsOf(Identity, rows.whatsmeow_identity_keys, 'whatsmeow_identity_keys')
      .filter(({ our_jid }) => our_jid === device.id)
      .flatMap(({ their_id, identity }) => identityKey(their_id, identity)),
    ...rowsOf(Mapping, rows.whatsmeow_lid_map, 'whatsmeow_lid_map').flatMap(({ lid, pn }) => [
      { type: 'lid-mapping', id: pn, value: toStored(lid) },
      { type: 'lid-mapping', id: `${lid}_reverse`, value: toStored(pn) },
    ]),
  ];
  return { credentials: device, keys };
}

function deviceOf(rows: unknown[], phone: string | null): Credentials {
  const found = rows.filter((row) => phone === null || numberOf(row) === phone);
  const [only, ...others] = found;
  if (only === undefined)
    throw new UnusableSession(
      rows.length === 0 ? 'not_linked' : 'no_credentials',
      rows.length === 0 ? 'The database has no linked number.' : `The database has no session of ${phone}.`,
    );
  if (others.length > 0)
    throw new UnusableSession(
      'several_sessions',
      `The database has ${found.length} sessions: ${found.slice(0, 10).map(numberOf).join(', ')}. Name one number.`,
    );
  const parsed = Device.safeParse(only);
  if (!parsed.success) throw torn('whatsmeow_device', `is incomplete (${firstPath(parsed.error)})`);
  const row = parsed.data;
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

/** Digits, as far as the row has some. */
function numberOf(row: unknown): string {
  const jid = typeof row === 'object' && row !== null && 'jid' in row ? String(row.jid) : '';
  return /^\d{0,15}/.exec(jid)?.[0] ?? '';
}

function rowsOf<T extends z.ZodType>(schema: T, rows: unknown[], table: string): z.output<T>[] {
  return rows.map((row) => {
    const parsed = schema.safeParse(row);
    if (!parsed.success) throw torn(table, `has a damaged row (${firstPath(parsed.error)})`);
    return parsed.data;
  });
}

const pairOf = (key: Buffer) => ({ private: key, public: publicOf(key) });

const preKey = (id: number, key: Buffer): StoredKey => ({
  type: 'pre-key',
  id: String(id),
  value: toStored(pairOf(key)),
});

/** `USER:DEVICE`, or `USER_DOMAIN:DEVICE`; the client library has a dot. */
function identityKey(address: string, identity: Buffer): StoredKey[] {
  const [, user, device] = /^(\d{1,20}(?:_\d{1,3})?):(\d{1,4})$/.exec(address) ?? [];
  if (user === undefined) return [];
  return [{ type: 'identity-key', id: `${user}.${device}`, value: identityOf(identity) }];
}
