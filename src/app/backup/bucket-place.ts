import { Readable } from 'node:stream';
import { type Config, InvalidConfig } from '../../config.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { openBucketClient } from '../../platform/lib/file-store/bucket-client.ts';
import { type BucketObjects, bucketObjects } from '../../platform/lib/file-store/bucket-objects.ts';
import { openNames } from '../../platform/lib/names/names.ts';
import { someAtOnce } from '../../platform/lib/some-at-once.ts';
import { FILES } from './format.ts';
import type { BackupPlace, Draft } from './place.ts';

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]{0,99}){0,5})\/*$/;
const NEEDED = ['KURIR_S3_ENDPOINT', 'KURIR_S3_ACCESS_KEY_ID', 'KURIR_S3_SECRET_ACCESS_KEY'] as const;
/** Beside a backup that is not whole, with the database that owns it: a bucket has no rename. */
const UNFINISHED = '.unfinished-';

/** With the settings of KURIR_S3, and bucket and beginning of the names by its address. */
export function openBucketPlace(
  config: Config,
  address: string,
  retryPausesMs: readonly number[],
): BackupPlace {
  const [, name, path = ''] = ADDRESS.exec(address) ?? [];
  if (!name) throw new CommandError(`${address}: give s3://BUCKET, or s3://BUCKET/FOLDER`, 'invalid_usage');
  const prefix = path === '' ? '' : `${path.slice(1)}/`;
  const names = openNames();
  const client = openBucketClient({ ...settingsOf(config), name, prefix }, names.lookup);
  const objects = bucketObjects(client, prefix, retryPausesMs);
  const addressOf = (backup: string) => `s3://${name}/${prefix}${backup}`;
  return {
    folder: null,
    files: (backup) => ({
      address: addressOf(backup),
      isThere: async () => (await firstOf(objects.listKeys(`${backup}/`))) !== undefined,
      open: (file) => objects.open(`${backup}/${file}`),
    }),
    names: async () => (await allOf(objects.listFolders(''))).map((folder) => folder.slice(0, -1)),
    async begin(backup, databaseId) {
      await someAtOnce(objects.listFolders(''), (folder) => removeLeftover(objects, folder, databaseId));
      await mark(objects, backup, databaseId);
      // Two databases at once see each other, and both choose another name.
      if ((await keysOf(objects, backup, databaseId)).length === 0)
        return beginIn(objects, backup, databaseId);
      await objects.remove(markOf(backup, databaseId));
      return null;
    },
    remove: (backup, databaseId) => removeWhole(objects, backup, databaseId),
    async setAside(backup, databaseId) {
      await disown(objects, backup, databaseId);
      return addressOf(backup);
    },
    async close() {
      await client.close();
      names.close();
    },
  };
}

function settingsOf(config: Config) {
  const { KURIR_S3_ENDPOINT: endpoint, KURIR_S3_REGION: region, KURIR_S3_ADDRESSING: addressing } = config;
  const { KURIR_S3_ACCESS_KEY_ID: accessKeyId, KURIR_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    const missing = NEEDED.filter((setting) => !config[setting]);
    throw new InvalidConfig(`${missing.join(', ')}: needed for backups in a bucket`);
  }
  return { endpoint, accessKeyId, secretAccessKey, region, addressing };
}

/** The manifest makes it a backup, so it is last. */
const beginIn = (objects: BucketObjects, backup: string, databaseId: string): Draft => ({
  put: (path, source) => objects.put(`${backup}/${path}`, source),
  async finish(manifest) {
    await objects.put(`${backup}/${FILES.manifest}`, Readable.from([manifest]));
    await objects.remove(markOf(backup, databaseId));
  },
  discard: () => removeWhole(objects, backup, databaseId),
  // The next run does it.
  discardNow: () => {},
});

const markOf = (backup: string, databaseId: string) => `${backup}/${UNFINISHED}${databaseId}`;

const mark = (objects: BucketObjects, backup: string, databaseId: string) =>
  objects.put(markOf(backup, databaseId), Readable.from([Buffer.from('\n')]));

/** What is in it beside the own mark. */
async function keysOf(objects: BucketObjects, backup: string, databaseId: string): Promise<string[]> {
  const keys = await allOf(objects.listKeys(`${backup}/`));
  return keys.filter((key) => key !== markOf(backup, databaseId));
}

/** `folder` ends in a slash. */
async function removeLeftover(objects: BucketObjects, folder: string, databaseId: string): Promise<void> {
  const backup = folder.slice(0, -1);
  const marks = await allOf(objects.listKeys(folder + UNFINISHED));
  if (!marks.includes(markOf(backup, databaseId))) return;
  const manifest = await objects.open(folder + FILES.manifest);
  manifest?.resume();
  // Another database is at work there, or this one was about to go.
  if (manifest || marks.length > 1) await objects.remove(markOf(backup, databaseId));
  else await removeWhole(objects, backup, databaseId);
}

/** An interrupted removal leaves no backup, and goes on with the next run. */
async function removeWhole(objects: BucketObjects, backup: string, databaseId: string): Promise<void> {
  await disown(objects, backup, databaseId);
  await someAtOnce(await keysOf(objects, backup, databaseId), objects.remove);
  await objects.remove(markOf(backup, databaseId));
}

async function disown(objects: BucketObjects, backup: string, databaseId: string): Promise<void> {
  await mark(objects, backup, databaseId);
  await objects.remove(`${backup}/${FILES.manifest}`);
}

async function allOf<T>(each: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of each) all.push(one);
  return all;
}

async function firstOf<T>(all: AsyncGenerator<T>): Promise<T | undefined> {
  for await (const each of all) return each;
  return undefined;
}
