import { join } from 'node:path';
import { expect, test } from 'vitest';
import { controlOf, type SandboxControl } from '../../sandbox/test-sandbox.ts';
import { findSandboxNote } from '../../src/app/processes/sandbox/sandbox-note.ts';
import type { Installation } from '../harness/gateway.ts';
import { filesOf, oldGateway, whatsmeowDatabase, whatsmeowRows, zipOf } from '../harness/moved-sessions.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { type Json, openShop, type Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const CUSTOMER = '6281234567890';
const EACH = 25;
const ZIP_AND_DATABASE = 5;

type Files = Map<string, string>;

interface Moved {
  shop: Shop;
  number: string;
  uuid: string;
  file: Buffer;
}

/** What moves nowhere, and its answer. */
type Unusable = [status: number, word: string, file: (files: Files, moved: Moved) => Promise<Buffer>];

const UNUSABLE: Unusable[] = [
  [422, 'torn', async (_files, { file }) => file.subarray(0, 9_000)],
  [422, 'torn', (files) => changed(files, 'creds', (text) => text.slice(0, 300))],
  [422, 'torn', (files) => changed(files, 'session-', () => '{"_sessions":{"__proto__":{}},"version":"v1"}')],
  [422, 'torn', (files) => changed(files, 'pre-key-', () => '')],
  [422, 'no_keys', (files) => zipOf([['creds.json', files.get('creds.json') ?? '']])],
  [422, 'too_large', async () => Buffer.from(`{"creds":[${'[],'.repeat(10_000_000)}[]]}`)],
  [422, 'unknown_form', async () => Buffer.from('['.repeat(100_000))],
  [422, 'unknown_form', async () => Buffer.alloc(1_000)],
  [409, 'number_in_use', async (_files, { file }) => file],
];

test('50 sessions of two accounts move in, two at a time, beside torn and hostile ones; each talks', {
  timeout: 900_000,
}, async () => {
  const installed = await preparedInstallation();
  const gateway = await installed.start();
  const shops = [await openShop(installed, gateway), await openShop(installed, gateway)];
  const sandbox = await controlIn(installed, shops[0] as Shop);
  await sandbox.post('/sandbox/phones', { number: CUSTOMER });

  const lanes = await Promise.all(shops.map((shop, lane) => moveLane(sandbox, shop, lane)));
  const moved = lanes.flatMap((lane) => lane.moved);
  for (const one of moved) await connected(one);
  const first = moved[0] as Moved;
  const [own, foreign] = [
    await moveIn(first),
    await moveIn({ ...(moved.at(-1) as Moved), file: first.file }),
  ];
  await talk(sandbox, moved, 'first');
  process.kill(gateway.pid, 'SIGTERM');
  await gateway.ended;
  const next = await installed.start();
  const again = moved.map((one) => ({ ...one, shop: one.shop.at(next.url) }));
  for (const one of again) await connected(one);
  await talk(await controlIn(installed, (again[0] as Moved).shop), again, 'second');

  expect(lanes.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect([own, foreign].map(({ status, words }) => [status, words[0]])).toEqual([
    [409, 'already_connected'],
    [409, 'already_connected'],
  ]);
  expect(moved).toHaveLength(2 * EACH);
  for (const [lane, shop] of shops.entries()) {
    const devices = (await shop.at(next.url).api('GET', '/v1/devices')).body.data;
    const numbers = devices.flatMap((device: { phone_number: string | null }) => device.phone_number ?? []);
    expect(numbers.sort()).toEqual(lanes[lane]?.moved.map(({ number }) => number).sort());
    const refused = devices.filter(({ reason }: { reason: string | null }) => reason === 'import_refused');
    expect(refused).toHaveLength(1);
  }
});

/** One account: after each session an unusable one, into its own device. */
async function moveLane(sandbox: SandboxControl, shop: Shop, lane: number) {
  const moved: Moved[] = [];
  const wrong: object[] = [];
  for (let index = 0; index < EACH; index += 1) {
    const number = `62811000${lane}${String(index).padStart(4, '0')}`;
    const { folder } = await oldGateway(sandbox, { number, customer: CUSTOMER });
    const files = await filesOf(folder);
    const isDatabase = index % ZIP_AND_DATABASE === 0;
    const file = await (isDatabase ? whatsmeowDatabase([await whatsmeowRows(folder)]) : zipOf(files));
    const one = { shop, number, file, uuid: await newDevice(shop) };
    const answer = await moveIn(one);
    if (answer.status !== 202) wrong.push({ number, answer });
    moved.push(one);
    const [status, word, make] = UNUSABLE[index] ?? [];
    if (status && make) {
      const refused = await moveIn({ ...one, uuid: await newDevice(shop), file: await make(files, one) });
      if (refused.status !== status || !refused.words.includes(word)) wrong.push({ word, refused });
    }
  }
  wrong.push(...(await moveRemoved(sandbox, shop, lane)));
  return { moved, wrong };
}

/** The phone has removed the session: its device ends with the reason. */
async function moveRemoved(sandbox: SandboxControl, shop: Shop, lane: number): Promise<object[]> {
  const number = `62811000${lane}9999`;
  const { folder } = await oldGateway(sandbox, { number, customer: CUSTOMER });
  await sandbox.post(`/sandbox/numbers/${number}/logout`);
  const uuid = await newDevice(shop);
  const answer = await moveIn({ shop, uuid, file: await zipOf(await filesOf(folder)) });
  const device = await until(async () => {
    const { body } = await shop.api('GET', `/v1/devices/${uuid}`);
    return body.reason === 'import_refused' && body;
  });
  return answer.status === 202 && device.status === 'provisioned' ? [] : [{ answer, device }];
}

async function newDevice(shop: Shop): Promise<string> {
  return (await shop.api('POST', '/v1/devices', { label: 'Kasir' })).body.device_uuid;
}

async function moveIn({ shop, uuid, file }: Pick<Moved, 'shop' | 'uuid' | 'file'>) {
  const { status, body } = await postBytes(`${shop.url}/v1/devices/${uuid}/import`, shop.apiKey, file);
  return { status, words: [body.error, body.problem] };
}

async function postBytes(url: string, apiKey: string, body: Buffer) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/octet-stream' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const said: Json = await answer.json();
  return { status: answer.status, body: said };
}

