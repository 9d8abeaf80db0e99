import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './error-code.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;
const APPEND = O_RDWR | O_APPEND;
const MODE = 0o600;

/** Over 10 MB, the file becomes `.1`. In another user's folder, root follows no link. */
export function openLogFile(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const folder = openSync(dirname(path), O_RDONLY | O_DIRECTORY);
  try {
    const owner = fstatSync(folder);
    // This path survives an exchange of the folder.
    const place = process.platform === 'linux' ? `/proc/self/fd/${folder}` : dirname(path);
    const file = join(place, basename(path));
    const isForeign = process.getuid?.() === 0 && owner.uid !== 0;
    const size = (isForeign ? lstatSync : statSync)(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_BYTES) renameSync(file, `${file}.1`);
    return isForeign ? openForeign(file, owner, path) : openSync(file, APPEND | O_CREAT, MODE);
  } finally {
    closeSync(folder);
  }
}

function openForeign(file: string, owner: Stats, path: string): number {
  const created = openUnless('EEXIST', file, APPEND | O_CREAT | O_EXCL);
  if (created !== null) {
    fchownSync(created, owner.uid, owner.gid);
    return created;
  }
  const existing = openUnless('ELOOP', file, APPEND | O_NOFOLLOW);
  if (existing !== null) {
    const found = fstatSync(existing);
    // A hard link may lead to a third user's file.
    if (found.isFile() && (found.nlink === 1 || found.uid === owner.uid)) return existing;
    closeSync(existing);
  }
  throw new Error(
    `${path} is a link or no file, and its folder belongs to another user. Delete it, or start as that user`,
  );
}

/** Null after this error. */
function openUnless(code: string, file: string, flags: number): number | null {
  try {
    return openSync(file, flags, MODE);
  } catch (error) {
    if (codeOf(error) === code) return null;
    throw error;
  }
}
