import { afterAll, expect, test } from 'vitest';
import { BUDI, PHONE_ID } from '../../../sandbox/graph/test-cloud.ts';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import { useSettings } from '../../../test/harness/context.ts';
import { fileOf } from '../../../test/harness/media.ts';
import { mediaFolder } from '../../../test/harness/media-folder.ts';
import { openOfficialLine } from '../../../test/harness/official-line.ts';
import { insertDevice, insertMessage } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import { upload } from '../../../test/harness/uploads.ts';
import { HOUR } from '../../platform/lib/clock.ts';
import { startBroadcastRunner } from './runner/runner.ts';

const folder = await mediaFolder(afterAll);
useSettings({ ...folder, KURIR_DATA_DIR: folder.KURIR_MEDIA_DIR, KURIR_STORAGE_FLOOR_MIB: '0' });
// The provider refuses free text to people who have not written lately.
const behaviour = { outside_window: 'response', strangers: 'closed', pair_rate: false };
const { ctx, cloud, account, device } = await openOfficialLine({ behaviour, onEnd: afterAll });
const service = await openService(ctx, { url: cloud.current.url, token: '' });
const { api, apiKey } = await service.customerOf(account, device.device_uuid);
const runner = startBroadcastRunner(ctx);
afterAll(() => runner.stop());

await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, {
  templates: [
    {
      ...{ name: 'promo', language: 'id', category: 'MARKETING', status: 'APPROVED' },
      components: [{ type: 'BODY', text: 'Halo {{1}}, ada {{2}} untuk {a|b}.' }],
    },
    {
      ...{ name: 'foto', language: 'id', category: 'MARKETING', status: 'APPROVED' },
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Halo {{1}}.' },
      ],
    },
  ],
  announce: false,
});
const PROMO = { name: 'promo', language: 'id', variables: ['{nama}', 'diskon 10 %'] };
const SARI = '6281234567802';
let tags = 0;

/** Contacts of one new tag. */
async function contacts(...people: [phone: string, name: string][]): Promise<string> {
  tags += 1;
  const tag = `tag-${tags}`;
  for (const [phone, name] of people) await api('POST', '/v1/contacts', { phone, name, tags: [tag] });
  return tag;
}
const content = (tag: string, change: object = {}) => ({
  ...{ name: 'Promo', device_uuid: device.device_uuid, tags: [tag], template: PROMO },
  ...{ delay_min_seconds: 0, delay_max_seconds: 0, ...change },
});
const create = (tag: string, change: object = {}) => api('POST', '/v1/broadcasts', content(tag, change));
const preview = (tag: string, change: object = {}) =>
  api('POST', '/v1/broadcasts/preview', content(tag, change));
const ended = (id: number): Promise<Json> =>
  until(async () => {
    const { body } = await api('GET', `/v1/broadcasts/${id}`);
    return body.status === 'completed' && body;
  });
/** The values of the templates that the provider was asked to send, by number. */
async function valuesSent(): Promise<Record<string, string[]>> {
  const { body } = await cloud.get('/sandbox/cloud/requests?call=messages');
  const sent = body.data.map(({ body: { to, template } }: Json) => [
    to,
    template.components[0].parameters.map(({ text }: Json) => text),
  ]);
  return Object.fromEntries(sent);
}

