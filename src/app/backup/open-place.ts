import { basename, dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { RETRY_PAUSES_MS } from '../../platform/lib/file-store/bucket-objects.ts';
import { openBucketPlace } from './bucket-place.ts';
import { openFolderPlace } from './folder-place.ts';
import type { BackupFiles, BackupPlace } from './place.ts';

const IN_BUCKET = /^s3:/;

/** Throws CommandError and InvalidConfig. */
export function openPlace(config: Config, address: string, retryPausesMs = RETRY_PAUSES_MS): BackupPlace {
  return IN_BUCKET.test(address) ? openBucketPlace(config, address, retryPausesMs) : openFolderPlace(address);
}

/** As it is recorded. */
export const fullAddress = (address: string) =>
  IN_BUCKET.test(address) ? address.replace(/\/+$/, '') : resolve(address);

/** Throws CommandError and InvalidConfig. */
export async function withBackup<T>(
  config: Config,
  address: string,
  work: (files: BackupFiles) => Promise<T>,
): Promise<T> {
  const full = fullAddress(address);
  const place = openPlace(config, dirname(full));
  try {
    return await work(place.files(basename(full)));
  } finally {
    await place.close();
  }
}
