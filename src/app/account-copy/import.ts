import { renewCoverage } from '../../assistant/account.ts';
import { scheduleRenewal } from '../../assistant/language-model/embeddings/renewal-due.ts';
import { scheduleTraining } from '../../assistant/trial/model/due.ts';
import type { Context } from '../../context.ts';
import { firstIdOf, lastIdOf } from '../../gateway/messages/imports/ids.ts';
import { sealNewSecret } from '../../gateway/webhooks/secret.ts';
import { indexRange } from '../../inbox/conversations/search/indexer.ts';
import { makeIdentitySecret, sealIdentitySecret } from '../../inbox/entry-points/widgets/identity-secret.ts';
import { createAccount } from '../../platform/accounts/account.ts';
import { getPlan } from '../../platform/accounts/plan.ts';
import { record } from '../../platform/audit/audit.ts';
import { CommandError } from '../../platform/lib/command.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { type Layout, readLayouts } from './catalog.ts';
import { keyCheck } from './export.ts';
import * as store from './import-store.ts';
import { dropFiles, type IncomingFile, keepFiles, listFiles, storeFiles } from './incoming-files.ts';
import { FILE_LIST, FORMAT, MANIFEST, Manifest, SCHEMA, tableEntry } from './manifest.ts';
import { insertSql, moveTexts, type NewIds, type Shifts } from './new-ids.ts';
import { COPIED } from './tables.ts';
import { damaged, linesOf, proveEntry, readText, readZip, type ZipReader } from './zip-reader.ts';

const MAX_MANIFEST = 16 * 1024 * 1024;
const ROWS = 500;
const BYTES = 2 * 1024 * 1024;
/** Of each table, compared with the ids that are taken here. */
const PROBES = 1_000;
const KEY_BYTES = 16;

export interface Imported {
  accountId: number;
  /** Shown once. */
  apiKey: string;
  manifest: Manifest;
  /** Public ids are new, because those of the file are taken here. */
  isRenamed: boolean;
  rows: ReadonlyMap<string, number>;
}

interface Arriving {
  zip: ZipReader;
  manifest: Manifest;
  layouts: readonly Layout[];
  plan: string;
}

/**
 * Makes a new account from a ZIP: all of it or nothing. Nothing of it is sent, and no device is connected. Throws
 * CommandError.
 */
export async function importAccount(
  ctx: Context,
  files: FileStore,
  path: string,
  options: { plan?: string | undefined } = {},
): Promise<Imported> {
  const zip = await readZip(path);
  try {
    const manifest = await readManifest(zip);
    const plan = options.plan ?? manifest.account.plan;
    await getPlan(ctx.db, plan);
    const layouts = await readLayouts(ctx.db, COPIED);
    await proveTables(zip, manifest);
    return await arrive(ctx, files, { zip, manifest, layouts, plan });
  } finally {
    zip.close();
  }
}

async function readManifest(zip: ZipReader): Promise<Manifest> {
  const manifest = parseManifest(await readText(zip, MANIFEST, MAX_MANIFEST));
  const { format, schema, kurir } = manifest;
  if (format !== FORMAT)
    throw new CommandError(`The file has the format ${format}. This version reads ${FORMAT}.`, 'refused');
  if (schema.sha256 !== SCHEMA.sha256) {
    const isNewer = schema.migrations > SCHEMA.migrations;
    const advice = isNewer ? 'Update this installation first.' : 'Update the other one, and export again.';
    throw new CommandError(
      `Kurir ${kurir} made the file, with other tables than here. ${advice}`,
      'refused',
      {
        code: 'other_version',
      },
    );
  }
  return manifest;
}

function parseManifest(text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    return damaged(`${MANIFEST} is not what an export writes`);
  }
}

/** Before anything is written. */
async function proveTables(zip: ZipReader, { tables, files }: Manifest): Promise<void> {
  const names = tables.map(({ name }) => name);
  if (names.join() !== COPIED.map(({ name }) => name).join()) damaged('its list of tables is another one');
  for (const { name, bytes, sha256 } of tables) await proveEntry(zip, tableEntry(name), { bytes, sha256 });
  await proveEntry(zip, FILE_LIST, { sha256: files.sha256 });
}

async function arrive(ctx: Context, fileStore: FileStore, arriving: Arriving): Promise<Imported> {
  const { zip, manifest, layouts } = arriving;
  const key = ctx.randomBytes(KEY_BYTES).toString('hex');
  const isRenamed = await hasTakenIds(ctx, zip, layouts);
  const files = await listFiles(zip, key);
  if (files.length !== manifest.files.stored) damaged(`${FILE_LIST} has another number of files`);
  try {
    await storeFiles(ctx, fileStore, zip, files);
    const shifts = await store.reserveIds(ctx.db, layouts, manifest.ids);
    const made = await ctx.db.transaction((tx) =>
      writeAccount({ ...ctx, db: tx }, tx, arriving, { files, ids: { key, shifts, isRenamed } }),
    );
    return { ...made, manifest, isRenamed };
  } catch (error) {
    await dropFiles(ctx, files).catch((failure: unknown) =>
      ctx.log.debug({ err: failure }, 'account.files_left'),
    );
    throw error;
  }
}

