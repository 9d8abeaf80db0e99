import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BufferJSON } from 'baileys';
import { afterAll, expect, test } from 'vitest';
import { openTestSandbox } from '../../../../../sandbox/test-sandbox.ts';
import {
  copyOf,
  evolutionFolder,
  filesOf,
  oldGateway,
  tempFolder,
  whatsmeowDatabase,
  whatsmeowRows,
  zipOf,
} from '../../../../../test/harness/moved-sessions.ts';
import { MAX_SESSION_FILE, type MovedSession } from '../../moved-session.ts';
import { decodeCreds, decodeKey, isPaired } from '../keys/codec.ts';
import { MAX_KEYS } from './limits.ts';
import { readSession } from './read-session.ts';

const NUMBER = '6281100000001';
const CUSTOMER = '6281234567890';
const sandbox = await openTestSandbox({ onEnd: afterAll });
await sandbox.post('/sandbox/phones', { number: CUSTOMER });
const { folder } = await oldGateway(sandbox, { number: NUMBER, customer: CUSTOMER }, afterAll);
const files = await filesOf(folder);
const rows = await whatsmeowRows(folder);
const original = (name: string) => JSON.parse(files.get(name) ?? '', BufferJSON.reviver);
const typesOf = ({ keys }: MovedSession) => [...new Set(keys.map(({ type }) => type))].sort();

test('a folder of the client library is read as the engine would have stored it', async () => {
  const session = await readSession({ path: folder }, null);

  const creds = decodeCreds(session.creds);
  const before = original('creds.json');
  expect(session).toMatchObject({ phone: NUMBER, id: before.me.id });
  expect(isPaired(creds)).toBe(true);
  expect(creds).toMatchObject({
    noiseKey: before.noiseKey,
    signedIdentityKey: before.signedIdentityKey,
    signedPreKey: before.signedPreKey,
    registrationId: before.registrationId,
    advSecretKey: before.advSecretKey,
    me: before.me,
  });
  expect(typesOf(session)).toEqual(['device-list', 'identity-key', 'lid-mapping', 'pre-key', 'session']);
  for (const { type, id, value } of session.keys) {
    expect(decodeKey(type, value), `${type}-${id}`).toEqual(original(`${type}-${id}.json`));
  }
});

test('the new pre-keys of a session have ids that the old gateway did not use', async () => {
  const creds = decodeCreds((await readSession({ path: folder }, null)).creds);

  expect(creds.nextPreKeyId).toBeGreaterThan(original('creds.json').nextPreKeyId);
  expect(creds.firstUnuploadedPreKeyId).toBe(creds.nextPreKeyId);
});

test.each<[string, () => Promise<{ path: string } | { file: Buffer }>]>([
  ['a ZIP of the files', async () => ({ file: await zipOf(files) })],
  [
    'a ZIP of the folder with other files',
    async () => ({
      file: await zipOf(
        [...files, ['.waha.session.me.json', '{'], ['store.sqlite3', 'x']],
        'sessions/noweb/default/',
      ),
    }),
  ],
  [
    'a ZIP of a computer that adds its own files',
    async () => ({
      file: await zipOf([
        ...[...files].map(([n, t]) => [`a/${n}`, t] as const),
        ['__MACOSX/a/creds.json', 'x'],
      ]),
    }),
  ],
  ['credentials of a database beside a dump of Redis', async () => ({ path: await evolutionFolder(folder) })],
  [
    'one JSON file with all fields of Redis',
    async () => ({
      file: Buffer.from(
        JSON.stringify(
          Object.fromEntries([...files].map(([name, text]) => [name.replace('.json', ''), text])),
        ),
      ),
    }),
  ],
])('%s is the same session', async (_name, source) => {
  const expected = await readSession({ path: folder }, null);

  const session = await readSession(await source(), null);

  const sorted = ({ keys }: MovedSession) =>
    keys.map(({ type, id, value }) => `${type}-${id}=${Buffer.from(value)}`).sort();
  expect(session.id).toBe(expected.id);
  expect(sorted(session)).toEqual(sorted(expected));
});

