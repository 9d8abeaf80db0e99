import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoted } from './shell.ts';

export const CLONE = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** The program in every text. npm installs a release below the folder of its user. */
export const KURIR = CLONE.includes('/node_modules/') ? 'npx kurir' : './kurir';

/** From this folder. */
export function kurirFrom(folder: string): string {
  return folder === CLONE ? KURIR : quoted(join(CLONE, 'kurir'));
}
