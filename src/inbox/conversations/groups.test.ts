import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf } from '../../../test/harness/events.ts';
import { CUSTOMER, OWNER } from '../../../test/harness/line.ts';
import { openMediaWorker, settledMedia } from '../../../test/harness/media-worker.ts';
import { pictureOf } from '../../../test/harness/pictures.ts';
import { openPairedService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { until } from '../../../test/harness/until.ts';
import { openFileSources } from '../../app/processes/file-sources.ts';

const { line, shop, customer } = await openPairedService();
const { api, deviceUuid } = shop;
const { sandbox, ctx } = line;
const [ANI, BUDI] = ['6281300000001', '6281300000002'];
const HOSTILE = '<b>\u202e*Ani*{{1}}';
const SUBJECT = 'Reseller <img src=x>';
const PHOTO = await pictureOf('image/jpeg', 64, 48);
const { sources, close } = openFileSources(ctx.config, sandbox.current.url);
afterAll(close);

let group = '';
beforeAll(async () => {
  await sandbox.post('/sandbox/phones', { number: ANI, name: HOSTILE });
  await sandbox.post('/sandbox/phones', { number: BUDI, name: 'Budi' });
  const members = [ANI, BUDI, CUSTOMER, OWNER];
  group = (await sandbox.post('/sandbox/groups', { subject: SUBJECT, description: HOSTILE, members })).body
    .id;
});

async function post(number: string, content: object): Promise<string> {
  const message = { to: OWNER, group: { id: group, name: '' }, ...content };
  return (await sandbox.post(`/sandbox/phones/${number}/messages`, message)).body.wa_message_id;
}

const list = async (query: string): Promise<Json[]> =>
  (await api('GET', `/v1/conversations${query}`)).body.data;
const chat = () => until(async () => (await list('?chat=group'))[0], { what: 'the group' });
const messages = async (): Promise<Json[]> =>
  (await api('GET', `/v1/conversations/${(await chat()).id}/messages`)).body.data;
const message = (id: string) =>
  until(async () => (await messages()).find(({ wa_message_id }) => wa_message_id === id), { what: id });
const turn = (groups: string) => api('PATCH', `/v1/devices/${deviceUuid}`, { groups });

const groups = (query = '') => api('GET', `/v1/devices/${deviceUuid}/groups${query}`);
const groupOf = (id: string) => api('GET', `/v1/devices/${deviceUuid}/groups/${id}`);

test('a device takes no part in groups unless its account says so', async () => {
  await post(ANI, { text: 'Siapa mau kue?' });
  await sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'Halo', addressing: 'pn' });
  await until(async () => (await list(''))[0], { what: 'the private chat' });

  expect((await api('GET', `/v1/devices/${deviceUuid}`)).body).toMatchObject({ groups: 'off' });
  expect((await list('?chat=all')).map(({ person }) => person.phone)).toEqual([CUSTOMER]);
  expect(await groups()).toMatchObject({ status: 422, body: { error: 'groups_off' } });
  const [event, ...others] = await eventsOf(ctx, 'message.received');
  expect(others).toEqual([]);
  expect(event).not.toHaveProperty('chat');
});

test('messages of a group are in a separate chat, with authors, and no customer waits there', async () => {
  const { worker, files } = await openMediaWorker(ctx, { sources });
  worker.start();
  expect((await turn('on')).body).toMatchObject({ groups: 'on' });
  await until(async () => {
    await post(ANI, { text: 'Halo semua' });
    return (await list('?chat=group')).length > 0;
  });
  const first = await post(ANI, { text: 'STOP' });
  const picture = await post(BUDI, { image: { data: PHOTO.toString('base64'), caption: 'Kue' } });
  await message(picture);
  const answer = await post(CUSTOMER, { text: 'Mau', quote: picture });

  expect(await message(first)).toMatchObject({ sender: { phone: ANI, name: HOSTILE }, body: 'STOP' });
  expect(await message(answer)).toMatchObject({
    sender: { phone: CUSTOMER },
    quote: { wa_message_id: picture, known: true, author: 'them' },
  });
  const row = await settledMedia(ctx, picture);
  const stored = await files.open(row.file_id, null);
  expect(stored && (await buffer(stored)).equals(PHOTO)).toBe(true);
  const shown = await chat();
  expect(shown).toMatchObject({
    ...{ chat: 'group', person: { name: SUBJECT, phone: group }, waiting_since: null, episode: 0 },
    ...{ owner_state: 'closed', assignee: null },
  });
  expect(shown.unread).toBeGreaterThan(2);
  expect((await list('')).map(({ person }) => person.phone)).toEqual([CUSTOMER]);
  expect(await tablesOf(ctx.db).selectFrom('opt_outs').selectAll().execute()).toEqual([]);
  expect(await tablesOf(ctx.db).selectFrom('contacts').selectAll().execute()).toEqual([]);
  const [event] = (await eventsOf(ctx, 'message.received')).filter((each) => each.wa_message_id === answer);
  expect(event).toMatchObject({
    ...{ from: CUSTOMER, body: 'Mau', conversation_id: shown.id, quote: { wa_message_id: picture } },
    chat: { type: 'group', id: group, subject: SUBJECT },
  });
});

