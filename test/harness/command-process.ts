import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommandResult } from './gateway.ts';

const SERVER = fileURLToPath(new URL('./command-server.ts', import.meta.url));
/** Ends the output of a command. */
export const END = '\x1e';

/**
 * Runs commands in one process, because a process takes ten times the processor time of most commands. Another
 * one replaces it after a command that fails. `end` ends it. Files of the commands are relative to `cwd`.
 */
export function commandProcess(env: Record<string, string>, cwd = process.cwd()) {
  let server: Server | null = null;
  return {
    async run(...words: string[]): Promise<CommandResult> {
      server ??= startServer(env, cwd);
      const result = await server.run(words);
      if (result.code !== 0) server = null;
      return result;
    },
    end: () => server?.end(),
  };
}

type Server = ReturnType<typeof startServer>;

function startServer(env: Record<string, string>, cwd: string) {
  const child = spawn(process.execPath, [SERVER], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const said = { stdout: '', stderr: '' };
  let heard = () => {};
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      if (said.stdout.includes(END) && said.stdout.endsWith('\n') && said.stderr.endsWith(END)) heard();
    });
  }
  return {
    end: () => void child.kill('SIGKILL'),
    async run(words: readonly string[]): Promise<CommandResult> {
      Object.assign(said, { stdout: '', stderr: '' });
      const answered = new Promise<void>((resolve) => {
        heard = resolve;
      });
      child.stdin.write(`${JSON.stringify(words)}\n`);
      await Promise.race([answered, closed]);
      const [stdout = '', code = child.exitCode ?? -1] = said.stdout.split(END);
      return { code: Number(code), stdout, stderr: said.stderr.replace(END, '') };
    },
  };
}
