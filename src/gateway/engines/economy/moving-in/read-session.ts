import { readFile, realpath, stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { MEBIBYTE } from '../../../../platform/lib/bytes.ts';
import {
  MAX_SESSION_FILE,
  type ReadSession,
  type SessionSource,
  UnusableSession,
} from '../../moved-session.ts';
import { lastPreKeyId, parseJson, parseKeyName, readKey, unwrap } from './baileys-keys.ts';
import { type Bundle, folderBundle, unreadable, zipBundle } from './bundle.ts';
import { type Credentials, readCredentials, storedCreds } from './credentials.ts';
import { IN_ONE_TURN, LONG_TEXT, MAX_BYTES, MAX_KEYS, MAX_VALUE } from './limits.ts';
import { MovedKeys } from './moved-keys.ts';
import { torn } from './torn.ts';
import { isWhatsmeowExport, readWhatsmeow } from './whatsmeow.ts';
import { isDatabase, readDatabase } from './whatsmeow-database.ts';

const CREDS = 'creds.json';
/** Beside `creds.json`: the fields of a hash in Redis. */
const DUMP = 'keys.json';

export const readSession: ReadSession = async (source, phone) => {
  const { credentials, ...read } = await readForm(source, phone);
  if (phone !== null && phone !== credentials.phone)
    throw new UnusableSession('no_credentials', `The session is of ${credentials.phone}, not of ${phone}.`);
  const keys = read.keys.list();
  const nextPreKeyId = Math.max(credentials.nextPreKeyId, lastPreKeyId(keys) + 1);
  const creds = storedCreds({ ...credentials, nextPreKeyId });
  return { phone: credentials.phone, id: credentials.id, creds, keys };
};

interface Read {
  credentials: Credentials;
  keys: MovedKeys;
}

async function readForm(source: SessionSource, phone: string | null): Promise<Read> {
  if ('file' in source) return readFileForm(source.file, phone);
  const { path } = source;
  const found = await stat(path).catch((error) => unreadable(error, path));
  if (found.isDirectory()) return readBundle(await folderBundle(path));
  if (!found.isFile()) throw new UnusableSession('unknown_form', `${path} is neither a folder nor a file.`);
  if (found.size > MAX_SESSION_FILE) throw tooLarge(path);
  const file = await readFile(path).catch((error) => unreadable(error, path));
  const target = await realpath(path);
  const log = await stat(`${target}-wal`).catch(() => null);
  if (isDatabase(file) && log !== null && log.size > 0)
    throw torn(
      path,
      `misses what ${target}-wal has. Merge it: sqlite3 ${target} 'pragma wal_checkpoint(truncate)'`,
    );
  return readFileForm(file, phone);
}

async function readFileForm(file: Buffer, phone: string | null): Promise<Read> {
  if (file.length > MAX_SESSION_FILE) throw tooLarge('The file');
  if (isDatabase(file)) return readDatabase(file, phone);
  if (file.subarray(0, 2).toString() === 'PK') return readBundle(await zipBundle(file));
  const json = unwrap(parseJson(file.toString()));
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw unknownForm();
  if (isWhatsmeowExport(json)) return readWhatsmeow(json, phone);
  if (CREDS.replace('.json', '') in json) return readDump(json);
  if ('noiseKey' in json)
    throw new UnusableSession('no_keys', 'The file is creds.json alone. Pack its whole folder as a ZIP.');
  throw unknownForm();
}

/** The folder of `useMultiFileAuthState`, perhaps inside others. */
async function readBundle(bundle: Bundle): Promise<Read> {
  const folder = folderOf(bundle);
  const files = [...bundle.sizes].filter(
    ([name]) => name.startsWith(folder) && !name.slice(folder.length).includes('/'),
  );
  const wanted = files.flatMap(([name, size]) => {
    const key = parseKeyName(name.slice(folder.length).replace(/\.json$/, ''));
    return key && name.endsWith('.json') ? [{ name, size, key }] : [];
  });
  checkSize(wanted.map(({ name, size }) => [name, size]));
  const credentials = readCredentials(await readJson(bundle, `${folder}${CREDS}`), CREDS);
  const keys = new MovedKeys();
  for (const [index, { name, key }] of wanted.entries()) {
    if (index % IN_ONE_TURN === 0) await turn();
    const place = name.slice(folder.length);
    const read = readKey(key, await readJson(bundle, name), place);
    if (read) keys.add(read);
  }
  const dump = `${folder}${DUMP}`;
  if (bundle.sizes.has(dump)) await readFields(keys, await readJson(bundle, dump), DUMP);
  else if (keys.room === MAX_KEYS)
    throw new UnusableSession(
      'no_keys',
      `${CREDS} has no keys beside it. Add the other files of its folder, or ${DUMP} with the hash of Redis.`,
    );
  return { credentials, keys };
}

async function readDump(json: object): Promise<Read> {
  const { creds, ...fields } = json as { creds?: unknown };
  const credentials = readCredentials(unwrap(creds), 'creds');
  const keys = new MovedKeys();
  await readFields(keys, fields, 'The file');
  return { credentials, keys };
}

/** Fields as `TYPE-ID`. */
async function readFields(keys: MovedKeys, json: unknown, place: string): Promise<void> {
  const fields = unwrap(json);
  if (typeof fields !== 'object' || fields === null) throw torn(place, 'is no JSON object');
  for (const [index, [name, value]] of Object.entries(fields).entries()) {
    const isLong = typeof value === 'string' && value.length > LONG_TEXT;
    if (index % IN_ONE_TURN === 0 || isLong) await turn();
    const key = parseKeyName(name);
    const read = key && readKey(key, value, name);
    if (read) keys.add(read);
  }
}

function folderOf({ sizes }: Bundle): string {
  const found = [...sizes.keys()].filter(
    (name) => name.split('/').at(-1) === CREDS && !name.startsWith('__MACOSX/'),
  );
  const [only, ...others] = found;
  if (only === undefined)
    throw new UnusableSession('no_credentials', `There is no ${CREDS}. Choose the folder that has it.`);
  if (others.length > 0)
    throw new UnusableSession(
      'several_sessions',
      `There are ${found.length} sessions: ${found.slice(0, 5).join(', ')}. Choose the folder of one.`,
    );
  return only.slice(0, -CREDS.length);
}

function checkSize(files: readonly (readonly [name: string, size: number])[]): void {
  const large = files.find(([, size]) => size > MAX_VALUE);
  if (large)
    throw new UnusableSession(
      'too_large',
      `${large[0]} is no key: it is larger than ${mebibytes(MAX_VALUE)}.`,
    );
  if (files.length > MAX_KEYS || files.reduce((sum, [, size]) => sum + size, 0) > MAX_BYTES)
    throw new UnusableSession(
      'too_large',
      `The session has more than ${MAX_KEYS} keys, or ${mebibytes(MAX_BYTES)} of them.`,
    );
}

async function readJson(bundle: Bundle, name: string): Promise<unknown> {
  if ((bundle.sizes.get(name) ?? 0) > MAX_SESSION_FILE) throw tooLarge(name);
  const bytes = await bundle.read(name);
  const json = unwrap(parseJson(bytes.toString()));
  if (json === undefined) throw torn(name, bytes.length === 0 ? 'is empty' : 'is cut off, or no JSON');
  return json;
}

const unknownForm = () =>
  new UnusableSession(
    'unknown_form',
    'The file is none of these: a ZIP of a folder with creds.json, a database of whatsmeow, or a JSON export.',
  );

const mebibytes = (bytes: number) => `${bytes / MEBIBYTE} MiB`;

const tooLarge = (place: string) =>
  new UnusableSession('too_large', `${place} is larger than ${mebibytes(MAX_SESSION_FILE)}.`);
