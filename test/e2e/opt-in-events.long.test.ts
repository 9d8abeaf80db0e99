import { request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { choosePort } from '../harness/free-port.ts';
import { fileOf } from '../harness/media.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { startReceiver } from '../harness/receiver.ts';
import { type Json, openShop, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const OWNER = '6281100000001';
const NUMBER = '1055501';
const TYPES = [
  ...['message.received', 'message.media', 'message.reaction', 'message.edited', 'message.deleted'],
  ...['conversation.updated', 'contact.opted_out', 'contact.opted_in'],
];
const PLAIN = ['message.received', 'message.status', 'device.status'];
const PICTURE = fileOf('pdf', 3_000);
/** A text of a customer that tries to leave its place in JSON, SQL or a terminal. */
const HOSTILE = `'); drop table events; -- "}\u202E\u001b[31m{"event":"device.status"} \\u0000 👋🏽`;

// The port is known before the start: addresses of files have it.
const port = String(await choosePort());
const installed = await preparedInstallation({ KURIR_PORT: port, LOG_LEVEL: 'debug' }, afterAll);
const gateway = await installed.start();
const shop = await openShop(installed, gateway);
const other = await openShop(installed, gateway);

async function listen(of: typeof shop, events: readonly string[]) {
  const receiver = await startReceiver((_, response) => response.end('ok'), '127.0.0.1', afterAll);
  const { body } = await of.api('POST', '/v1/webhooks', { url: receiver.url, events });
  return () => verifiedEvents(receiver.requests, body.secret);
}
const [all, plain, ofOther] = [
  await listen(shop, TYPES),
  await listen(shop, PLAIN),
  await listen(other, TYPES),
];

const economy = await shop.pairedDevice(OWNER);
await shop.sandbox('POST', '/cloud/numbers', {
  phone_number_id: NUMBER,
  access_token: 'EAAG-token',
  display_phone_number: '+62 811-0000-003',
  verified_name: 'Toko Resmi',
});
const official: string = (
  await shop.api('POST', '/v1/devices', {
    engine: 'official_cloud',
    label: 'Resmi',
    official_phone_number_id: NUMBER,
    official_access_token: 'EAAG-token',
  })
).body.device_uuid;

/** A customer of each engine. `say` answers the id of the provider. */
const CUSTOMERS = [
  {
    engine: 'economy',
    device: economy,
    phone: '6281234567890',
    say: async (phone: string, content: object): Promise<string> =>
      (await shop.sandbox('POST', `/phones/${phone}/messages`, { to: OWNER, ...content })).body.wa_message_id,
    of: (id: string) => ({ wa_message_id: id }),
  },
  {
    engine: 'official_cloud',
    device: official,
    phone: '6281377788899',
    say: async (phone: string, content: object): Promise<string> =>
      (await shop.sandbox('POST', `/cloud/numbers/${NUMBER}/messages`, { from: phone, ...content })).body.id,
    of: (id: string) => ({ message_id: id }),
  },
];
await shop.sandbox('POST', '/phones', { number: '6281234567890' });

const told = (event: string, fits: (body: Json) => boolean) =>
  until(() => all().find((each) => each.event === event && fits(each)), { what: event });

test.each(CUSTOMERS)(
  '$engine: what a customer does with messages comes to webhooks that name it',
  {
    timeout: 60_000,
  },
  async ({ device, phone, say, of }) => {
    const id = await say(phone, { text: HOSTILE });
    const { message_id, conversation_id, body, media } = await told(
      'message.received',
      ({ wa_message_id }) => wa_message_id === id,
    );

    await say(phone, { reaction: { ...of(id), emoji: '🙏' } });
    await say(phone, { edit: { ...of(id), text: `${HOSTILE}!` } });
    await say(phone, { deletion: of(id) });

    const ids = {
      device_uuid: device,
      message_id,
      wa_message_id: id,
      conversation_id,
      phone,
      author: 'them',
    };
    const isOfIt = ({ wa_message_id }: Json) => wa_message_id === id;
    expect(await told('message.reaction', isOfIt)).toMatchObject({ ...ids, emoji: '🙏' });
    expect(await told('message.edited', isOfIt)).toMatchObject({ ...ids, body: `${body}!` });
    expect(await told('message.deleted', isOfIt)).toMatchObject(ids);
    expect([body, media]).toEqual([HOSTILE, null]);
  },
);

test.each(CUSTOMERS)(
  '$engine: the file of a message comes with an address that needs no key',
  {
    timeout: 60_000,
  },
  async ({ device, phone, say }) => {
    const document = {
      data: PICTURE.toString('base64'),
      file_name: 'Faktur.pdf',
      mimetype: 'application/pdf',
    };
    const id = await say(phone, { document });
    const isOfIt = ({ wa_message_id }: Json) => wa_message_id === id;

    const received = await told('message.received', isOfIt);
    const event = await told('message.media', isOfIt);
    const answer = await request(event.media.url);

    const about = { mimetype: 'application/pdf', file_name: 'Faktur.pdf' };
    expect(received.media).toMatchObject({ state: 'waiting', url: null, ...about });
    expect(event).toMatchObject({
      ...{ device_uuid: device, phone, message_id: received.message_id, reason: null },
      media: { state: 'stored', size: PICTURE.length, ...about },
    });
    expect(answer.statusCode).toBe(200);
    expect(Buffer.from(await answer.body.arrayBuffer()).equals(PICTURE)).toBe(true);
    const token = new URL(event.media.url).pathname.split('/').at(-1) ?? '';
    expect(token.length).toBe(60);
    expect(gateway.log()).not.toContain(token);
  },
);

test.each(CUSTOMERS)(
  '$engine: opt-outs and changes of conversations come too',
  {
    timeout: 60_000,
  },
  async ({ device, phone, say }) => {
    await say(phone, { text: 'STOP' });
    const out = await told('contact.opted_out', (event) => event.phone === phone);
    await say(phone, { text: 'MULAI' });
    const back = await told('contact.opted_in', (event) => event.phone === phone);
    const { conversation_id } = await told('message.received', ({ from }) => from === phone);
    await shop.api('POST', `/v1/conversations/${conversation_id}/takeover`, {
      actor: 'Ani',
      assignee: 'Budi',
    });
    const taken = await told(
      'conversation.updated',
      (event) => event.actor === 'Ani' && event.phone === phone,
    );

    expect(out).toMatchObject({ device_uuid: null, reason: 'keyword', word: 'STOP' });
    expect(back).toMatchObject({ device_uuid: null });
    expect(taken).toMatchObject({
      ...{ device_uuid: device, conversation_id, change: 'taken_over' },
      ...{ owner_state: 'human_active', assignee: 'Budi', labels: [] },
    });
  },
);

test('another webhook of the account gets what it names, and another account nothing', () => {
  expect([...new Set(plain().map(({ event }) => event))].toSorted()).toEqual([
    'device.status',
    'message.received',
  ]);
  expect(ofOther()).toEqual([]);
});