/** A changed file among those whose name begins so. */
function changed(files: Files, start: string, change: (text: string) => string): Promise<Buffer> {
  const [name, text] = [...files].find(([each]) => each.startsWith(start)) ?? ['', ''];
  return zipOf(new Map([...files, [name, change(text)]]));
}

function connected({ shop, uuid, number }: Moved) {
  return until(async () => (await shop.api('GET', `/v1/devices/${uuid}`)).body.status === 'connected', {
    what: `the connection of ${number}`,
  });
}

/** A message in each direction: the phone of the customer and each device decrypt it. */
async function talk(sandbox: SandboxControl, moved: readonly Moved[], word: string): Promise<void> {
  for (const { shop, uuid, number } of moved) {
    const sent = await shop.send(uuid, CUSTOMER, `${word} of ${number}`, `${word}-${number}`);
    const text = `${word} to ${number}`;
    const written = await sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: number, text });
    expect([sent.status, written.status]).toEqual([202, 201]);
  }
  for (const { shop, uuid, number } of moved) {
    await until(async () => {
      const query = `device_uuid=${uuid}&direction=in&limit=5`;
      const { data } = (await shop.api('GET', `/v1/messages?${query}`)).body;
      return data.some(({ body }: { body: string }) => body === `${word} to ${number}`);
    });
    const message = await sandbox.messageAt(CUSTOMER, `${word} of ${number}`);
    expect(message).toMatchObject({ from: number, copies: 1 });
  }
}

async function controlIn({ folder }: Installation, shop: Shop): Promise<SandboxControl> {
  const { body } = await shop.sandbox('GET', '');
  const note = await findSandboxNote(join(folder, 'sandbox'));
  return controlOf({ url: `http://127.0.0.1:${note?.port}`, ...body }, note?.token ?? '');
}
