import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoted } from './shell.ts';

/** How every text names the program: the executable at the root of the repository. */
export const KURIR = './kurir';

/** The clone that holds this program. */
export const CLONE = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** How a shell in this folder calls the program. */
export function kurirFrom(folder: string): string {
  return folder === CLONE ? KURIR : quoted(join(CLONE, 'kurir'));
}
