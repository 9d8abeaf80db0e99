import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { KIBIBYTE } from '../../platform/lib/bytes.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { someAtOnce } from '../../platform/lib/some-at-once.ts';
import type { BackupFiles, BackupPlace } from './place.ts';

/** A backup has these files, and `media/`. */
export const FILES = {
  database: 'database.tar.gz',
  key: 'secret-key.sealed',
  identity: 'identity.json',
  manifest: 'manifest.json',
  /** In the form of `sha256sum`. */
  sums: 'SHA256SUMS',
};

const MAX_MANIFEST = 64 * KIBIBYTE;
/** A hash, two blanks, and the longest path of Linux. */
const MAX_LINE = 64 + 2 + 4096 + 1;

export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  made_at: z.iso.datetime(),
  /** Empty in backups of earlier versions: no database owns them. */
  database_id: z.string().default(''),
  /** Of the database when it is restored, about. */
  database_bytes: z.int(),
  files: z.int(),
  bytes: z.int(),
  has_media: z.boolean(),
  has_key: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Sorts by time. */
export const nameOf = (madeAt: Date) => `kurir-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
const NAME = /^kurir-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Throws CommandError. */
export async function readManifest(files: BackupFiles): Promise<Manifest> {
  const bytes = await readUpTo(await files.open(FILES.manifest), MAX_MANIFEST);
  try {
    return Manifest.parse(JSON.parse(String(Buffer.concat(bytes ?? []))));
  } catch {
    throw (await files.isThere())
      ? new CommandError(
          `${files.address} is no backup of this version of Kurir: ${FILES.manifest} is missing or damaged`,
          'refused',
        )
      : new CommandError(`No backup ${files.address}`, 'not_found');
  }
}

/**
 * Lines of the sums: hash and path of each file. All of them are read first, because a bucket gives up an answer that
 * waits for hours. Throws CommandError.
 */
export async function* readSums(
  files: BackupFiles,
  { files: most }: Pick<Manifest, 'files'>,
): AsyncGenerator<{ sha256: string; path: string }> {
  const bytes = await readUpTo(await files.open(FILES.sums), most * MAX_LINE);
  if (bytes === null) throw damaged(files, FILES.sums);
  for await (const line of createInterface({ input: Readable.from(bytes), crlfDelay: Infinity })) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!sha256 || !path || resolve('/', path) !== `/${path}`) throw damaged(files, FILES.sums);
    yield { sha256, path };
  }
}

/** Null: no file, or a larger one. */
async function readUpTo(source: Readable | null, most: number): Promise<Buffer[] | null> {
  if (source === null) return null;
  let size = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) return null;
  }
  return chunks;
}

export const damaged = ({ address }: BackupFiles, file: string) =>
  new CommandError(
    `${address}/${file} is damaged or missing: this backup is not usable. Use another one`,
    'refused',
  );

/** Names of the backups of this database, oldest first. */
export async function listMade(place: BackupPlace, databaseId: string): Promise<string[]> {
  const names = (await place.names()).filter((name) => NAME.test(name)).sort();
  const own = new Set<string>();
  await someAtOnce(names, async (name) => {
    const manifest = await readManifest(place.files(name)).catch(() => null);
    if (manifest?.database_id === databaseId) own.add(name);
  });
  return names.filter((name) => own.has(name));
}
