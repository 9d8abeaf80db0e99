import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Config } from '../../config.ts';
import { CommandError } from '../../platform/lib/command.ts';

const MAX_OUTPUT = 16 * 1024 * 1024;
const MAX_REASON = 1_000;

/** Of the data folder. Null: this process is it, or may not become it. */
export type Owner = { uid: number; gid: number } | null;

/** Root works in the folder of another user as this user, whose links then lead it nowhere. */
export async function ownerOf({ KURIR_DATA_DIR }: Config): Promise<Owner> {
  const { uid, gid } = await stat(KURIR_DATA_DIR);
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : null;
}

/** For work with files. Nothing else runs meanwhile. */
export async function asOwner<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  if (owner === null) return work();
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

interface ToolOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  owner?: Owner;
}

/** What a program printed. CommandError with its last line when it fails. */
export async function runTool(
  command: string,
  args: readonly string[],
  { owner, ...options }: ToolOptions,
): Promise<string> {
  try {
    const given = { ...options, ...owner, maxBuffer: MAX_OUTPUT };
    return (await promisify(execFile)(command, args, given)).stdout.trim();
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    const reason = lastLine(said) || (error instanceof Error ? error.message : String(error));
    throw new CommandError(`${[command, ...args].join(' ')}: ${reason}`);
  }
}

export const lastLine = (text: string) => text.trim().split('\n').at(-1)?.slice(0, MAX_REASON) ?? '';