test.each<[string, () => Promise<Buffer>]>([
  ['a database', () => whatsmeowDatabase([rows])],
  [
    'an export of PostgreSQL',
    async () =>
      Buffer.from(
        JSON.stringify(rows, (_key, value) =>
          value?.type === 'Buffer' ? `\\x${Buffer.from(value.data).toString('hex')}` : value,
        ),
      ),
  ],
])('%s of whatsmeow is the same linked device, without its sessions', async (_name, file) => {
  const session = await readSession({ file: await file() }, null);

  const creds = decodeCreds(session.creds);
  const before = original('creds.json');
  const account = (from: Record<string, string | Uint8Array>) =>
    Object.values(from)
      .map((value) => Buffer.from(value as string, 'base64').toString('hex'))
      .sort(); // both forms
  expect(creds).toMatchObject({
    noiseKey: before.noiseKey,
    signedPreKey: before.signedPreKey,
    advSecretKey: before.advSecretKey,
  });
  expect(creds.me).toMatchObject({ id: before.me.id, lid: before.me.lid });
  expect(account({ ...creds.account } as never)).toEqual(account(before.account));
  expect(typesOf(session)).toEqual(['identity-key', 'lid-mapping', 'pre-key']);
  for (const { type, id, value } of session.keys) {
    expect(decodeKey(type, value), `${type}-${id}`).toEqual(original(`${type}-${id}.json`));
  }
});

test('one of several numbers in a database is chosen by its number', async () => {
  const other = structuredClone(rows);
  for (const row of other.whatsmeow_device ?? []) row.jid = '6281100000002:7@s.whatsapp.net';
  const file = await whatsmeowDatabase([rows, { whatsmeow_device: other.whatsmeow_device ?? [] }]);

  await expect(readSession({ file }, null)).rejects.toMatchObject({
    problem: 'several_sessions',
    message: expect.stringContaining(`${NUMBER}, 6281100000002`),
  });
  await expect(readSession({ file }, '6281100000003')).rejects.toMatchObject({ problem: 'no_credentials' });
  expect(await readSession({ file }, NUMBER)).toMatchObject({ phone: NUMBER });
});

/** With rows of `count` people, each as `sql` inserts them: `i` is their number. */
async function crowded(count: number, ...sql: string[]): Promise<Buffer> {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  db.deserialize(await whatsmeowDatabase([rows]));
  const people = `with recursive n (i) as (select 100000 union all select i + 1 from n limit ${count})`;
  for (const each of sql) db.exec(each.replace('from n', `from (${people} select i from n)`));
  const bytes = Buffer.from(db.serialize());
  db.close();
  return bytes;
}
const jid = String(rows.whatsmeow_device?.[0]?.jid);
const keysOf = (our: string) =>
  `insert into whatsmeow_identity_keys select '${our}', i || ':0', randomblob(32) from n`;
const LIDS = `insert into whatsmeow_lid_map select 9000000 + i, i from n`;

test('rows of other numbers in the same database cost the moved number no key', async () => {
  const crowd = await crowded(
    MAX_KEYS + 10_000,
    'create table own as select * from whatsmeow_identity_keys',
    'delete from whatsmeow_identity_keys',
    keysOf('6281100000009:1@s.whatsapp.net'),
    'insert into whatsmeow_identity_keys select * from own',
    LIDS,
  );
  const expected = await readSession({ file: await whatsmeowDatabase([rows]) }, null);

  const session = await readSession({ file: crowd }, NUMBER);

  expect(session.keys).toEqual(expected.keys);
});

test('a number with many people moves with all their keys, and as many of their LIDs as fit', async () => {
  const session = await readSession({ file: await crowded(30_000, keysOf(jid), LIDS) }, null);

  const count = (wanted: string) => session.keys.filter(({ type }) => type === wanted).length;
  expect(count('identity-key')).toBeGreaterThanOrEqual(30_000);
  expect(session.keys.length).toBeGreaterThan(MAX_KEYS - 2);
  expect(session.keys.length).toBeLessThanOrEqual(MAX_KEYS);
});

test.each([
  ['a database', () => crowded(MAX_KEYS + 1, keysOf(jid))],
  [
    'an export',
    async () => {
      const identity = `\\x${'0a'.repeat(32)}`;
      const many = Array.from({ length: MAX_KEYS + 1 }, (_, n) => ({
        our_jid: jid,
        their_id: `${n}:0`,
        identity,
      }));
      const text = (_key: string, value: { type?: string; data: number[] }) =>
        value?.type === 'Buffer' ? `\\x${Buffer.from(value.data).toString('hex')}` : value;
      return Buffer.from(JSON.stringify({ ...rows, whatsmeow_identity_keys: many }, text));
    },
  ],
])('%s with too many keys of one number is refused, and others are served meanwhile', async (_name, make) => {
  const file = await make();
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 0);

  await expect(readSession({ file }, null)).rejects.toMatchObject({
    problem: 'too_large',
    message: expect.stringContaining(`${MAX_KEYS} keys`),
  });
  clearInterval(others);

  expect(turns).toBeGreaterThan(20);
});

