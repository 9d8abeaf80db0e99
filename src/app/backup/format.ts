import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { CommandError } from '../../platform/lib/command.ts';
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
  const bytes = await files.open(FILES.manifest);
  try {
    return Manifest.parse(JSON.parse(bytes ? await text(bytes) : ''));
  } catch {
    throw (await files.isThere())
      ? new CommandError(
          `${files.address} is no backup of this version of Kurir: ${FILES.manifest} is missing or damaged`,
          'refused',
        )
      : new CommandError(`No backup ${files.address}`, 'not_found');
  }
}

/** Lines of the sums: hash and path of each file. Throws CommandError. */
export async function* readSums(files: BackupFiles): AsyncGenerator<{ sha256: string; path: string }> {
  const input = await files.open(FILES.sums);
  if (!input) throw damaged(files, FILES.sums);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!sha256 || !path || resolve('/', path) !== `/${path}`) throw damaged(files, FILES.sums);
    yield { sha256, path };
  }
}

export const damaged = ({ address }: BackupFiles, file: string) =>
  new CommandError(
    `${address}/${file} is damaged or missing: this backup is not usable. Use another one`,
    'refused',
  );

/** Names of the backups of this database, oldest first. */
export async function listMade(place: BackupPlace, databaseId: string): Promise<string[]> {
  const names = (await place.names()).filter((name) => NAME.test(name)).sort();
  const owners = await Promise.all(
    names.map((name) =>
      readManifest(place.files(name)).then(
        (found) => found.database_id,
        () => null,
      ),
    ),
  );
  return names.filter((_, index) => owners[index] === databaseId);
}