test('a template reaches people who never wrote, each with the own name, and a retry sends it again', async () => {
  const tag = await contacts([BUDI, 'Budi\nSantoso'], [SARI, 'Sari']);
  await cloud.post('/sandbox/cloud/faults', { code: 131026, count: 1 });

  const created = await create(tag);
  const first = await ended(created.body.id);
  const retry = await api('POST', `/v1/broadcasts/${created.body.id}/retry-failed`);
  const second = await ended(retry.body.id);

  expect([created.status, retry.status]).toEqual([201, 201]);
  expect(created.body).not.toHaveProperty('hints');
  expect(first).toMatchObject({
    ...{ sent_count: 1, failed_count: 1, message_template: 'Halo {nama}, ada diskon 10 % untuk {a|b}.' },
    template: { ...PROMO, variables: { '1': '{nama}', '2': 'diskon 10 %' } },
  });
  expect(second).toMatchObject({ sent_count: 1, failed_count: 0, template: first.template });
  expect(await valuesSent()).toEqual({
    [`+${BUDI}`]: ['Budi Santoso', 'diskon 10 %'],
    [`+${SARI}`]: ['Sari', 'diskon 10 %'],
  });
  const { rows } = await ctx.pool.query(
    "select public_id, body from messages where status <> 'failed' order by id",
  );
  expect(rows.map(({ body }) => body).toSorted()).toEqual([
    'Halo Budi Santoso, ada diskon 10 % untuk {a|b}.',
    'Halo Sari, ada diskon 10 % untuk {a|b}.',
  ]);
  expect((await api('GET', `/v1/messages/${rows[0].public_id}`)).body).toMatchObject({ type: 'template' });
});

test('a contact without a name gets no template whose value is the name', async () => {
  const tag = await contacts(['6281200000071', '']);

  const { body } = await create(tag);

  expect(await ended(body.id)).toMatchObject({ sent_count: 0, failed_count: 1 });
  const { data } = (await api('GET', `/v1/broadcasts/${body.id}/recipients?status=failed`)).body;
  expect(data[0].error.code).toBe('empty_text');
});

test('a preview shows the text of each recipient, and placeholders that are not replaced', async () => {
  const tag = await contacts(['6281200000081', 'Ani'], ['6281200000082', 'Budi']);

  const { body } = await preview(tag, {
    template: { ...PROMO, variables: ['{{customer.first_name|Kak}}', '{kota}'] },
  });

  expect(body.samples.map(({ text }: Json) => text)).toEqual([
    'Halo Ani, ada {kota} untuk {a|b}.',
    'Halo Budi, ada {kota} untuk {a|b}.',
  ]);
  expect(body.hints).toMatchObject([{ code: 'not_replaced', text: '{kota}' }]);
  expect(body.open_windows).toBeNull();
});

test('a preview of a text says how many get it now', async () => {
  const tag = await contacts(['6281200000091', 'A'], ['6281200000092', 'B'], ['6281200000093', 'C']);
  const economy = await insertDevice(ctx, account);
  const wrote = (phone: string, hours: number) =>
    insertMessage(ctx, device, {
      ...{ direction: 'in', source: 'customer', status: 'received', phone, due: false },
      created_at: new Date(Date.now() - hours * HOUR),
    });
  await wrote('6281200000091', 1);
  await wrote('6281200000091', 2);
  await wrote('6281200000092', 25);
  const text = { template: null, message_template: 'Halo {nama}' };

  const official = await preview(tag, text);
  const other = await preview(tag, { ...text, device_uuid: economy.device_uuid });

  expect(official.body).toMatchObject({ total_recipients: 3, open_windows: 1 });
  expect(other.body).toMatchObject({ total_recipients: 3, open_windows: null });
});

test.each([
  [
    'a text and a template',
    { message_template: 'Halo' },
    { template: ['cannot be combined with message_template'] },
  ],
  ['neither', { template: undefined }, { message_template: ['is required'] }],
  [
    'neither, and no device',
    { template: null, device_uuid: '' },
    { message_template: ['is required'], device_uuid: ['is required'] },
  ],
  [
    'a missing value',
    { template: { ...PROMO, variables: ['a'] } },
    { 'template.variables.2': ['is required'] },
  ],
  [
    'a value that can be blank',
    { template: { ...PROMO, variables: ['{a|}', 'b'] } },
    { 'template.variables.1': ['must not become blank for any choice of alternatives'] },
  ],
])('%s is a field error, also in a preview', async (_name, change, errors) => {
  const tag = await contacts(['6281200000061', 'Ani']);

  for (const { status, body } of [await create(tag, change), await preview(tag, change)]) {
    expect([status, body.errors]).toEqual([422, errors]);
  }
});