test('of two keys with one name the last one moves', async () => {
  const [name = '', another = ''] = [...files.keys()].filter((file) => file.startsWith('pre-key-'));
  const key = name.replace('.json', '');
  const path = await copyOf(folder);
  await writeFile(join(path, 'keys.json'), JSON.stringify({ [key]: files.get(another) }));

  const { keys } = await readSession({ path }, null);

  const found = keys.filter(({ type, id }) => `${type}-${id}` === key);
  expect(found.map(({ type, value }) => decodeKey(type, value))).toEqual([original(another)]);
});

test('a path that leads to a file by a link is judged as the file', async () => {
  const path = join(await tempFolder(), 'link.db');
  const target = join(await tempFolder(), 'whatsmeow.db');
  await writeFile(target, await whatsmeowDatabase([rows]));
  await symlink(target, path);
  const large = join(await tempFolder(), 'large.db');
  await writeFile(target.replace('whatsmeow', 'huge'), Buffer.alloc(MAX_SESSION_FILE + 1));
  await symlink(target.replace('whatsmeow', 'huge'), large);

  expect(await readSession({ path }, null)).toMatchObject({ phone: NUMBER });
  await writeFile(`${target}-wal`, 'what the database misses');
  await expect(readSession({ path }, null)).rejects.toMatchObject({ problem: 'torn' });
  await expect(readSession({ path: large }, null)).rejects.toMatchObject({
    problem: 'too_large',
    message: `${large} is larger than 32 MiB.`,
  });
  await expect(readSession({ path: '/dev/null' }, null)).rejects.toMatchObject({ problem: 'unknown_form' });
  await expect(readSession({ path: join(target, 'creds.json') }, null)).rejects.toMatchObject({
    problem: 'no_credentials',
  });
});

const changed = async (change: (copy: string) => Promise<unknown>) => {
  const copy = await copyOf(folder);
  await change(copy);
  return { path: copy };
};
const without = (json: string, name: string) => JSON.stringify({ ...JSON.parse(json), [name]: undefined });
const creds = files.get('creds.json') ?? '';
const oneOf = (type: string) => [...files.keys()].find((name) => name.startsWith(type)) ?? '';
const write = (name: string, text: string) => changed((copy) => writeFile(join(copy, name), text));

