import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { BufferJSON } from 'baileys';
import { onTestFinished } from 'vitest';
import yazl from 'yazl';
import type { OnEnd, SandboxControl } from '../../sandbox/test-sandbox.ts';
import { folderClient, pairClient, type TestClient } from '../../sandbox/whatsapp/test-client.ts';

/** Another gateway: the plain client library with its session in a folder. */
export interface OldGateway {
  client: TestClient;
  folder: string;
}

/** Linked with the phone of this number, and in a chat with `customer`. Then stopped. */
export async function oldGateway(
  sandbox: SandboxControl,
  { number, customer }: { number: string; customer: string },
  onEnd: OnEnd = onTestFinished,
): Promise<OldGateway> {
  const folder = await tempFolder(onEnd);
  const client = await pairClient(sandbox, number, await folderClient(sandbox, folder, onEnd));
  await sandbox.post(`/sandbox/phones/${customer}/messages`, {
    to: number,
    text: `to the old one of ${number}`,
  });
  await client.message(`to the old one of ${number}`);
  await client.send(customer, `from the old one of ${number}`);
  await sandbox.messageAt(customer, `from the old one of ${number}`);
  await client.close();
  return { client, folder };
}

export async function tempFolder(onEnd: OnEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-old-gateway-'));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function copyOf(folder: string, onEnd: OnEnd = onTestFinished): Promise<string> {
  const copy = await tempFolder(onEnd);
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** By name. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

export async function zipOf(
  files: Iterable<readonly [string, string | Buffer]>,
  prefix = '',
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of files) zip.addBuffer(Buffer.from(text), `${prefix}${name}`);
  zip.end();
  return buffer(zip.outputStream);
}

/** As Evolution API keeps it: credentials as JSON inside JSON, keys in the fields of a hash in Redis. */
export async function evolutionFolder(folder: string, onEnd: OnEnd = onTestFinished): Promise<string> {
  const target = await tempFolder(onEnd);
  const fields: Record<string, string> = {};
  for (const [name, text] of await filesOf(folder)) {
    if (name === 'creds.json') await writeFile(join(target, name), JSON.stringify(text));
    else fields[name.replace(/\.json$/, '').replaceAll('__', '/')] = text;
  }
  await writeFile(join(target, 'keys.json'), JSON.stringify(fields));
  return target;
}

/** The tables of whatsmeow that a session needs, by its schema of version 15. */
export const WHATSMEOW_SCHEMA = `
create table whatsmeow_device (
  jid text primary key, lid text, facebook_uuid uuid,
  registration_id bigint not null check (registration_id >= 0 and registration_id < 4294967296),
  noise_key bytea not null check (length(noise_key) = 32),
  identity_key bytea not null check (length(identity_key) = 32),
  signed_pre_key bytea not null check (length(signed_pre_key) = 32),
  signed_pre_key_id integer not null check (signed_pre_key_id >= 0 and signed_pre_key_id < 16777216),
  signed_pre_key_sig bytea not null check (length(signed_pre_key_sig) = 64),
  adv_key bytea not null, adv_details bytea not null,
  adv_account_sig bytea not null check (length(adv_account_sig) = 64),
  adv_account_sig_key bytea not null check (length(adv_account_sig_key) = 32),
  adv_device_sig bytea not null check (length(adv_device_sig) = 64),
  platform text not null default '', business_name text not null default '', push_name text not null default '',
  lid_migration_ts bigint not null default 0, companion_meta_nonce text not null default ''
);
create table whatsmeow_identity_keys (
  our_jid text, their_id text, identity bytea not null check (length(identity) = 32),
  primary key (our_jid, their_id),
  foreign key (our_jid) references whatsmeow_device (jid) on delete cascade on update cascade
);
create table whatsmeow_pre_keys (
  jid text, key_id integer check (key_id >= 0 and key_id < 16777216),
  key bytea not null check (length(key) = 32), uploaded boolean not null,
  primary key (jid, key_id),
  foreign key (jid) references whatsmeow_device (jid) on delete cascade on update cascade
);
create table whatsmeow_lid_map (lid text primary key, pn text unique not null);
`;

type Row = Record<string, string | number | Buffer | null>;

/** The same session in the tables of whatsmeow, which has no way to read the folder of another library. */
export async function whatsmeowRows(folder: string): Promise<Record<string, Row[]>> {
  const files = await filesOf(folder);
  const read = (name: string) => JSON.parse(files.get(name) ?? '', BufferJSON.reviver);
  const creds = read('creds.json');
  const bytes = (value: string | Uint8Array) =>
    typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.from(value);
  const named = (type: string) =>
    [...files.keys()].flatMap((name) => new RegExp(`^${type}-(.+)\\.json$`).exec(name)?.[1] ?? []);
  const { id: jid, lid = null, name } = creds.me;
  const { account, signedPreKey } = creds;
  return {
    whatsmeow_device: [
      {
        jid,
        lid,
        registration_id: creds.registrationId,
        noise_key: bytes(creds.noiseKey.private),
        identity_key: bytes(creds.signedIdentityKey.private),
        signed_pre_key: bytes(signedPreKey.keyPair.private),
        signed_pre_key_id: signedPreKey.keyId,
        signed_pre_key_sig: bytes(signedPreKey.signature),
        adv_key: bytes(creds.advSecretKey),
        adv_details: bytes(account.details),
        adv_account_sig: bytes(account.accountSignature),
        adv_account_sig_key: bytes(account.accountSignatureKey),
        adv_device_sig: bytes(account.deviceSignature),
        push_name: name ?? '',
      },
    ],
    whatsmeow_pre_keys: named('pre-key').map((key_id) => ({
      jid,
      key_id: Number(key_id),
      key: bytes(read(`pre-key-${key_id}.json`).private),
      uploaded: 1,
    })),
    whatsmeow_identity_keys: named('identity-key').map((address) => ({
      our_jid: jid,
      their_id: address.replace('.', ':'),
      identity: bytes(read(`identity-key-${address}.json`)).subarray(1),
    })),
    whatsmeow_lid_map: named('lid-mapping')
      .filter((user) => !user.endsWith('_reverse'))
      .map((pn) => ({ pn, lid: read(`lid-mapping-${pn}.json`) })),
  };
}

export async function whatsmeowDatabase(
  sessions: readonly Record<string, Row[]>[],
  path = ':memory:',
): Promise<Buffer> {
  const db = new DatabaseSync(path);
  db.exec(WHATSMEOW_SCHEMA);
  for (const [table, rows] of sessions.flatMap((session) => Object.entries(session))) {
    for (const row of rows) {
      const names = Object.keys(row);
      db.prepare(`insert or ignore into ${table} (${names}) values (${names.map(() => '?')})`).run(
        ...Object.values(row),
      );
    }
  }
  const bytes = Buffer.from(db.serialize());
  db.close();
  return bytes;
}