test('a member changes only own messages, and each member has a reaction', async () => {
  const first = await post(ANI, { text: 'Dua' });
  const second = await post(ANI, { text: 'Rahasia' });
  await message(second);

  await post(BUDI, { reaction: { wa_message_id: first, emoji: '👍' } });
  await post(CUSTOMER, { reaction: { wa_message_id: first, emoji: '❤️' } });
  await post(ANI, { edit: { wa_message_id: first, text: 'Tiga' } });
  await post(BUDI, { raw: changeOf('MESSAGE_EDIT', first, { editedMessage: { conversation: 'Bohong' } }) });
  await post(BUDI, { raw: changeOf('REVOKE', first) });
  await post(ANI, { deletion: { wa_message_id: second } });

  const erased = await until(async () => (await message(second)).deleted_at && message(second));
  expect(erased).toMatchObject({ body: null, sender: { phone: ANI } });
  const shown = await message(first);
  expect(shown.reactions.map(({ member, emoji }: Json) => [member.phone, emoji])).toEqual([
    [BUDI, '👍'],
    [CUSTOMER, '❤️'],
  ]);
  expect(shown.edits.map(({ body }: Json) => body)).toEqual(['Tiga']);
  expect(shown).toMatchObject({ body: 'Dua' });
  expect(shown).not.toHaveProperty('deleted_at');
});

const changeOf = (type: string, id: string, more: object = {}) => ({
  protocolMessage: { type, key: { remoteJid: group, id, fromMe: true }, ...more },
});

test('staff replies in a group, and a program writes to it by its id, for devices with groups alone', async () => {
  const { id } = await chat();
  const question = await message(await post(BUDI, { text: 'Berapa?' }));
  const key = (name: string) => ({ 'idempotency-key': name });
  const by = (name: string, to = group, device_uuid = deviceUuid) =>
    api('POST', '/v1/messages', { device_uuid, to, body: `Dari ${name}` }, key(name));

  const reply = await api(
    'POST',
    `/v1/conversations/${id}/messages`,
    { body: 'Rp5.000', quote: question.id },
    key('balasan'),
  );
  const sent = await by('api');

  expect([reply.status, sent.status]).toEqual([202, 202]);
  for (const { body } of [reply, sent])
    await until(async () => (await api('GET', `/v1/messages/${body.id}`)).body.status === 'delivered');
  const got = (await sandbox.messagesOf(ANI)).filter(
    ({ from, direction }) => from === group && direction === 'in',
  );
  expect(got.slice(-2)).toMatchObject([
    { text: 'Rp5.000', quote: { wa_message_id: question.wa_message_id } },
    { text: 'Dari api' },
  ]);
  expect(await chat()).toMatchObject({ owner_state: 'human_active', waiting_since: null });
  expect(await by('lain', '1203@g.us')).toMatchObject({ status: 422, body: { error: 'invalid_phone' } });
  await turn('off');
  expect(await by('mati')).toMatchObject({ status: 422, body: { error: 'groups_off' } });
  await turn('on');
});

test('the network names the groups of a device, and the members of each', async () => {
  const others = ['Arisan', 'Zumba'].map((subject) => ({ subject, members: [ANI, OWNER] }));
  const foreign = { subject: 'Tetangga', members: [ANI, BUDI] };
  const [first, last, strange] = await Promise.all(
    [...others, foreign].map(async (each) => (await sandbox.post('/sandbox/groups', each)).body.id),
  );
  await api('POST', '/v1/contacts', { phone: BUDI, name: 'Budi Santoso' });

  const page = (await groups('?limit=2')).body;
  const rest = (await groups(`?limit=2&cursor=${page.next_cursor}`)).body;
  const { status, body } = await groupOf(group);

  expect([...page.data, ...rest.data]).toEqual([
    { id: first, subject: 'Arisan', members_count: 2 },
    { id: group, subject: SUBJECT, members_count: 4 },
    { id: last, subject: 'Zumba', members_count: 2 },
  ]);
  expect(rest.next_cursor).toBeNull();
  expect((await groups('?q=ZUM')).body.data).toMatchObject([{ id: last }]);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ id: group, subject: SUBJECT, description: HOSTILE, members_count: 4 },
    members: [
      { phone: ANI, name: null, admin: true },
      { phone: BUDI, name: 'Budi Santoso', admin: false },
      { phone: CUSTOMER, name: null, admin: false },
      { phone: OWNER, name: null, admin: false },
    ],
  });
  for (const id of [strange, '1203630@g.us', CUSTOMER])
    expect(await groupOf(id)).toMatchObject({ status: 404, body: { error: 'group_not_found' } });
});

test('agents see a group as any chat of the device, and other accounts do not', async () => {
  const { id } = await chat();
  const stranger = await customer();

  expect((await stranger.api('GET', `/v1/conversations/${id}`)).status).toBe(404);
  expect((await stranger.api('GET', '/v1/conversations?chat=all')).body.data).toEqual([]);
  expect(await stranger.api('GET', `/v1/devices/${deviceUuid}/groups/${group}`)).toMatchObject({
    ...{ status: 404, body: { error: 'device_not_found' } },
  });
  expect((await list('?chat=group&q=Rahasia')).length).toBe(0);
  expect((await list(`?chat=group&phone=${encodeURIComponent(group)}`)).map((each) => each.id)).toEqual([id]);
});
