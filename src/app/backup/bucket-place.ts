import { Readable } from 'node:stream';
import { type Config, InvalidConfig } from '../../config.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { openBucketClient } from '../../platform/lib/file-store/bucket-client.ts';
import { type BucketObjects, bucketObjects } from '../../platform/lib/file-store/bucket-objects.ts';
import { openNames } from '../../platform/lib/names/names.ts';
import { FILES } from './format.ts';
import type { BackupPlace, Draft } from './place.ts';

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]{0,99}){0,5})\/*$/;
const NEEDED = ['KURIR_S3_ENDPOINT', 'KURIR_S3_ACCESS_KEY_ID', 'KURIR_S3_SECRET_ACCESS_KEY'] as const;
/** Beside a backup that is not whole, with the database that owns it: a bucket has no rename. */
const UNFINISHED = '.unfinished-';

/** With the settings of KURIR_S3, and bucket and beginning of the names by its address. */
export function openBucketPlace(config: Config, address: string): BackupPlace {
  const [, name, path = ''] = ADDRESS.exec(address) ?? [];
  if (!name) throw new CommandError(`${address}: give s3://BUCKET, or s3://BUCKET/FOLDER`, 'invalid_usage');
  const prefix = path === '' ? '' : `${path.slice(1)}/`;
  const names = openNames();
  const client = openBucketClient({ ...settingsOf(config), name, prefix }, names.lookup);
  const objects = bucketObjects(client, prefix);
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
      await removeLeftovers(objects, databaseId);
      await objects.put(`${backup}/${UNFINISHED}${databaseId}`, Readable.from([Buffer.from('\n')]));
      return beginIn(objects, backup, databaseId);
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
    await objects.remove(`${backup}/${UNFINISHED}${databaseId}`);
  },
  discard: () => removeWhole(objects, backup, databaseId),
  // The next run does it.
  discardNow: () => {},
});

async function removeLeftovers(objects: BucketObjects, databaseId: string): Promise<void> {
  for await (const folder of objects.listFolders('')) {
    const mark = await firstOf(objects.listKeys(`${folder}${UNFINISHED}`));
    if (mark !== `${folder}${UNFINISHED}${databaseId}`) continue;
    const isWhole = await objects.open(folder + FILES.manifest);
    isWhole?.resume();
    if (isWhole) await objects.remove(mark);
    else await removeWhole(objects, folder.slice(0, -1), databaseId);
  }
}

/** An interrupted removal leaves no backup, and goes on with the next run. */
async function removeWhole(objects: BucketObjects, backup: string, databaseId: string): Promise<void> {
  await disown(objects, backup, databaseId);
  const mark = `${backup}/${UNFINISHED}${databaseId}`;
  for (const key of await allOf(objects.listKeys(`${backup}/`))) {
    if (key !== mark) await objects.remove(key);
  }
  await objects.remove(mark);
}

async function disown(objects: BucketObjects, backup: string, databaseId: string): Promise<void> {
  await objects.put(`${backup}/${UNFINISHED}${databaseId}`, Readable.from([Buffer.from('\n')]));
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
