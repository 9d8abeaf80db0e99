import path from 'node:path';
import type { Config } from './config.ts';
import { openBucketStore } from './platform/lib/file-store/bucket-store.ts';
import type { FileStore } from './platform/lib/file-store/file-store.ts';
import { openFolderStore } from './platform/lib/file-store/folder-store.ts';
import { openNames } from './platform/lib/names/names.ts';

/** In the data folder. */
export const SECRET_KEY_FILE = 'secret-key';

/** Unused with a bucket. */
export const mediaFolder = ({ KURIR_MEDIA_DIR, KURIR_DATA_DIR }: Config) =>
  path.resolve(KURIR_MEDIA_DIR ?? path.join(KURIR_DATA_DIR, 'media'));

/** Unused with KURIR_SECRET_KEY. */
export const secretKeyFile = ({ KURIR_DATA_DIR }: Pick<Config, 'KURIR_DATA_DIR'>) =>
  path.resolve(KURIR_DATA_DIR, SECRET_KEY_FILE);

/** The files of customers: a bucket, or a folder. Connects with the first call. */
export function openFileStore(config: Config): FileStore {
  const { KURIR_S3_BUCKET: name, KURIR_S3_ENDPOINT: endpoint } = config;
  const { KURIR_S3_ACCESS_KEY_ID: accessKeyId, KURIR_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!name || !endpoint || !accessKeyId || !secretAccessKey) return openFolderStore(mediaFolder(config));
  const names = openNames();
  const bucket = {
    name,
    endpoint,
    accessKeyId,
    secretAccessKey,
    region: config.KURIR_S3_REGION,
    prefix: config.KURIR_S3_PREFIX,
    addressing: config.KURIR_S3_ADDRESSING,
  };
  const store = openBucketStore(bucket, names.lookup);
  return {
    ...store,
    async close() {
      await store.close();
      names.close();
    },
  };
}
