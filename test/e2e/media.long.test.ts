import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { fileOf, HEADS } from '../harness/media.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { processesOfPart } from '../harness/processes.ts';
import { startReceiver } from '../harness/receiver.ts';
import { openShop, type Shop, sandboxTokenIn, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const OWNER = '6281100000001';
const CUSTOMER = '6281234567890';

const FORMATS = ['jpeg', 'pdf', 'opus', 'mp4'] as const;

const installed = await preparedInstallation({}, afterAll);
const shop = await openShop(installed, await installed.start());
const device = await shop.pairedDevice(OWNER);
await shop.sandbox('POST', '/phones', { number: CUSTOMER });
let keys = 0;

/** Where customers of the API keep their files. */
const files = await startReceiver(
  ({ path: asked }, response) => {
    const format = FORMATS.find((each) => asked.endsWith(each));
    if (format) response.writeHead(200, { 'content-type': HEADS[format].mimetype }).end(fileOf(format));
    else if (asked.endsWith('half')) response.writeHead(200).write(fileOf('jpeg'));
    else response.writeHead(404).end();
  },
  '127.0.0.1',
  afterAll,
);

function sendFile(type: string, name: string) {
  keys += 1;
  const fields = { device_uuid: device, to: CUSTOMER, type, media_url: `${files.url}/${name}`, body: name };
  return shop.api('POST', '/v1/messages', fields, { 'idempotency-key': `file-${keys}` });
}

const settled = (id: number, status: string) =>
  until(
    async () => {
      const { body } = await shop.api('GET', `/v1/messages/${id}`);
      return body.status === status && body;
    },
    { what: `status ${status}` },
  );

/** What the phone opens when its owner taps the message. */
async function fileAt({ url }: Shop, waMessageId: string): Promise<Buffer> {
  const path = `/sandbox/phones/${CUSTOMER}/messages/${waMessageId}/media`;
  const headers = { 'x-sandbox-token': await sandboxTokenIn(installed.folder) };
  const answer = await request(url + path, { headers });
  return Buffer.from(await answer.body.arrayBuffer());
}

test('image, document, audio and video arrive byte for byte', { timeout: 60_000 }, async () => {
  const accepted = [];
  for (const format of FORMATS) accepted.push(await sendFile(HEADS[format].type, format));
  expect(accepted.map(({ status, body }) => [status, body.status, body.type])).toEqual(
    FORMATS.map((format) => [202, 'queued', HEADS[format].type]),
  );

  for (const [index, format] of FORMATS.entries()) {
    const { wa_message_id } = await settled(accepted[index]?.body.id, 'delivered');
    const message = (await shop.phone(CUSTOMER)).find((each) => each.wa_message_id === wa_message_id);
    const { type, mimetype } = HEADS[format];
    expect(message).toMatchObject({ type, mimetype, text: type === 'audio' ? null : format, copies: 1 });
    expect((await fileAt(shop, wa_message_id)).equals(fileOf(format))).toBe(true);
  }
});

test('a file that is not there fails the message, with the reason in record and event', async () => {
  const receiver = await startReceiver();
  const hook = await shop.api('POST', '/v1/webhooks', { url: receiver.url, events: ['message.status'] });
  const before = await shop.api('GET', '/v1/usage');

  const { body } = await sendFile('image', 'missing');
  const failed = await settled(body.id, 'failed');

  const error = { code: 'media_not_found', message: expect.stringContaining('status 404') };
  expect(failed).toMatchObject({ wa_message_id: null, error });
  const event = await until(() => verifiedEvents(receiver.requests, hook.body.secret)[0]);
  expect(event).toMatchObject({ event: 'message.status', message_id: body.id, status: 'failed', error });
  const after = await shop.api('GET', '/v1/usage');
  expect(after.body.messages_sent).toBe(before.body.messages_sent);
});

test('a process killed while it fetches: the next one removes what it left and fetches again', {
  timeout: 60_000,
}, async () => {
  const folder = path.join(installed.folder, 'tmp');
  const leftBy = (pid: number) => readdir(path.join(folder, `sessions-sandbox-${pid}`)).catch(() => []);
  const [pid = 0] = processesOfPart(installed.folder, 'sessions');
  await sendFile('image', 'half');
  await until(async () => (await leftBy(pid)).length > 0, { what: 'a half fetched file' });

  process.kill(pid, 'SIGKILL');
  await until(async () => !(await readdir(folder)).includes(`sessions-sandbox-${pid}`), {
    what: 'a clean folder',
  });

  const halves = () => files.requests.filter(({ path: asked }) => asked.endsWith('half')).length;
  expect(await until(() => halves() > 1, { what: 'another try' })).toBe(true);
});
