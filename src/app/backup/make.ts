import { createReadStream } from 'node:fs';
import { mkdir, opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type Config, InvalidConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { mediaFolder } from '../../files.ts';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { refuseSmallDisk } from '../../platform/lib/disk-space.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import { type BaseBackups, openBaseBackups } from '../../platform/lib/postgres/base-backup.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { VERSION } from '../../platform/lib/version.ts';
import { databaseIdOf } from '../operator/origin/origin.ts';
import { loadSecretKey, proveSecretKey } from '../processes/secret-key.ts';
import { FILES, type Manifest, nameOf } from './format.ts';
import { Meter, type Progress } from './meter.ts';
import { openPlace } from './open-place.ts';
import type { BackupPlace, Draft } from './place.ts';
import { readPassphrase, sealKey } from './sealed-key.ts';
import * as store from './store.ts';
import { BackupWriter } from './writer.ts';

/** So that the gateway keeps most of a disk. */
const BYTES_PER_SECOND = 40 * MEBIBYTE;
/** The log of the database, its other databases, and the lists of files. */
const MORE_BYTES = 128 * MEBIBYTE;
/** Names that are tried, and the seconds to the next one. */
const MOST_NAMES = 5;
const MOST_SECONDS = 30;
/** A file that is being written. */
const PART = /\.part$/;

export interface MakeOptions {
  /** An existing folder, or `s3://BUCKET/FOLDER`. */
  target: string;
  bytesPerSecond?: number;
  /** Of calls to a bucket. */
  retryPausesMs?: readonly number[];
  report(progress: Progress): void;
}

export interface Made {
  name: string;
  address: string;
  manifest: Manifest;
}

/**
 * A backup of the embedded database and of its files, while the gateway runs. It gets its name when it is whole. Throws
 * CommandError: another backup is being made, the disk is too small, or the target is in the data folder; and
 * StoreUnavailable: the bucket fails.
 */
export async function makeBackup(ctx: Context, options: MakeOptions): Promise<Made> {
  const place = openPlace(ctx.config, options.target, options.retryPausesMs);
  try {
    return await makeIn(ctx, place, options);
  } finally {
    await place.close();
  }
}

async function makeIn(ctx: Context, place: BackupPlace, options: MakeOptions): Promise<Made> {
  if (place.folder !== null) await refuseTarget(ctx.config, place.folder);
  const passphrase = await readPassphrase(ctx.config);
  if (passphrase !== null) await refuseTwoKeys(ctx);
  const database = await openBaseBackups(ctx.config.KURIR_DATA_DIR);
  if (!database) throw new CommandError('Another backup is being made. Wait until it ends', 'refused');
  try {
    const { bytes } = await store.readSize(ctx.db, {});
    const database_id = await databaseIdOf(ctx);
    const madeAt = ctx.now();
    const media = await sizeOfMedia(ctx.config);
    if (place.folder !== null)
      await refuseSmallDisk(place.folder, bytes + (media ?? 0) + MORE_BYTES, 'a backup');
    const parts = { database, passphrase, media, madeAt, bytes, database_id };
    const [name, draft] = await beginWhole(ctx, place, parts);
    const manifest = await writeWhole(ctx, draft, parts, options);
    return { name, address: place.files(name).address, manifest };
  } finally {
    await database.close();
  }
}

interface Parts {
  database: BaseBackups;
  passphrase: string | null;
  /** Bytes; null with a bucket. */
  media: number | null;
  madeAt: Date;
  bytes: number;
  database_id: string;
}

/** Its name, or one of the next seconds: two databases that make theirs at one hour may share a place. */
async function beginWhole(
  ctx: Context,
  place: BackupPlace,
  { madeAt, database_id }: Parts,
): Promise<[name: string, draft: Draft]> {
  for (let [tries, at] = [0, madeAt.getTime()]; tries < MOST_NAMES; tries += 1) {
    const name = nameOf(new Date(at));
    const draft = await place.begin(name, database_id);
    if (draft) return [name, draft];
    at += SECOND * Math.ceil(ctx.random() * MOST_SECONDS);
  }
  throw new CommandError('Other backups have each name that this one tried. Try again', 'failed');
}

async function writeWhole(ctx: Context, draft: Draft, parts: Parts, options: MakeOptions): Promise<Manifest> {
  process.once('exit', draft.discardNow);
  const writer = new BackupWriter(draft);
  try {
    const manifest = await writeParts(ctx, writer, parts, options);
    await writer.finish(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    return manifest;
  } catch (cause) {
    writer.close();
    // A bucket that fails may fail here too.
    await draft.discard().catch(() => {});
    if (codeOf(cause) !== 'ENOSPC') throw cause;
    throw new CommandError('The disk of the backup is full. Nothing of this backup is left there', 'failed');
  } finally {
    process.off('exit', draft.discardNow);
  }
}

/** Files follow the database, so that each row has its file. */
async function writeParts(
  ctx: Context,
  writer: BackupWriter,
  parts: Parts,
  { bytesPerSecond = BYTES_PER_SECOND, report }: MakeOptions,
): Promise<Manifest> {
  const { database, passphrase, media, madeAt, bytes, database_id } = parts;
  const totalBytes = bytes + (media ?? 0);
  report({ doneBytes: 0, totalBytes, secondsLeft: Math.ceil(totalBytes / bytesPerSecond) });
  const meter = new Meter({ totalBytes, bytesPerSecond, report });
  const { config } = ctx;
  await writer.add(FILES.database, database.read(), meter.stream(), createGzip({ level: 1 }));
  if (media !== null) await copyMedia(mediaFolder(config), writer, meter);
  const addText = (path: string, text: string | Buffer) =>
    writer.add(path, Readable.from([Buffer.from(text)]));
  await addText(FILES.identity, await readFile(join(config.KURIR_DATA_DIR, FILES.identity)));
  if (passphrase !== null) await addText(FILES.key, sealKey(await loadSecretKey(config), passphrase));
  return {
    format: 1,
    version: VERSION,
    made_at: madeAt.toISOString(),
    database_id,
    database_bytes: bytes,
    // With the manifest.
    files: writer.files + 1,
    bytes: writer.bytes,
    has_media: media !== null,
    has_key: passphrase !== null,
  };
}

async function copyMedia(folder: string, writer: BackupWriter, meter: Meter): Promise<void> {
  for await (const path of filesIn(folder)) {
    const bytes = createReadStream(path);
    const opened = await new Promise<boolean>((resolve, reject) => {
      bytes.once('open', () => resolve(true));
      // Deleted meanwhile, with its row.
      bytes.once('error', (error) => (codeOf(error) === 'ENOENT' ? resolve(false) : reject(error)));
    });
    if (opened) await writer.add(join('media', relative(folder, path)), bytes, meter.stream());
  }
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (entry.isFile() && !PART.test(entry.name)) yield join(entry.parentPath, entry.name);
  }
}

/** Null with a bucket, which has its own backups. */
async function sizeOfMedia(config: Config): Promise<number | null> {
  if (config.KURIR_S3_BUCKET) return null;
  let bytes = 0;
  for await (const path of filesIn(mediaFolder(config))) {
    bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

async function refuseTarget(config: Config, given: string): Promise<void> {
  const found = await stat(given).catch(() => null);
  if (!found?.isDirectory()) {
    throw new CommandError(`No folder ${given}. Create it first, best on another disk`, 'not_found');
  }
  const target = await realpath(given);
  const saved = [config.KURIR_DATA_DIR, ...(config.KURIR_S3_BUCKET ? [] : [mediaFolder(config)])];
  for (const folder of saved) {
    const real = await realpath(folder).catch(() => folder);
    if (!`${target}${sep}`.startsWith(`${real}${sep}`)) continue;
    throw new CommandError(
      `${target} is in ${real}, and would be lost with it. Choose another folder`,
      'refused',
    );
  }
}

/** The sealed key has to open all of the backup. */
async function refuseTwoKeys({ db, config }: Context): Promise<void> {
  if (config.KURIR_SECRET_KEY_OLD.length === 0) return;
  try {
    await proveSecretKey(db, createSecretBox(await loadSecretKey(config)));
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    throw new CommandError('The secret key is being changed. First run key-ring rotate', 'refused');
  }
}