test('an unknown template and an economy device are refused', async () => {
  const tag = await contacts(['6281200000062', 'Ani']);
  const economy = await insertDevice(ctx, account);

  const unknown = await create(tag, { template: { ...PROMO, name: 'tidak_ada' } });
  const other = await create(tag, { device_uuid: economy.device_uuid });

  expect([unknown.body.error, other.body.error]).toEqual(['template_not_found', 'type_not_supported']);
});

test('a picture reaches a customer who has written, byte for byte, with its caption', async () => {
  const tag = await contacts([BUDI, 'Budi']);
  await cloud.write({ text: 'Halo' });
  const picture = fileOf('jpeg', 30_000);
  const { body: file } = await upload(service, apiKey, picture, { name: 'promo.jpg' });

  const { body } = await create(tag, {
    ...{ template: null, type: 'image', media_id: file.id, message_template: 'Untuk {nama}' },
  });
  const done = await ended(body.id);

  expect(done).toMatchObject({ sent_count: 1, type: 'image', media_id: file.id });
  const path = `/sandbox/cloud/numbers/${PHONE_ID}/messages`;
  const { body: list } = await cloud.get(`${path}?with=${BUDI}`);
  const sent = list.data.find(({ type }: Json) => type === 'image');
  const answer = await fetch(`${cloud.current.url}${path}/${sent.id}/media`, {
    headers: { 'x-sandbox-control': CONTROL_TOKEN },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
  expect(sent).toMatchObject({ text: 'Untuk Budi' });
});

test('an uploaded picture is the header of a template, and the provider gets it once for many messages', async () => {
  const tag = await contacts(['6281200000071', 'Ani'], ['6281200000072', 'Budi']);
  const { body: file } = await upload(service, apiKey, fileOf('jpeg', 31_000), { name: 'kue.jpg' });
  const { body: other } = await upload(service, apiKey, fileOf('pdf', 31_000), { name: 'kue.pdf' });
  const template = { name: 'foto', language: 'id', variables: ['{nama}'], header_media_id: file.id };
  const send = (key: string, change: object = {}) =>
    api(
      'POST',
      '/v1/messages',
      {
        ...{ device_uuid: device.device_uuid, to: '6281200000073', type: 'template' },
        template: { ...template, variables: ['Sari'], ...change },
      },
      { 'idempotency-key': key },
    );
  const uploads = async () => (await cloud.get('/sandbox/cloud/requests?call=media_upload')).body.data.length;
  const before = await uploads();

  const { body } = await create(tag, { template, scheduled_at: new Date(ctx.now().getTime() + HOUR) });
  const held = await api('DELETE', `/v1/media/${file.id}`);
  await api('PATCH', `/v1/broadcasts/${body.id}`, { scheduled_at: null });
  const done = await ended(body.id);
  const { body: message } = await send('satu');
  await until(async () => (await api('GET', `/v1/messages/${message.id}`)).body.status !== 'queued');
  const refused = [
    await send('lain', { header_media_id: other.id }),
    await send('dua', { header_media_url: 'https://example.com/a.jpg' }),
    await send('alamat', { header_media_id: null, variables: { 1: 'A', 'header.image': 'kurir-media:1/x' } }),
  ];

  expect([held.body.error, (await uploads()) - before]).toEqual(['media_in_use', 1]);
  const shown = { name: 'foto', language: 'id', header_media_id: file.id };
  expect(done).toMatchObject({
    sent_count: 2,
    media_id: null,
    template: { ...shown, variables: { 1: '{nama}' } },
  });
  expect(message.template).toEqual({ ...shown, variables: { 1: 'Sari' } });
  const { body: log } = await cloud.get('/sandbox/cloud/requests?call=messages');
  const sent = log.data.filter(({ body: { template } }: Json) => template?.name === 'foto');
  expect(sent.map(({ body: { template } }: Json) => template.components[0].parameters[0])).toEqual(
    Array(3).fill({ type: 'image', image: { id: expect.stringMatching(/^\d+$/) } }),
  );
  expect(refused.map(({ body: { errors } }) => Object.keys(errors))).toEqual([
    ['template.header_media_id'],
    ['template.header_media_url'],
    ['template.variables.header.image'],
  ]);
});
