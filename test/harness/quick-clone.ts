import { rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { commandProcess } from './command-process.ts';
import type { Cleanup } from './database.ts';
import { cloneIn, type Installation } from './gateway.ts';

/**
 * A folder in which `./kurir` is this program, in one process for all commands of a script. A command that reads its
 * standard input has a separate process. Needs curl.
 */
export async function quickCloneIn({ folder, env }: Installation, cleanup: Cleanup): Promise<string> {
  const root = await cloneIn(folder);
  const { run, end } = commandProcess(env, root);
  const socket = join(root, 'commands.sock');
  let commands = 0;
  const server = createServer(async (request, response) => {
    commands += 1;
    const place = join(root, `command-${commands}`);
    const { code, stdout, stderr } = await run(...(await wordsOf(request)));
    await writeFile(`${place}.out`, stdout);
    await writeFile(`${place}.err`, stderr);
    response.end(`${code} ${place}`);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  cleanup(async () => {
    end();
    server.close();
  });
  await rename(join(root, 'kurir'), join(root, 'kurir-process'));
  await writeFile(join(root, 'kurir'), clientOf(root, socket), { mode: 0o755 });
  return root;
}

/** Sends its words, and prints what the command printed. */
const clientOf = (root: string, socket: string) => `#!/bin/sh
case " $* " in *' --password-stdin '*) exec '${root}/kurir-process' "$@" ;; esac
answer=$(printf '%s\\0' "$@" | curl -sS --unix-socket '${socket}' --data-binary @- http://commands/) || exit
cat "\${answer#* }.out"
cat "\${answer#* }.err" >&2
exit "\${answer%% *}"
`;

async function wordsOf(request: IncomingMessage): Promise<string[]> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString().split('\0').slice(0, -1);
}
