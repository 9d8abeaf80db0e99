import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { DAY } from '../../platform/lib/clock.ts';
import { type Database, openDatabase } from '../../platform/lib/db/db.ts';
import { refuseSmallDisk } from '../../platform/lib/disk-space.ts';
import type { Log } from '../../platform/lib/log.ts';
import { placesIn } from '../../platform/lib/postgres/cluster.ts';
import { startEmbeddedPostgres } from '../../platform/lib/postgres/embedded.ts';
import { signal } from '../../platform/lib/postgres/processes.ts';
import { keepSecretFile } from '../../platform/lib/secret-file.ts';
import { unpackTar } from '../../platform/lib/tar.ts';
import { damaged, FILES, type Manifest, readManifest, readSums } from './format.ts';
import type { BackupFiles } from './place.ts';

/** The rules of the server are written again, with a new password. */
const LEFT_OUT = ['pg_hba.conf'];
const MORE_BYTES = 128 * MEBIBYTE;

/** Reads every file. CommandError with the name of the first one that is damaged or missing. */
export async function checkBackup(source: BackupFiles): Promise<Manifest> {
  const manifest = await readManifest(source);
  let files = 0;
  const needed = new Set([FILES.database, FILES.identity, FILES.manifest]);
  if (manifest.has_key) needed.add(FILES.key);
  for await (const { sha256, path } of readSums(source, manifest)) {
    const bytes = await source.open(path);
    if (!bytes || (await hashOf(bytes)) !== sha256) throw damaged(source, path);
    needed.delete(path);
    files += 1;
  }
  if (files !== manifest.files || needed.size > 0) throw damaged(source, FILES.sums);
  return manifest;
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}

interface UnpackedOptions {
  manifest: Manifest;
  /** A data folder to be; it must not exist. It is removed if the work fails. */
  folder: string;
  log: Log;
  settings?: Record<string, string>;
}

/** The database of a backup on a separate server, in a scratch folder. The work gets its only connection. */
export async function withUnpacked<T>(
  source: BackupFiles,
  { manifest, folder, log, settings = {} }: UnpackedOptions,
  work: (database: Pick<Database, 'db'>) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { mode: 0o700 });
  const discard = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', discard);
  try {
    await refuseSmallDisk(folder, manifest.database_bytes + MORE_BYTES, 'the database of the backup');
    const { cluster, passwordFile } = placesIn(folder);
    await mkdir(cluster, { mode: 0o700 });
    await keepSecretFile(passwordFile, () => randomBytes(24).toString('base64url'));
    const archive = await source.open(FILES.database);
    if (!archive) throw damaged(source, FILES.database);
    await pipeline(archive, createGunzip(), (bytes) => unpackTar(bytes, cluster, LEFT_OUT));
    return await withServer(folder, log, settings, work);
  } catch (error) {
    discard();
    throw error;
  } finally {
    process.off('exit', discard);
  }
}

async function withServer<T>(
  dataDir: string,
  log: Log,
  settings: Record<string, string>,
  work: (database: Pick<Database, 'db'>) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, log, kind: 'command', settings });
  const kill = () => void (server.pid && signal(server.pid, 'SIGQUIT'));
  process.prependOnceListener('exit', kill);
  const database = openDatabase(server.url, { max: 1, name: 'kurir restore', silenceMs: DAY });
  try {
    return await work(database);
  } finally {
    await database.close();
    await server.stop();
    process.off('exit', kill);
  }
}
