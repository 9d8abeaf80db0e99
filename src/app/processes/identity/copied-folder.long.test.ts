import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { copyFolder } from '../../../../test/harness/copy-folder.ts';
import {
  type CommandResult,
  type GatewayProcess,
  installation,
  isAlive,
} from '../../../../test/harness/gateway.ts';
import { otherFileSystem } from '../../../../test/harness/other-file-system.ts';
import { preparedInstallation } from '../../../../test/harness/prepared-installation.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { openShop } from '../../../../test/harness/shop.ts';
import { identify } from '../../../platform/lib/process-identity.ts';

/** One gateway for all tests, with a connected device and a webhook. The tests run in this order. */
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});
const cleanup = (end: () => Promise<void>) => void ends.push(end);
const [OWNER, CUSTOMER] = ['6281100000001', '6281234567890'];

const receiver = await startReceiver(undefined, undefined, cleanup);
const original = await preparedInstallation({}, cleanup);
let gateway = await original.start();
const shop = await openShop(original, gateway);
await shop.sandbox('POST', '/phones', { number: OWNER });
const device = await shop.pairedDevice(OWNER);
const webhook = await shop.api('POST', '/v1/webhooks', { url: receiver.url, events: ['message.status'] });

async function copyOf(folder: string, end: (end: () => Promise<void>) => void = onTestFinished) {
  const copy = await installation({}, end);
  await copyFolder(folder, copy.folder);
  return copy;
}

const Ready = z.strictObject({ status: z.literal('ready'), paused: z.string().optional() });

const testWebhook = ({ api }: { api: typeof shop.api }) =>
  api('POST', `/v1/webhooks/${webhook.body.id}/test`);

async function readyAt({ url }: GatewayProcess) {
  return Ready.parse(await (await fetch(`${url}/readyz`)).json());
}

async function stop({ child, ended }: GatewayProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

const run = promisify(execFile);
const json = ({ stdout }: CommandResult) => JSON.parse(stdout);
const NOTHING = { gateway: false, sessions: 0, sandbox: false, postgres: false };

test('beside a copy of a running gateway, nothing starts and nothing stops', async () => {
  const before = await original.pids();
  const copy = await copyOf(original.folder);

  const refused = [await copy.run('start', '--sandbox'), await copy.run('account', 'list')];
  const stopped = await copy.run('stop', '--json');
  const asked = await copy.run('sandbox', 'messages', CUSTOMER);
  const status = await copy.run('status');
  const gone = await copy.run('adopt', '--original-is-gone');

  for (const { code, stdout, stderr } of refused) {
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toBe(
      `${copy.folder} is a copy of ${original.folder}, whose gateway runs (process ${gateway.pid}). Nothing was ` +
        `started: both would use the same devices. To use the copy: KURIR_DATA_DIR=${copy.folder} ./kurir adopt\n`,
    );
  }
  expect(json(stopped)).toEqual({
    ...NOTHING,
    note: expect.stringContaining(`(process ${gateway.pid}) keeps running`),
  });
  expect(asked.stderr).toContain('No gateway runs');
  expect(status.stdout).toContain('./kurir adopt');
  expect(status.stdout).not.toContain('npm start');
  expect([gone.code, gone.stderr]).toEqual([4, expect.stringContaining('The original is not gone')]);
  expect(await readyAt(gateway)).toEqual({ status: 'ready' });
  expect(await original.pids()).toEqual(before);
  expect((await shop.api('GET', `/v1/devices/${device}`)).body.status).toBe('connected');
  expect(gateway.log()).not.toContain('gateway_lock.lost');
});

test('a copy that shares files with its original stops nothing, and cannot be adopted', async () => {
  const before = await original.pids();
  const [linked, moved] = [await installation(), await installation()];
  const withSandbox = await copyOf(original.folder);
  await run('cp', ['-al', `${original.folder}/.`, linked.folder]).catch(() => {});
  await copyFolder(original.folder, moved.folder);
  await rm(join(moved.folder, 'postgres'), { recursive: true });
  await symlink(join(original.folder, 'postgres'), join(moved.folder, 'postgres'));
  await rm(join(moved.folder, 'gateway.json'));
  await rm(join(withSandbox.folder, 'sandbox'), { recursive: true });
  await symlink(join(original.folder, 'sandbox'), join(withSandbox.folder, 'sandbox'));

  await withSandbox.run('stop');
  const stopped = json(await moved.run('stop', '--json'));
  const listed = await moved.run('account', 'list');
  const adopted = [await linked.run('adopt'), await moved.run('adopt')];

  expect(stopped).toEqual({ ...NOTHING, note: expect.stringContaining('This folder is a copy') });
  expect([listed.code, listed.stderr]).toEqual([4, expect.stringContaining('is a copy of')]);
  for (const { code, stderr } of adopted) {
    expect([code, stderr]).toEqual([4, expect.stringContaining('is no separate copy')]);
  }
  expect(await original.pids()).toEqual(before);
  await rm(linked.folder, { recursive: true });
});

test('an original that is suspended is not gone', async () => {
  const copy = await copyOf(original.folder);
  await copy.run('adopt');
  process.kill(gateway.pid, 'SIGSTOP');

  const gone = await copy.run('adopt', '--original-is-gone');
  process.kill(gateway.pid, 'SIGCONT');

  expect([gone.code, gone.stderr]).toEqual([4, expect.stringContaining('The original is not gone')]);
});

const copy = await copyOf(original.folder, cleanup);
let adopted: GatewayProcess;

test('an adopted copy accepts calls beside its original, and does nothing in the world', async () => {
  const adoption = json(await copy.run('adopt', '--json'));
  const again = json(await copy.run('adopt', '--json'));
  adopted = await copy.start();
  const there = shop.at(adopted.url);
  const received = receiver.requests.length;

  const sent = await there.send(device, CUSTOMER, 'from the copy');
  const tested = await testWebhook(there);
  const early = await copy.run('adopt', '--original-is-gone');
  await shop.send(device, CUSTOMER, 'from the original');
  await expect.poll(async () => (await shop.phone(CUSTOMER)).length).toBe(1);

  expect(adoption).toEqual({
    adopted: true,
    resumed: false,
    paused: true,
    original: original.folder,
    was_running: true,
  });
  expect(again).toEqual({ ...adoption, adopted: false, was_running: false });
  expect(adopted.welcome).toContain(`Paused: this is an adopted copy of ${original.folder}.`);
  expect((await readyAt(adopted)).paused).toMatch(/^(?!.*\/tmp).*: \.\/kurir adopt --original-is-gone$/);
  expect([sent.status, tested.status]).toEqual([202, 202]);
  expect(await there.phone(CUSTOMER)).toEqual([]);
  expect(early.stderr).toContain(`whose gateway runs (process ${gateway.pid})`);
  expect((await copy.pids()).ours).toHaveLength(2);
  expect(receiver.requests.slice(received).map(({ body }) => String(body))).not.toContain(tested.body.id);
});

test('when the original is gone, a running copy takes up its work', async () => {
  await stop(gateway);
  const received = receiver.requests.length;

  const resumed = await copy.run('adopt', '--original-is-gone');

  expect(resumed.stdout).toContain(`This copy replaces ${original.folder}.`);
  const there = shop.at(adopted.url);
  await expect
    .poll(async () => (await there.phone(CUSTOMER)).map(({ text }) => text))
    .toEqual(['from the copy']);
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(received);
  expect(await readyAt(adopted)).toEqual({ status: 'ready' });
  expect(json(await copy.run('audit', 'list', '--json')).data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'installation.resumed', target: copy.folder }),
      expect.objectContaining({ action: 'installation.adopted', target: copy.folder }),
    ]),
  );
});

