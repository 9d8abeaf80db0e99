import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { reasonOf } from '../error-code.ts';
import type { Prefix } from './fake-root.ts';
import type { ServerUser } from './system-user.ts';

/** No secrets, no locale. */
export const SERVER_ENV = { LC_ALL: 'C', TZ: 'UTC' } as const;

/** Through /proc on Linux: the server's user may have no access to parent folders. */
export function clusterArgument(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** In the cluster's folder. Answers stderr if it failed. */
export async function runProgram(
  command: readonly string[],
  options: { cluster: string; user: ServerUser | null; prefix?: Prefix; input?: string },
): Promise<string | null> {
  const [program = '', ...args] = [...(options.prefix ?? []), ...command];
  try {
    const child = spawn(program, args, {
      cwd: options.cluster,
      env: SERVER_ENV,
      stdio: ['pipe', 'ignore', 'pipe'],
      ...options.user,
    });
    // The exit code tells more.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return code === 0 ? null : stderr.trim() || `it ended with code ${code}`;
  } catch (error) {
    return reasonOf(error);
  }
}
