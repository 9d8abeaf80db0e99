import { rename, rm, stat } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { type Account, getAccount } from '../../platform/accounts/account.ts';
import { record } from '../../platform/audit/audit.ts';
import { CommandError } from '../../platform/lib/command.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import { thumbnailName } from '../../platform/lib/file-store/names.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { type Column, type Layout, meaningOf, readLayouts } from './catalog.ts';
import { listSecrets } from './enter-again.ts';
import * as store from './export-store.ts';
import {
  FILE_LIST,
  type FileLine,
  FORMAT,
  fileEntry,
  MANIFEST,
  type Manifest,
  type Range,
  SCHEMA,
  tableEntry,
} from './manifest.ts';
import { COPIED, LEFT_OUT } from './tables.ts';
import { openZip, type ZipWriter } from './zip-writer.ts';

export const keyCheck = ({ box }: Pick<Context, 'box'>) => box.mac('account', 'export').toString('hex');

interface Options {
  /** Tables and the files count as steps. */
  onStep?: (done: number, total: number) => Promise<unknown>;
  /** Before each table and file: its error ends the export. */
  check?: () => Promise<unknown>;
  /** Of the ZIP. */
  maxBytes?: number;
}

/**
 * Writes an account into a ZIP: rows as they are at one moment, then the files that are still stored. Throws
 * CommandError, ZipTooLarge. Nothing stays after a failure.
 */
export async function exportAccount(
  ctx: Context,
  files: FileStore,
  accountId: number,
  path: string,
  { onStep = async () => {}, check = async () => {}, maxBytes }: Options = {},
): Promise<Manifest> {
  const account = await getAccount(ctx.db, accountId);
  await refuseExisting(path);
  const part = `${path}.part`;
  await rm(part, { force: true });
  const zip = openZip(part, ctx.now(), maxBytes);
  try {
    const rows = await ctx.db.transaction((tx) => writeRows(tx, zip, account, { onStep, check }));
    const stored = await writeFiles(zip, files, rows.files, check);
    const manifest = { ...rows.manifest, ...about(ctx), files: stored, left_out: { ...LEFT_OUT } };
    await zip.add(MANIFEST, once(JSON.stringify(manifest, null, 2)));
    await zip.end();
    await rename(part, path);
    const detail = { messages: rowsOf(manifest, 'messages'), files: stored.stored };
    await ctx.db.transaction((tx) =>
      record(tx, ctx, [{ action: 'account.exported', accountId, target: accountId, detail }]),
    );
    return manifest;
  } catch (error) {
    zip.fail();
    await rm(part, { force: true });
    throw error;
  }
}

const about = (ctx: Context) => ({
  format: FORMAT,
  schema: SCHEMA,
  kurir: VERSION,
  exported_at: ctx.now().toISOString(),
  key_check: keyCheck(ctx),
});

export const rowsOf = ({ tables }: Pick<Manifest, 'tables'>, table: string) =>
  tables.find(({ name }) => name === table)?.rows ?? 0;

async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found) throw new CommandError(`${path} exists already. Give another name.`, 'refused');
}

type Hooks = Required<Pick<Options, 'onStep' | 'check'>>;

async function writeRows(tx: Tx, zip: ZipWriter, account: Account, { onStep, check }: Hooks) {
  await store.takeSnapshot(tx);
  const { id, name, plan, kind, country_code } = account;
  if (await store.isErasing(tx, id)) {
    throw new CommandError('A person is being erased. Try again in a minute.', 'refused');
  }
  const ids = new IdRanges();
  const tables: Manifest['tables'] = [];
  const layouts = await readLayouts(tx, COPIED);
  for (const layout of layouts) {
    await check();
    await onStep(tables.length, layouts.length + 1);
    tables.push(await writeTable(tx, zip, { layout, id, ids }));
  }
  await onStep(layouts.length, layouts.length + 1);
  const settings = await store.readSettings(tx, id);
  const manifest = {
    account: { id, name, plan: plan.name, kind, country_code, settings },
    ids: ids.found(),
    tables,
    enter_again: await listSecrets(tx, id),
  };
  return { manifest, files: await store.listFiles(tx, id) };
}

interface Work {
  layout: Layout;
  id: number;
  ids: IdRanges;
}

async function writeTable(
  tx: Tx,
  zip: ZipWriter,
  { layout, id, ids }: Work,
): Promise<Manifest['tables'][number]> {
  const watched = ids.watch(layout);
  let rows = 0;
  async function* lines() {
    for await (const some of store.readRows(tx, layout, id)) {
      rows += some.length;
      some.forEach(watched);
      yield `${some.join('\n')}\n`;
    }
  }
  const written = await zip.add(tableEntry(layout.name), lines());
  return { name: layout.name, rows, ...written };
}

/** The ids of each table, also of rows that are gone and that others still name. */
class IdRanges {
  readonly #ranges = new Map<string, Range>();

  watch(layout: Layout): (line: string) => void {
    const named = layout.columns.flatMap((column: Column) => {
      const meaning = meaningOf(layout, column);
      return meaning?.kind === 'id' && !meaning.isList ? [[column.name, meaning.of] as const] : [];
    });
    return (line) => {
      const row: Record<string, unknown> = JSON.parse(line);
      for (const [column, of] of named) this.#note(of, row[column]);
    };
  }

  /** Below zero are imported messages, whose blocks have ids themselves. */
  #note(of: string, id: unknown): void {
    if (typeof id !== 'number' || id <= 0) return;
    const range = this.#ranges.get(of);
    if (!range) this.#ranges.set(of, { min: id, max: id });
    else if (id < range.min) range.min = id;
    else if (id > range.max) range.max = id;
  }

  found = (): Record<string, Range> => Object.fromEntries(this.#ranges);
}

/** What was deleted since the snapshot is missing, and what is damaged. */
async function writeFiles(
  zip: ZipWriter,
  files: FileStore,
  listed: readonly store.StoredFile[],
  check: Hooks['check'],
) {
  const sum = { stored: 0, bytes: 0, missing: 0 };
  const whole = { compress: false };
  const written: string[] = [];
  for (const file of listed) {
    await check();
    const bytes = await files.open(file.name, null, file.size);
    if (!bytes) {
      sum.missing += 1;
      continue;
    }
    const { sha256 } = await zip.add(fileEntry(file.name), bytes, whole);
    // Its entry stays in the ZIP, and no list names it.
    if (sha256 !== file.sha256) {
      sum.missing += 1;
      continue;
    }
    const small = file.has_thumbnail ? await files.open(thumbnailName(file.name), null) : null;
    if (small) await zip.add(fileEntry(thumbnailName(file.name)), small, whole);
    sum.stored += 1;
    sum.bytes += file.size;
    const line: FileLine = { ...file, has_thumbnail: small !== null };
    written.push(`${JSON.stringify(line)}\n`);
  }
  return { ...sum, sha256: (await zip.add(FILE_LIST, once(written.join('')))).sha256 };
}

async function* once(text: string) {
  yield text;
}
