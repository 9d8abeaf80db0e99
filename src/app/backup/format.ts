import { createReadStream } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { CommandError } from '../../platform/lib/command.ts';

/** A backup is a folder with these files, and `media/`. */
export const FILES = {
  database: 'database.tar.gz',
  key: 'secret-key.sealed',
  identity: 'identity.json',
  manifest: 'manifest.json',
  /** Written last, in the form of `sha256sum`. */
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
export async function readManifest(source: string): Promise<Manifest> {
  const path = join(source, FILES.manifest);
  try {
    return Manifest.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    const isFolder = await access(source).then(
      () => true,
      () => false,
    );
    throw isFolder
      ? new CommandError(
          `${source} is no backup of this version of Kurir: ${FILES.manifest} is missing or damaged`,
          'refused',
        )
      : new CommandError(`No folder ${source}`, 'not_found');
  }
}

/** Lines of the sums: hash and path of each file. */
export async function* readSums(source: string): AsyncGenerator<{ sha256: string; path: string }> {
  const lines = createInterface({ input: createReadStream(join(source, FILES.sums)), crlfDelay: Infinity });
  for await (const line of lines) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!sha256 || !path || resolve('/', path) !== `/${path}`) throw damaged(source, FILES.sums);
    yield { sha256, path };
  }
}

export const damaged = (source: string, file: string) =>
  new CommandError(
    `${join(source, file)} is damaged or missing: this backup is not usable. Use another one`,
    'refused',
  );

/** Of this database in a folder, oldest first. */
export async function listMade(target: string, databaseId: string): Promise<string[]> {
  const names = (await readdir(target)).filter((name) => NAME.test(name)).sort();
  const folders = names.map((name) => join(target, name));
  const owners = await Promise.all(
    folders.map((folder) =>
      readManifest(folder).then(
        (found) => found.database_id,
        () => null,
      ),
    ),
  );
  return folders.filter((_, index) => owners[index] === databaseId);
}

const UNFINISHED = '.unfinished-';

/** One backup of a database is made at a time, so each other folder of this name is a leftover. */
export const draftOf = (target: string, databaseId: string, madeAt: Date) =>
  join(target, `.${nameOf(madeAt)}${UNFINISHED}${databaseId}`);

export async function listLeftovers(draft: string): Promise<string[]> {
  const [, owner = ''] = basename(draft).split(UNFINISHED);
  const names = await readdir(dirname(draft));
  return names.filter((name) => name.endsWith(UNFINISHED + owner)).map((name) => join(dirname(draft), name));
}
