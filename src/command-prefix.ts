import { resolve } from 'node:path';
import { type Config, fileSettings } from './config.ts';
import { CLONE, kurirFrom } from './platform/lib/command-name.ts';
import { quoted } from './platform/lib/shell.ts';

/**
 * How a shell in this folder calls the program. Commands find the installation by its data folder, and read the
 * settings beside `./kurir` themselves.
 */
export function commandPrefix(config: Config): string {
  const here = process.cwd();
  const kurir = kurirFrom(here);
  const folder = config.KURIR_DATA_DIR;
  const isFound = fileSettings.has('KURIR_DATA_DIR') || (here === CLONE && folder === './data');
  return isFound ? kurir : `KURIR_DATA_DIR=${quoted(here === CLONE ? folder : resolve(folder))} ${kurir}`;
}
