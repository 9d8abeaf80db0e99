import { lstat, readFile } from 'node:fs/promises';
import { codeOf } from '../../../../platform/lib/error-code.ts';
import {
  MAX_SESSION_FILE,
  type ReadSession,
  type SessionSource,
  type StoredKey,
  UnusableSession,
} from '../../moved-session.ts';
import { lastPreKeyId, parseJson, parseKeyName, readKey, unwrap } from './baileys-keys.ts';
import { type Bundle, folderBundle, zipBundle } from './bundle.ts';
import { type Credentials, readCredentials, storedCreds } from './credentials.ts';
import { MAX_BYTES, MAX_KEYS, MAX_VALUE } from './limits.ts';
import { torn } from './torn.ts';
import { isWhatsmeowExport, readWhatsmeow } from './whatsmeow.ts';
import { isDatabase, readDatabase } from './whatsmeow-database.ts';

const CREDS = 'creds.json';
/** Beside `creds.json`: the fields of a hash in Redis. */
const DUMP = 'keys.json';
/** Between two turns of the event loop. */
const IN_ONE_TURN = 200;

export const readSession: ReadSession = async (source, phone) => {
  const { credentials, keys } = await readForm(source, phone);
  if (phone !== null && phone !== credentials.phone)
    throw new UnusableSession('no_credentials', `The session is of ${credentials.phone}, not of ${phone}.`);
  if (keys.length > MAX_KEYS)
    throw new UnusableSession('too_large', `The session has more than ${MAX_KEYS} keys.`);
  const nextPreKeyId = Math.max(credentials.nextPreKeyId, lastPreKeyId(keys) + 1);
  const creds = storedCreds({ ...credentials, nextPreKeyId });
  return { phone: credentials.phone, id: credentials.id, creds, keys };
};

interface Read {
  credentials: Credentials;
  keys: StoredKey[];
}

async function readForm(source: SessionSource, phone: string | null): Promise<Read> {
  if ('file' in source) return readFileForm(source.file, phone);
  const { path } = source;
  const found = await lstat(path).catch((error) => notFound(error, path));
  if (found.isDirectory()) return readBundle(await folderBundle(path));
  if (found.size > MAX_SESSION_FILE) throw new UnusableSession('too_large', `${path} is larger than 32 MiB.`);
  const file = await readFile(path);
  const log = await lstat(`${path}-wal`).catch(() => null);
  if (isDatabase(file) && log !== null && log.size > 0)
    throw torn(
      path,
      `misses what ${path}-wal has. Merge it: sqlite3 ${path} 'pragma wal_checkpoint(truncate)'`,
    );
  return readFileForm(file, phone);
}

async function readFileForm(file: Buffer, phone: string | null): Promise<Read> {
  if (file.length > MAX_SESSION_FILE)
    throw new UnusableSession('too_large', 'The file is larger than 32 MiB.');
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
  const keys: StoredKey[] = [];
  for (const [index, { name, key }] of wanted.entries()) {
    if (index % IN_ONE_TURN === 0) await turn();
    const place = name.slice(folder.length);
    const read = readKey(key, await readJson(bundle, name), place);
    if (read) keys.push(read);
  }
  const dump = `${folder}${DUMP}`;
  if (bundle.sizes.has(dump)) keys.push(...(await readFields(await readJson(bundle, dump), DUMP)));
  else if (keys.length === 0)
    throw new UnusableSession(
      'no_keys',
      `${CREDS} has no keys beside it. Add the other files of its folder, or ${DUMP} with the hash of Redis.`,
    );
  return { credentials, keys };
}

async function readDump(json: object): Promise<Read> {
  const { creds, ...fields } = json as { creds?: unknown };
  return { credentials: readCredentials(unwrap(creds), 'creds'), keys: await readFields(fields, 'The file') };
}

/** Fields as `TYPE-ID`. */
async function readFields(json: unknown, place: string): Promise<StoredKey[]> {
  const fields = unwrap(json);
  if (typeof fields !== 'object' || fields === null) throw torn(place, 'is no JSON object');
  const keys: StoredKey[] = [];
  for (const [index, [name, value]] of Object.entries(fields).entries()) {
    if (index % IN_ONE_TURN === 0) await turn();
    const key = parseKeyName(name);
    const read = key && readKey(key, value, name);
    if (read) keys.push(read);
  }
  return keys;
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
  if (large) throw new UnusableSession('too_large', `${large[0]} is no key: it is larger than 1 MiB.`);
  if (files.length > MAX_KEYS || files.reduce((sum, [, size]) => sum + size, 0) > MAX_BYTES)
    throw new UnusableSession('too_large', `The session has more than ${MAX_KEYS} keys, or 96 MiB of them.`);
}

async function readJson(bundle: Bundle, name: string): Promise<unknown> {
  if ((bundle.sizes.get(name) ?? 0) > MAX_SESSION_FILE)
    throw new UnusableSession('too_large', `${name} is larger than 32 MiB.`);
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

function notFound(error: unknown, path: string): never {
  if (codeOf(error) === 'ENOENT') throw new UnusableSession('no_credentials', `There is nothing at ${path}.`);
  throw error;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
