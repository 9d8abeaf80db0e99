import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Config, InvalidConfig } from '../../config.ts';
import { mediaFolder, SECRET_KEY_FILE, secretKeyFile } from '../../files.ts';
import { CommandError } from '../../platform/lib/command.ts';
import type { Log } from '../../platform/lib/log.ts';
import { placesIn } from '../../platform/lib/postgres/cluster.ts';
import { lockFolder } from '../../platform/lib/postgres/folder-lock.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { keepSecretFile, readSecretFile } from '../../platform/lib/secret-file.ts';
import { declareRestored } from '../operator/origin/origin.ts';
import { makeDataFolder } from '../processes/data-folder.ts';
import { proveSecretKey } from '../processes/secret-key.ts';
import { damaged, FILES, type Manifest, readSums } from './format.ts';
import { checkBackup, withUnpacked } from './open.ts';
import { withBackup } from './open-place.ts';
import type { BackupFiles } from './place.ts';
import { readPassphrase, unsealKey } from './sealed-key.ts';

/** With its owner. */
const LOCK = basename(placesIn('').lockFile);
/** What a data folder may have before the restore. */
const ALLOWED = [SECRET_KEY_FILE, '.git', 'tmp', '.env'];

/**
 * Makes an installation from a backup, in an empty data folder. Its accounts are held at the next start. Nothing is put
 * in its place before all of the backup is proven. Throws CommandError, PostgresProblem and InvalidConfig.
 */
export async function restoreBackup(config: Config, log: Log, address: string): Promise<Manifest> {
  if (config.DATABASE_URL) {
    throw new CommandError(
      'With DATABASE_URL, PostgreSQL restores the backup: pg_restore. See docs/backups.md',
      'refused',
    );
  }
  return withBackup(config, address, (source) => restoreFiles(config, log, source));
}

async function restoreFiles(config: Config, log: Log, source: BackupFiles): Promise<Manifest> {
  const dataDir = resolve(config.KURIR_DATA_DIR);
  await makeDataFolder(dataDir);
  await refuseFull(dataDir);
  const manifest = await checkBackup(source);
  const media = mediaFolder(config);
  if (manifest.has_media && !config.KURIR_S3_BUCKET) await refuseFull(media);
  const key = await findKey(config, source, manifest);
  // Nothing else starts there meanwhile.
  const { lockFile } = placesIn(dataDir);
  const lock = await lockFolder(lockFile, { folder: dataDir, kind: 'command', waitMs: 0 });
  try {
    await refuseFull(dataDir);
    await restoreInto(dataDir, { config, log, source, manifest, key });
  } finally {
    lock.release();
  }
  return manifest;
}

interface Found {
  config: Config;
  log: Log;
  source: BackupFiles;
  manifest: Manifest;
  key: string;
}

async function restoreInto(dataDir: string, { config, log, source, manifest, key }: Found): Promise<void> {
  const folder = join(dataDir, `restore-${process.pid}`);
  await withUnpacked(source, { manifest, folder, log }, async ({ db }) => {
    await proveSecretKey(db, createSecretBox(key, config.KURIR_SECRET_KEY_OLD));
    await declareRestored({ db });
  });
  try {
    if (manifest.has_media && !config.KURIR_S3_BUCKET) await copyMedia(source, manifest, mediaFolder(config));
    if (!config.KURIR_SECRET_KEY) await keepSecretFile(secretKeyFile(config), () => key);
    await copyOut(source, FILES.identity, join(dataDir, FILES.identity));
    await putInPlace(folder, dataDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The database last: without it there is no installation. */
async function putInPlace(folder: string, dataDir: string): Promise<void> {
  const [from, to] = [placesIn(folder), placesIn(dataDir)];
  await rename(from.passwordFile, to.passwordFile);
  await rename(from.cluster, to.cluster);
}

async function copyMedia(source: BackupFiles, manifest: Manifest, media: string): Promise<void> {
  for await (const { path } of readSums(source, manifest)) {
    if (!path.startsWith('media/')) continue;
    const target = join(media, path.slice('media/'.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyOut(source, path, target);
  }
}

async function copyOut(source: BackupFiles, path: string, target: string): Promise<void> {
  const bytes = await source.open(path);
  if (!bytes) throw damaged(source, path);
  await pipeline(bytes, createWriteStream(target, { mode: 0o600 }));
}

async function findKey(config: Config, source: BackupFiles, manifest: Manifest): Promise<string> {
  const known = config.KURIR_SECRET_KEY ?? (await readSecretFile(secretKeyFile(config)));
  if (known) return known;
  const file = secretKeyFile(config);
  const passphrase = await readPassphrase(config);
  if (!manifest.has_key) {
    throw new CommandError(
      `The backup has no secret key. Put the file secret-key of the original at ${file}, or set KURIR_SECRET_KEY`,
      'refused',
    );
  }
  if (passphrase === null) {
    throw new CommandError(
      `The secret key of the backup is sealed. Set KURIR_BACKUP_PASSPHRASE, or put the key at ${file}`,
      'refused',
    );
  }
  const sealed = await source.open(FILES.key);
  if (!sealed) throw damaged(source, FILES.key);
  const key = unsealKey(String(await buffer(sealed)), passphrase);
  if (key === null) throw new InvalidConfig('KURIR_BACKUP_PASSPHRASE: not the passphrase of this backup');
  return key;
}

async function refuseFull(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const found = names.filter((name) => !ALLOWED.includes(name) && !name.startsWith(LOCK));
  if (found.length === 0) return;
  throw new CommandError(
    `${folder} is not empty: it has ${found.slice(0, 3).join(', ')}. Restore into another KURIR_DATA_DIR, or move it ` +
      'away',
    'refused',
  );
}
