import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Else the package of a release, with which npm installed all packages, and which needs no build. */
export const IS_CLONE = existsSync(`${ROOT}package-lock.json`);
export const MODULES = `${ROOT}node_modules`;

/** A problem that the user can solve. It is printed as one line. The kinds are of src/platform/lib/command.ts. */
export class Stop extends Error {
  constructor(message, { code = 1, kind = 'failed' } = {}) {
    super(message);
    this.code = code;
    this.kind = kind;
  }
}

export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(error.code)) return '';
    throw error;
  }
}
