import { execFile } from 'node:child_process';
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Config, childEnvironment } from '../../config.ts';
import { KIBIBYTE, MEBIBYTE } from '../../platform/lib/bytes.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { reasonOf } from '../../platform/lib/error-code.ts';
import { reasonIn } from '../../platform/lib/last-words.ts';

const CLI = fileURLToPath(new URL('../../cli.js', import.meta.url));
const MAX_OUTPUT = 16 * MEBIBYTE;
const END_OF_LOG = 16 * KIBIBYTE;

/** Of the data folder. Null: this process is it, or may not become it. */
export type Owner = { uid: number; gid: number } | null;

/** Root works in the folder of another user as this user, whose links then lead it nowhere. */
export async function ownerOf({ KURIR_DATA_DIR }: Config): Promise<Owner> {
  const { uid, gid } = await stat(KURIR_DATA_DIR);
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : null;
}

/** For work with files and the gateway. Nothing else runs meanwhile. */
export async function asOwner<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  if (owner === null) return work();
  const groups = process.getgroups?.() ?? [];
  process.setgroups?.([owner.gid]);
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.setgroups?.(groups);
  }
}

interface ToolOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  owner?: Owner;
  /** In place of its words, for people. */
  name?: string;
}

/** What a program printed. CommandError with its last line when it fails. */
export async function runTool(
  command: string,
  args: readonly string[],
  { owner, name = [command, ...args].join(' '), ...options }: ToolOptions,
): Promise<string> {
  try {
    const given = { ...options, ...owner, maxBuffer: MAX_OUTPUT };
    return (await promisify(execFile)(command, args, given)).stdout.trim();
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new CommandError(`${name}: ${reasonIn(said) || reasonOf(error)}`);
  }
}

/** A command of the present program on this data folder. Root obeys no pid that the owner has written. */
export function runKurir(config: Config, words: readonly string[], owner: Owner): Promise<string> {
  return runTool(process.execPath, [...process.execArgv, CLI, ...words], {
    env: environmentOf(config),
    owner,
    name: `${KURIR} ${words[0]}`,
  });
}

export const environmentOf = ({ KURIR_DATA_DIR }: Config) =>
  childEnvironment({ KURIR_DATA_DIR: resolve(KURIR_DATA_DIR) });

/** What a program wrote last into its log. */
export const reasonInLog = (log: string, owner: Owner) =>
  asOwner(owner, async () => {
    const file = await open(log);
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(END_OF_LOG),
        position: Math.max(0, size - END_OF_LOG),
      });
      return reasonIn(buffer.toString('utf8', 0, bytesRead));
    } finally {
      await file.close();
    }
  });
