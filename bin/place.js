import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
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