test.each<[string, string, () => Promise<{ path: string } | { file: Buffer }>]>([
  ['an empty folder', 'no_credentials', async () => ({ path: await tempFolder() })],
  ['a path without a file', 'no_credentials', async () => ({ path: join(folder, 'none') })],
  ['a folder without credentials', 'no_credentials', () => changed((copy) => rm(join(copy, 'creds.json')))],
  [
    'two sessions',
    'several_sessions',
    async () => ({
      file: await zipOf([
        ['a/creds.json', creds],
        ['b/creds.json', creds],
      ]),
    }),
  ],
  ['credentials alone', 'no_keys', async () => ({ file: await zipOf([['creds.json', creds]]) })],
  ['the file of the credentials', 'no_keys', async () => ({ file: Buffer.from(creds) })],
  ['credentials cut off', 'torn', () => write('creds.json', creds.slice(0, 300))],
  ['empty credentials', 'torn', () => write('creds.json', '')],
  ['other JSON as credentials', 'torn', () => write('creds.json', '{"hello":"world"}')],
  ['a session cut off', 'torn', () => write(oneOf('session-'), '{"_sessions":{"BQ')],
  ['an empty key', 'torn', () => write(oneOf('pre-key-'), '')],
  [
    'a session of another shape',
    'torn',
    () => write(oneOf('session-'), '{"_sessions":{"BQ==":{}},"version":"v1"}'),
  ],
  [
    'a key that reaches a prototype',
    'torn',
    () => write(oneOf('session-'), '{"_sessions":{"__proto__":{}},"version":"v1"}'),
  ],
  [
    'keys that do not belong together',
    'torn',
    () =>
      write(
        'creds.json',
        JSON.stringify({
          ...JSON.parse(creds),
          noiseKey: { ...JSON.parse(creds).noiseKey, public: JSON.parse(creds).signedIdentityKey.public },
        }),
      ),
  ],
  [
    'a foreign number',
    'torn',
    () => write('creds.json', JSON.stringify({ ...JSON.parse(creds), me: { id: '1203@g.us' } })),
  ],
  ['credentials that were never linked', 'not_linked', () => write('creds.json', without(creds, 'account'))],
  ['a too large key', 'too_large', () => write(oneOf('session-'), `"${'x'.repeat(1024 * 1024)}"`)],
  [
    'a file of ten million values',
    'too_large',
    async () => ({ file: Buffer.from(`{"creds":[${'[],'.repeat(10_000_000)}[]]}`) }),
  ],
  ['a file of endless depth', 'unknown_form', async () => ({ file: Buffer.from('['.repeat(100_000)) })],
  ['a ZIP cut off', 'torn', async () => ({ file: (await zipOf(files)).subarray(0, 5_000) })],
  [
    'a database cut off',
    'torn',
    async () => ({ file: (await whatsmeowDatabase([rows])).subarray(0, 9_000) }),
  ],
  ['a database without a number', 'not_linked', async () => ({ file: await whatsmeowDatabase([]) })],
  [
    'another database',
    'unknown_form',
    async () => ({ file: Buffer.from(otherDatabase('create table messages (id)')) }),
  ],
  [
    'a database with a view in place of a table',
    'unknown_form',
    async () => ({
      file: Buffer.from(
        otherDatabase(
          'create view whatsmeow_device as ' +
            'with recursive n (i) as (select 1 union all select i + 1 from n) select i from n',
        ),
      ),
    }),
  ],
  ['text', 'unknown_form', async () => ({ file: Buffer.from('hello') })],
  ['nothing', 'unknown_form', async () => ({ file: Buffer.alloc(0) })],
])('%s is refused as %s', async (_name, problem, source) => {
  await expect(readSession(await source(), null)).rejects.toMatchObject({
    name: 'UnusableSession',
    problem,
    message: expect.stringMatching(/^[^{}]{20,}$/),
  });
});

function otherDatabase(sql: string): Uint8Array {
  const db = new DatabaseSync(':memory:');
  db.exec(sql);
  return db.serialize();
}

test('a database in use is refused while its log has not been merged', async () => {
  const path = join(await tempFolder(), 'whatsmeow.db');
  await whatsmeowDatabase([rows], path);
  const db = new DatabaseSync(path);
  db.exec(`pragma journal_mode = wal; update whatsmeow_device set push_name = 'Toko'`);

  await expect(readSession({ path }, null)).rejects.toMatchObject({
    message: expect.stringContaining('wal_checkpoint'),
  });
  db.exec('pragma wal_checkpoint(truncate)');
  expect(await readSession({ path }, null)).toMatchObject({ phone: NUMBER });
  db.close();
  expect((await readFile(path)).length).toBeGreaterThan(0);
});

test.each([
  ['all of it', ''],
  ['its number', 'create table whatsmeow_device (jid text);'],
])('a database that left %s in its log says how to merge it', async (_name, before) => {
  const path = join(await tempFolder(), 'whatsmeow.db');
  const db = new DatabaseSync(path);
  db.exec(`${before} pragma journal_mode = wal; create table whatsmeow_pre_keys (jid text)`);

  const file = await readFile(path);

  await expect(readSession({ file }, null)).rejects.toMatchObject({
    problem: 'torn',
    message: expect.stringContaining('wal_checkpoint'),
  });
  db.close();
});

test('a ZIP cannot unpack to more than it says', async () => {
  const zip = await zipOf([...files, ['session-1.0.json', `"${'a'.repeat(3_000_000)}"`]]);

  await expect(readSession({ file: zip }, null)).rejects.toMatchObject({ problem: 'too_large' });
});

test('no problem names a secret of the session', async () => {
  const broken = JSON.parse(creds);
  broken.signedPreKey.signature = 'c2VjcmV0LXNlY3JldA==';

  const error = await readSession(await write('creds.json', JSON.stringify(broken)), null).catch(
    (e: Error) => e.message,
  );

  expect(error).toContain('signedPreKey.signature');
  expect(error).not.toContain('c2VjcmV0');
});