async function hasTakenIds(ctx: Context, zip: ZipReader, layouts: readonly Layout[]): Promise<boolean> {
  for (const layout of layouts) {
    if (layout.uuid === null) continue;
    const ids: string[] = [];
    for await (const line of linesOf(zip, tableEntry(layout.name))) {
      ids.push(uuidOf(line, layout.uuid));
      if (ids.length === PROBES) break;
    }
    if (ids.length > 0 && (await store.isTaken(ctx.db, layout, ids))) return true;
  }
  return false;
}

function uuidOf(line: string, column: string): string {
  try {
    const value: unknown = JSON.parse(line)[column];
    return typeof value === 'string' && isUuid(value) ? value : damaged(`a row has no ${column}`);
  } catch {
    return damaged('a row is no JSON');
  }
}

interface Parts {
  files: readonly IncomingFile[];
  ids: Omit<NewIds, 'accountId'>;
}

/** One transaction: a kill at any moment leaves no account. */
async function writeAccount(ctx: Context, tx: Tx, arriving: Arriving, { files, ids }: Parts) {
  const { zip, manifest, layouts, plan } = arriving;
  const { name, kind, country_code: countryCode, settings } = manifest.account;
  await store.compareAtTheEnd(tx);
  const { account_id: accountId, api_key: apiKey } = await createAccount(ctx, {
    name,
    plan,
    kind,
    countryCode,
  });
  await store.writeSettings(tx, accountId, settings);
  const rows = new Map<string, number>();
  for (const layout of layouts) {
    if (layout.needsSameKey && manifest.key_check !== keyCheck(ctx)) continue;
    const expected = manifest.tables.find((table) => table.name === layout.name)?.rows ?? 0;
    const written = await writeTable(tx, zip, layout, { ...ids, accountId });
    if (written !== expected) damaged(`${layout.name} has ${written} rows in place of ${expected}`);
    rows.set(layout.name, written);
  }
  if (!(await keepFiles(ctx, tx, files)))
    throw new CommandError('The import took longer than a day. Nothing was imported.', 'failed');
  await writeSecrets(ctx, tx, accountId);
  await store.writeFollowing(tx, accountId);
  if (rows.get('automation_accounts')) await learnAgain(tx, accountId, ctx.now());
  await indexMessages(tx, ids.shifts);
  const detail = {
    exported_at: manifest.exported_at,
    messages: rows.get('messages') ?? 0,
    files: files.length,
  };
  await record(tx, ctx, [{ action: 'account.imported', accountId, target: accountId, detail }]);
  return { accountId, apiKey, rows };
}

async function writeTable(tx: Tx, zip: ZipReader, layout: Layout, ids: NewIds): Promise<number> {
  let written = 0;
  let lines: string[] = [];
  let bytes = 0;
  const insert = insertSql(layout, ids);
  const flush = async () => {
    if (lines.length > 0)
      written += await store.insertRows(tx, insert, lines).catch((error) => unfit(layout, error));
    [lines, bytes] = [[], 0];
  };
  for await (const line of linesOf(zip, tableEntry(layout.name))) {
    lines.push(moveTexts(line, layout, ids));
    bytes += line.length;
    if (lines.length === ROWS || bytes > BYTES) await flush();
  }
  await flush();
  return written;
}

/** Values of a wrong type, missing or twice. The text of the error has no values. */
function unfit({ name }: Layout, error: unknown): never {
  const isOfRow = error instanceof Error && /^2[23]/.test(codeOf(error) ?? '');
  if (isOfRow) damaged(`a row of ${name} does not fit: ${error.message}`);
  throw error;
}

/** The owner asks for new ones, and sees them once. */
async function writeSecrets(ctx: Context, tx: Tx, accountId: number): Promise<void> {
  for (const id of await store.listIds(tx, 'webhooks', accountId))
    await store.writeSecret(tx, 'webhooks', { id, sealed: sealNewSecret(ctx, id) });
  for (const id of await store.listIds(tx, 'widgets', accountId)) {
    const sealed = sealIdentitySecret(ctx, id, makeIdentitySecret(ctx));
    await store.writeSecret(tx, 'widgets', { id, sealed });
  }
}

/** Models and subscriptions are made from what has arrived. */
async function learnAgain(tx: Tx, accountId: number, now: Date): Promise<void> {
  await scheduleTraining(tx, accountId, now);
  await scheduleRenewal(tx, accountId, now);
  await renewCoverage(tx, accountId, now);
}

/** The indexer has passed the reserved ids. */
async function indexMessages(tx: Tx, shifts: Shifts): Promise<void> {
  const messages = shifts.get('messages');
  if (messages) {
    const { min, max, shift } = messages;
    await indexRange(tx, { after: min + shift - 1, until: max + shift });
  }
  const blocks = shifts.get('official_histories');
  if (!blocks) return;
  const { min, max, shift } = blocks;
  await indexRange(tx, { after: firstIdOf(max + shift) - 1, until: lastIdOf(min + shift) });
}
