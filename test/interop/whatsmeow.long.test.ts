import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { controlOf, type SandboxControl } from '../../sandbox/test-sandbox.ts';
import { findSandboxNote } from '../../src/app/processes/sandbox/sandbox-note.ts';
import { readGuide } from '../docs/guide.ts';
import type { Installation } from '../harness/gateway.ts';
import { tempFolder } from '../harness/moved-sessions.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { openShop, type Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const CUSTOMER = '6281234567890';
/** Never wrote to whatsmeow: the first message has one of its pre-keys. */
const STRANGER = '6281234567891';
const [BY_COMMAND, BY_UPLOAD] = ['6281100000501', '6281100000502'];
const FOLDER = fileURLToPath(new URL('whatsmeow', import.meta.url));
/** Go would fetch another version of itself when it thinks it needs one. */
const env = { ...process.env, GOTOOLCHAIN: 'local' };

test('sessions that whatsmeow made move in by command and by upload: messages go both ways, and none is lost', {
  // The first build compiles SQLite.
  timeout: 600_000,
}, async ({ skip }) => {
  const program = await buildClient(skip);
  const installed = await preparedInstallation();
  const shop = await openShop(installed, await installed.start());
  const { sandbox, place } = await sandboxOf(installed, shop);
  for (const number of [CUSTOMER, STRANGER]) await sandbox.post('/sandbox/phones', { number });
  const [first, second] = [
    { number: BY_COMMAND, path: await useWhatsmeow(program, sandbox, place, BY_COMMAND) },
    { number: BY_UPLOAD, path: await useWhatsmeow(program, sandbox, place, BY_UPLOAD) },
  ];
  const devices = [await newDevice(shop), await newDevice(shop)] as const;
  const command = ['device', 'import', devices[0], '--from', first.path, '--old-gateway-stopped'];
  for (const from of [CUSTOMER, STRANGER]) await write(sandbox, first.number, `while ${from} waits`, from);

  const unmerged = await installed.run(...command);
  for (const { path } of [first, second]) await mergeLog(path);
  const imported = await installed.run(...command, '--json');
  const uploaded = await upload(shop, devices[1], await readFile(second.path));

  expect(unmerged).toMatchObject({ code: 2, stderr: expect.stringContaining('wal_checkpoint') });
  expect(JSON.parse(imported.stdout)).toMatchObject({ status: 'connected', phone_number: first.number });
  expect(uploaded).toMatchObject({ status: 202, body: { moving_in: true } });
  for (const from of [CUSTOMER, STRANGER]) await arrived(shop, devices[0], `while ${from} waits`);
  await send(shop, sandbox, devices[0], first.number);
  await until(async () => (await shop.api('GET', `/v1/devices/${devices[1]}`)).body.status === 'connected');
  await send(shop, sandbox, devices[1], second.number);
  for (const [index, { number }] of [first, second].entries()) {
    await write(sandbox, number, `after the answer of ${number}`);
    await arrived(shop, devices[index] ?? '', `after the answer of ${number}`);
  }
});

/** Skips a machine that cannot build it. */
async function buildClient(skip: TestContext['skip']): Promise<string> {
  const run = (command: string, ...args: string[]) =>
    new Promise<Error | null>((resolve) => execFile(command, args, { cwd: FOLDER, env }, resolve));
  skip((await run('go', 'version')) !== null, 'needs Go');
  skip((await run('gcc', '--version')) !== null, 'needs a C compiler, for the SQLite of the client');
  skip((await run('go', 'mod', 'download')) !== null, 'needs the version of Go and the modules in go.mod');
  const program = join(await tempFolder(), 'client');
  const problem = await run('go', 'build', '-o', program, '.');
  if (problem) throw problem;
  return program;
}

interface Place {
  url: string;
  whatsapp_url: string;
  trust_root: string;
}

async function sandboxOf(
  { folder }: Installation,
  shop: Shop,
): Promise<{ sandbox: SandboxControl; place: Place }> {
  const { body } = await shop.sandbox('GET', '');
  const note = await findSandboxNote(join(folder, 'sandbox'));
  const place = { url: `http://127.0.0.1:${note?.port}`, ...body };
  return { sandbox: controlOf(place, note?.token ?? ''), place };
}

/** Links a client with the phone of this number, and chats. Answers the path of its database after its end. */
async function useWhatsmeow(program: string, sandbox: SandboxControl, place: Place, number: string) {
  const database = join(await tempFolder(), 'whatsmeow.db');
  const client = spawn(program, [place.whatsapp_url, place.trust_root, database]);
  onTestFinished(() => void client.kill('SIGKILL'));
  const said: { type: string; text: string }[] = [];
  createInterface(client.stdout).on('line', (line) => said.push(JSON.parse(line)));
  const heard = (type: string, words?: string) =>
    until(() => said.find((each) => each.type === type && (words ?? each.text) === each.text), {
      what: `${type} from whatsmeow`,
    });

  const { text: qr } = await heard('qr');
  const scanned = await sandbox.post(`/sandbox/phones/${number}/scan`, { qr });
  expect(scanned.status).toBe(200);
  await heard('connected');
  await write(sandbox, number, `to whatsmeow of ${number}`);
  await heard('received', `to whatsmeow of ${number}`);
  client.stdin.end(`${CUSTOMER} from whatsmeow of ${number}\n`);
  const [code] = await once(client, 'exit');
  expect(code).toBe(0);
  await sandbox.messageAt(CUSTOMER, `from whatsmeow of ${number}`);
  return database;
}

/** By the statement of the guide. */
async function mergeLog(path: string): Promise<void> {
  const codes = (await readGuide('moving-in.md')).map(({ code }) => code);
  const [statement = ''] = codes.flatMap((code) => /pragma wal_checkpoint\(\w+\)/.exec(code) ?? []);
  const db = new DatabaseSync(path);
  db.exec(statement);
  db.close();
}

async function newDevice(shop: Shop): Promise<string> {
  return (await shop.api('POST', '/v1/devices', { label: 'Kasir' })).body.device_uuid;
}

async function upload(shop: Shop, uuid: string, body: Buffer) {
  const headers = { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${shop.url}/v1/devices/${uuid}/import`, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}

async function write(sandbox: SandboxControl, to: string, words: string, from = CUSTOMER): Promise<void> {
  const { status } = await sandbox.post(`/sandbox/phones/${from}/messages`, { to, text: words });
  expect(status).toBe(201);
}

async function arrived(shop: Shop, uuid: string, words: string): Promise<void> {
  await until(
    async () => {
      const { data } = (await shop.api('GET', `/v1/messages?device_uuid=${uuid}&direction=in`)).body;
      return data.filter(({ body }: { body: string }) => body === words).length === 1;
    },
    { what: words },
  );
}

/** The phone of the customer reads it. */
async function send(shop: Shop, sandbox: SandboxControl, uuid: string, number: string): Promise<void> {
  const { status } = await shop.send(uuid, CUSTOMER, `from Kurir of ${number}`);
  const message = await sandbox.messageAt(CUSTOMER, `from Kurir of ${number}`);
  expect([status, message.from, message.copies]).toEqual([202, number, 1]);
}
