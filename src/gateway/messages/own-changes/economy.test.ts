import { afterAll, expect, test } from 'vitest';
import { useSettings } from '../../../../test/harness/context.ts';
import { CUSTOMER, OWNER } from '../../../../test/harness/line.ts';
import { fileOf } from '../../../../test/harness/media.ts';
import { mediaFolder } from '../../../../test/harness/media-folder.ts';
import { openPairedService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { until } from '../../../../test/harness/until.ts';
import { upload } from '../../../../test/harness/uploads.ts';

useSettings({ ...(await mediaFolder(afterAll)), KURIR_STORAGE_FLOOR_MIB: '0' });
const { line, shop, ...service } = await openPairedService();
const { api } = shop;

let keys = 0;
async function call(path: string, body: object): Promise<Json> {
  const answer = await api('POST', path, body, { 'idempotency-key': `k-${++keys}` });
  expect(answer.status).toBe(202);
  await until(async () => (await api('GET', `/v1/messages/${answer.body.id}`)).body.status === 'delivered', {
    what: 'the delivery',
  });
  return answer.body;
}

test('an edit and a deletion reach the phone of the customer, and the thread shows them', async () => {
  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text: 'Berapa?' });
  const chat = await until(async () => (await api('GET', '/v1/conversations')).body.data[0], {
    what: 'the conversation',
  });
  const { id } = await call('/v1/messages', {
    ...{ device_uuid: shop.deviceUuid, to: CUSTOMER, body: 'Harga Rp50.000' },
  });
  const wamid = (await line.sandbox.messagesOf(CUSTOMER)).at(-1)?.wa_message_id;

  const edit = await call(`/v1/messages/${id}/edit`, { body: 'Harga Rp45.000' });
  const deletion = await call(`/v1/messages/${id}/delete`, {});

  const changes = (await line.sandbox.messagesOf(CUSTOMER)).slice(-2);
  expect(changes).toMatchObject([
    { type: 'edit', text: 'Harga Rp45.000', target: wamid },
    { type: 'deletion', text: null, target: wamid },
  ]);
  expect([edit.type, deletion.type]).toEqual(['edit', 'deletion']);
  const { data } = (await api('GET', `/v1/conversations/${chat.id}/messages`)).body;
  expect(data.find((each: Json) => each.id === id)).toMatchObject({
    ...{ body: 'Harga Rp50.000', edits: [{ body: 'Harga Rp45.000' }], deleted_at: expect.any(String) },
  });
  const again = await api('POST', `/v1/messages/${id}/delete`, {}, { 'idempotency-key': 'lagi' });
  expect([again.status, again.body]).toEqual([
    422,
    { error: 'message_not_changeable', message: 'The id is the id of a deleted message.' },
  ]);
});

test.each([
  ['image', 'jpeg', 'kue.jpg'],
  ['video', 'mp4', 'kue.mp4'],
  ['document', 'pdf', 'harga.pdf'],
] as const)(
  'the caption of a sent %s is changed on the phone of the customer',
  async (type, format, name) => {
    const { body: file } = await upload(service, shop.apiKey, fileOf(format, 2_000), { name });
    const sent = { device_uuid: shop.deviceUuid, to: CUSTOMER, type, media_id: file.id, body: 'Rp50.000' };
    const { id } = await call('/v1/messages', sent);
    const wamid = (await line.sandbox.messagesOf(CUSTOMER)).at(-1)?.wa_message_id;

    const edit = await call(`/v1/messages/${id}/edit`, { body: 'Rp45.000' });

    expect(edit.type).toBe('edit');
    const last = (await line.sandbox.messagesOf(CUSTOMER)).at(-1);
    expect(last).toMatchObject({ type: 'edit', text: 'Rp45.000', target: wamid });
    const [chat] = (await api('GET', '/v1/conversations')).body.data;
    const { data } = (await api('GET', `/v1/conversations/${chat.id}/messages`)).body;
    expect(data.find((each: Json) => each.id === id)).toMatchObject({
      ...{ type, body: 'Rp50.000', edits: [{ body: 'Rp45.000' }] },
    });
  },
);

test('a customer changes the caption of a picture, and the chat shows it', async () => {
  const write = async (content: object): Promise<string> => {
    const message = { to: OWNER, ...content };
    return (await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, message)).body.wa_message_id;
  };
  const image = { data: fileOf('jpeg', 2_000).toString('base64'), caption: 'Yang merah' };

  const wamid = await write({ image });
  await write({ edit: { wa_message_id: wamid, text: 'Yang biru' } });

  const edited = await until(
    async () => {
      const [chat] = (await api('GET', '/v1/conversations')).body.data;
      const { data } = (await api('GET', `/v1/conversations/${chat.id}/messages`)).body;
      return data.find((each: Json) => each.wa_message_id === wamid && each.edits);
    },
    { what: 'the edit' },
  );
  expect(edited).toMatchObject({ type: 'image', body: 'Yang merah', edits: [{ body: 'Yang biru' }] });
});
