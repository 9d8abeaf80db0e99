import { spawn, spawnSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cleanup } from '../harness/database.ts';
import type { Installation } from '../harness/gateway.ts';
import { quickCloneIn } from '../harness/quick-clone.ts';

export interface Typed {
  stdout: string;
  stderr: string;
}

/** A shell as a reader has it. `isHere`: whether this machine has it, and curl. */
interface Shell {
  name: 'bash' | 'zsh';
  isHere: boolean;
  command: readonly string[];
}

const answers = (command: string) => spawnSync(command, ['--version']).status === 0;
const hasCurl = answers('curl');

/** The strictest first. zsh is interactive: only then a pasted comment is an error, and `!` recalls a line. */
export const SHELLS: readonly Shell[] = [
  {
    name: 'zsh',
    isHere: hasCurl && answers('zsh'),
    command: ['zsh', '-f', '-i', '-e', '-u', '-o', 'no_prompt_sp', '-s'],
  },
  { name: 'bash', isHere: hasCurl, command: ['bash', '--norc', '-eu', '-s'] },
];

/** Types a script into a new shell. */
export type Terminal = (script: string, more: Record<string, string>) => Promise<Typed>;

/** A shell in a clone whose data folder is the one of the installation. */
export async function openTerminal(
  shell: Shell,
  installed: Installation,
  cleanup: Cleanup,
): Promise<Terminal> {
  const { folder, env } = installed;
  const cwd = await quickCloneIn(installed, cleanup);
  await symlink(folder, join(cwd, 'data'));
  return (script, more) => type(shell, script, { cwd, env: { ...env, PS1: '', PS2: '', ...more } });
}

function type(
  { command: [file = '', ...args] }: Shell,
  script: string,
  options: { cwd: string; env: Record<string, string> },
): Promise<Typed> {
  return new Promise((resolve, reject) => {
    const shell = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    const typed = { stdout: '', stderr: '' };
    shell.stdout.on('data', (text) => (typed.stdout += text));
    shell.stderr.on('data', (text) => (typed.stderr += text));
    shell.on('error', reject);
    shell.on('close', () => resolve(typed));
    // A shell that ends at an error leaves the rest unread.
    shell.stdin.on('error', () => {});
    shell.stdin.end(script);
  });
}
