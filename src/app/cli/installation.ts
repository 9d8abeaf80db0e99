import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadConfig, namesInstallation } from '../../config.ts';
import { SECRET_KEY_FILE } from '../../files.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { CLONE, kurirFrom } from '../../platform/lib/command-name.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import { quoted } from '../../platform/lib/shell.ts';

const OF_DATABASE = ['postgres', 'postgres.lock'];
const OF_KURIR = [...OF_DATABASE, SECRET_KEY_FILE, 'sandbox-token', 'gateway.json', 'sandbox'];

/**
 * Only `start` creates an installation: another command in a wrong folder would make an empty one. Throws CommandError.
 */
export async function assertInstallation({ needsDatabase }: { needsDatabase: boolean }): Promise<void> {
  if (namesInstallation()) return;
  const folder = resolve(loadConfig().KURIR_DATA_DIR);
  const files = await filesIn(folder);
  if (files === 'unreadable' || has(files, needsDatabase ? OF_DATABASE : OF_KURIR)) return;
  if (has(files, OF_KURIR)) {
    const settings = 'Set DATABASE_URL and KURIR_SECRET_KEY as for its gateway';
    throw new CommandError(`No Kurir database here: ${folder} holds none. ${settings}`, 'no_installation');
  }
  const problem = files === null ? 'does not exist' : 'holds no data of Kurir';
  throw new CommandError(`No Kurir here: ${folder} ${problem}. ${await advice()}`, 'no_installation');
}

async function advice(): Promise<string> {
  const here = process.cwd();
  const beside = join(CLONE, 'data');
  const files = await filesIn(beside);
  if (files !== 'unreadable' && has(files, OF_KURIR)) {
    return `Go to the folder of your Kurir: cd ${quoted(CLONE)}. Or set KURIR_DATA_DIR=${quoted(beside)}`;
  }
  return (
    'Go to the folder in which your Kurir was started, or set KURIR_DATA_DIR to its data folder. ' +
    `Start a new one here: ${kurirFrom(here)} start`
  );
}

/** Null without the folder. */
async function filesIn(folder: string): Promise<string[] | 'unreadable' | null> {
  try {
    return await readdir(folder);
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error)) ? null : 'unreadable';
  }
}

function has(files: readonly string[] | null, names: readonly string[]): boolean {
  return files?.some((file) => names.includes(file)) ?? false;
}