test('an original does not start beside the copy that replaced it, nor the copy beside the original', async () => {
  const back = await original.run('start', '--sandbox');
  await stop(adopted);
  gateway = await original.start();
  const copyAgain = await copy.run('start', '--sandbox');

  expect([back.code, back.stderr]).toEqual([
    4,
    expect.stringContaining(`was replaced by its copy ${copy.folder}, whose`),
  ]);
  expect([copyAgain.code, copyAgain.stderr]).toEqual([
    4,
    expect.stringContaining(`The original of this adopted copy runs: ${original.folder}`),
  ]);
});

const memory = await mkdtemp(join(await otherFileSystem(), 'kurir-moved-'));
cleanup(() => rm(memory, { recursive: true, force: true }));
const moved = await installation({ KURIR_DATA_DIR: memory }, cleanup);

test('moved to another file system, after a reboot, it starts without a question', async () => {
  const pidFile = join(original.folder, 'postgres', 'postmaster.pid');
  const gatewayFile = join(original.folder, 'gateway.json');
  const files = [await readFile(pidFile, 'utf8'), await readFile(gatewayFile, 'utf8')];
  const crashed = gateway;
  await stop(crashed);
  const bystander = spawn('sleep', ['60']);
  onTestFinished(() => void bystander.kill('SIGKILL'));
  await copyFolder(original.folder, memory);
  await rm(original.folder, { recursive: true });
  await writeFile(
    join(memory, 'postgres', 'postmaster.pid'),
    String(files[0]).replace(/^\d+/, `${bystander.pid}`),
  );
  await writeFile(
    join(memory, 'gateway.json'),
    String(files[1]).replace(`${crashed.pid}`, `${bystander.pid}`),
  );

  const stopped = json(await moved.run('stop', '--json'));
  gateway = await moved.start();

  expect(stopped).toEqual(NOTHING);
  expect(gateway.welcome).not.toContain('Paused');
  expect(isAlive(bystander.pid ?? 0)).toBe(true);
  expect(identify(bystander.pid ?? 0)).not.toBeNull();
  expect(existsSync(original.folder)).toBe(false);
});

test('kurir stop stops a gateway whose folder was moved, also beside a copy at its last place', async () => {
  const elsewhere = await installation({ KURIR_DATA_DIR: `${memory}-again` });
  onTestFinished(() => rm(`${memory}-again`, { recursive: true, force: true }));
  await rename(memory, `${memory}-again`);
  await mkdir(memory);
  await copyFolder(`${memory}-again`, memory);

  const ofCopy = json(await moved.run('stop', '--json'));
  const stopped = json(await elsewhere.run('stop', '--json'));

  expect(ofCopy).toMatchObject({ gateway: false, postgres: false });
  expect(stopped).toMatchObject({ gateway: true });
  expect((await gateway.ended).code).toBe(0);
});
