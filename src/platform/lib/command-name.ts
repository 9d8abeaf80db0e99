import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoted } from './shell.ts';

/** The program in every text. */
export const KURIR = './kurir';

export const CLONE = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** From this folder. */
export function kurirFrom(folder: string): string {
  return folder === CLONE ? KURIR : quoted(join(CLONE, 'kurir'));
}
