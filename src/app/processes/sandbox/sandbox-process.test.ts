import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFolder } from '../../../../test/harness/copy-folder.ts';
import { identifyIn } from '../../../platform/lib/folder-process.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { keptPort, untilHealthy } from './sandbox-health.ts';
import { writeSandboxNote } from './sandbox-note.ts';
import { type SandboxOptions, stopLeftSandbox, superviseSandbox } from './sandbox-process.ts';

/** A stand-in that answers its pid to callers with the token. */
const STAND_IN = `
  const [port, token] = process.argv.slice(1);
  require('node:http').createServer((request, response) => {
    response.statusCode = request.headers['x-sandbox-control'] === token ? 200 : 403;
    response.end(String(process.pid));
  }).listen(Number(port), '127.0.0.1');
`;

/** Supervisors on one folder, with the children that were started; all of it ends with the test. */
async function sandboxes() {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-sandbox-'));
  const children: ChildProcess[] = [];
  const spawnStandIn: SandboxOptions['spawn'] = ({ port, token }) => {
    const args = ['-e', STAND_IN, String(port), token];
    const child = spawn(process.execPath, args, { stdio: 'ignore', detached: true });
    children.push(child);
    return child;
  };
  const supervise = async (options: Partial<SandboxOptions> = {}) => {
    const sandbox = await superviseSandbox({
      folder,
      port: undefined,
      log: silentLog,
      spawn: spawnStandIn,
      timings: { pollMs: 20, restartMaxMs: 100 },
      ...options,
    });
    onTestFinished(() => sandbox.stop());
    await sandbox.ready(30_000);
    return sandbox;
  };
  /** The state after a killed gateway: a running sandbox with its note, and no supervisor. */
  const leftBehind = async () => {
    const port = await keptPort(null);
    const address = { url: `http://127.0.0.1:${port}`, token: 'token-of-a-test', port };
    const { pid = 0 } = spawnStandIn(address);
    await writeSandboxNote(folder, { process: identifyIn(folder, pid), port, token: address.token });
    await untilHealthy(address, 30_000);
  };
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return { folder, children, supervise, leftBehind };
}

async function pidAt({ url, token }: { url: string; token: string }): Promise<number> {
  const answer = await fetch(`${url}/sandbox`, { headers: { 'x-sandbox-control': token } });
  return Number(await answer.text());
}

test('it is started, and leaves a note that only this user can read', async () => {
  const { folder, children, supervise } = await sandboxes();

  const { address } = await supervise();

  expect(await pidAt(address)).toBe(children[0]?.pid);
  expect((await stat(join(folder, 'process.json'))).mode & 0o777).toBe(0o600);
});

test('killed, it is back on the same port with the same token', async () => {
  const { children, supervise } = await sandboxes();
  const sandbox = await supervise();

  children[0]?.kill('SIGKILL');
  await expect.poll(() => children.length).toBe(2);
  await sandbox.ready(30_000);

  expect(await pidAt(sandbox.address)).toBe(children[1]?.pid);
});

test('deaf, it is killed and replaced', async () => {
  const { children, supervise, leftBehind } = await sandboxes();
  await leftBehind();
  const sandbox = await supervise({ timings: { pollMs: 20, healthTimeoutMs: 100 } });

  children[0]?.kill('SIGSTOP');
  await expect.poll(() => children.length).toBe(2);
  await sandbox.ready(30_000);

  expect(children[0]?.signalCode).toBe('SIGKILL');
});

test('a second start takes over the one that runs', async () => {
  const { children, supervise } = await sandboxes();
  const first = await supervise();

  const second = await supervise();

  expect(second.address).toEqual(first.address);
  expect(children).toHaveLength(1);
});

test('the port is kept after an orderly stop, and nothing is left running', async () => {
  const { folder, children, supervise } = await sandboxes();
  const first = await supervise();

  await first.stop();
  await expect.poll(() => children[0]?.signalCode).toBe('SIGTERM');
  const second = await supervise();

  expect(second.address.url).toBe(first.address.url);
  // The process answers before its note is written.
  await expect.poll(() => stopLeftSandbox(folder)).toBe(true);
});

test('a port of the settings that another program has is named with the program', async () => {
  const { children, supervise } = await sandboxes();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a TCP listener has no other kind of address

  const starting = supervise({ port });

  await expect(starting).rejects.toThrow(
    new RegExp(
      `^KURIR_SANDBOX_PORT: port ${port} is taken by another program \\(process ${process.pid}: .*\\)\\. ` +
        `Stop it, or choose another port: KURIR_SANDBOX_PORT=${port + 1}$`,
    ),
  );
  expect(children).toEqual([]);
});

test('in a copy of its folder it is neither taken over nor stopped', async () => {
  const { folder, children, leftBehind } = await sandboxes();
  await leftBehind();
  const copy = await sandboxes();
  await copyFolder(folder, copy.folder);

  const stopped = await stopLeftSandbox(copy.folder);
  const { address } = await copy.supervise();

  expect(stopped).toBe(false);
  expect(await pidAt(address)).toBe(copy.children[0]?.pid);
  expect(children[0]?.signalCode).toBeNull();
});

test('one that was left behind can be stopped, once', async () => {
  const { folder, children, leftBehind } = await sandboxes();
  await leftBehind();

  const answers = [await stopLeftSandbox(folder), await stopLeftSandbox(folder)];

  expect(answers).toEqual([true, false]);
  await expect.poll(() => children[0]?.signalCode).toBe('SIGTERM');
});
