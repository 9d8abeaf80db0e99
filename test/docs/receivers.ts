import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '../harness/until.ts';

/** How a receiver of the guide is run in its language. `ready` tells whether this machine can. */
interface Runtime {
  file: string;
  ready(): boolean;
  /** What has to run before; null when nothing has. */
  build: [command: string, ...args: string[]] | null;
  run(port: number): [command: string, ...args: string[]];
}

const answers = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const said = (command: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(command, args, { env: ENVIRONMENT, encoding: 'utf8' });
  return stdout + stderr;
};
/** Go would fetch another version of itself when it thinks it needs one. */
const ENVIRONMENT = { ...process.env, GOTOOLCHAIN: 'local' };

export const RUNTIMES: Record<string, Runtime> = {
  js: {
    file: 'receiver.mjs',
    ready: () => true,
    build: null,
    run: () => [process.execPath, 'receiver.mjs'],
  },
  php: {
    file: 'receiver.php',
    ready: () => answers('php', '--version'),
    build: null,
    run: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
  python: {
    file: 'receiver.py',
    ready: () => answers('python3', '--version'),
    build: null,
    run: () => ['python3', 'receiver.py'],
  },
  go: {
    file: 'receiver.go',
    ready: () => answers('go', 'version') && isGoWarm(),
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    run: () => ['./receiver'],
  },
};

/** Whether Go's HTTP library is compiled: the first build takes most of a minute. `go build net/http` compiles it. */
function isGoWarm(): boolean {
  return !/ -p net\/http /.test(said('go', 'build', '-n', 'net/http'));
}

export interface RunningReceiver {
  /** The whole lines that it has printed so far. */
  lines(): string[];
  stop(): Promise<void>;
}

/** Writes the program into `folder`, builds it where its language wants that, and runs it until it is stopped. */
export async function runReceiver(
  runtime: Runtime,
  code: string,
  options: { folder: string; port: number },
): Promise<RunningReceiver> {
  const { folder, port } = options;
  await writeFile(join(folder, runtime.file), code);
  const env = { ...ENVIRONMENT, PORT: String(port) };
  if (runtime.build) {
    const [code] = await once(start(runtime.build, { folder, env }).child, 'exit');
    if (code !== 0) throw new Error(`${runtime.file} cannot be built.`);
  }
  const { child, output } = start(runtime.run(port), { folder, env });
  await until(() => isOpen(port), { what: `${runtime.file} to listen` });
  return {
    lines: () => output().split('\n').slice(0, -1),
    async stop() {
      child.kill('SIGINT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

function start(
  [command, ...args]: [command: string, ...args: string[]],
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
): { child: ChildProcess; output(): string } {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return { child, output: () => text };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
