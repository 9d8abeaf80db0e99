import { access, constants, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../../config.ts';
import { SECRET_KEY_FILE } from '../../../files.ts';
import { isDiskAlmostFull, isDiskLow, readDiskSpace } from '../../../platform/lib/disk-space.ts';
import { codeOf } from '../../../platform/lib/error-code.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const ALL = constants.R_OK | constants.W_OK | constants.X_OK;
const OTHERS = 0o077;
/** Of the inodes of a disk. */
const FEW_INODES = 0.02;

/** The data folder and its disk. */
export async function checkPlace({ KURIR_DATA_DIR: folder }: Config): Promise<Finding[]> {
  return [await checkRights(resolve(folder)), await checkKey(resolve(folder)), ...(await checkDisk(folder))];
}

async function checkRights(folder: string): Promise<Finding> {
  const check = 'data_folder';
  try {
    await access(folder, ALL);
  } catch (error) {
    const advice = 'Run the command as the user of the gateway, or set KURIR_DATA_DIR to its folder.';
    return fault(check, `${folder} cannot be used (${codeOf(error)})`, advice);
  }
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0) return ok(check, folder);
  return warning(check, `${folder} is open to other users`, `chmod 700 ${folder}`);
}

/** With DATABASE_URL the key is a setting. */
async function checkKey(folder: string): Promise<Finding> {
  const check = 'secret_key';
  const found = await stat(join(folder, SECRET_KEY_FILE)).catch(() => null);
  if (found === null) return ok(check, 'no file: a setting, or made at the first start');
  if ((found.mode & OTHERS) === 0) return ok(check, 'only its owner reads it');
  return fault(check, 'other users may read it', `chmod 600 ${join(folder, SECRET_KEY_FILE)}`);
}

async function checkDisk(folder: string): Promise<Finding[]> {
  const [disk, files] = [await readDiskSpace(folder), await statfs(folder).catch(() => null)];
  if (disk === null || files === null) return [ok('disk', 'the system does not say')];
  const found = `${Math.round(disk.free_bytes / 1e6)} MB free`;
  const advice = 'Free space, or move the data folder to a larger disk.';
  const space = (await isDiskAlmostFull(folder))
    ? fault('disk', found, advice)
    : isDiskLow(disk)
      ? warning('disk', found, advice)
      : ok('disk', found);
  // Some file systems have no fixed number.
  const isShort = files.files > 0 && files.ffree < FEW_INODES * files.files;
  const inodes = isShort
    ? fault('inodes', `${files.ffree} of ${files.files} free`, 'Remove small files from this disk: df -i')
    : ok('inodes', files.files > 0 ? `${files.ffree} free` : 'no limit');
  return [space, inodes];
}
