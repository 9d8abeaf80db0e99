import { afterAll, expect, test } from 'vitest';
import { PHONE_ID } from '../../../sandbox/graph/test-cloud.ts';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import { useSettings } from '../../../test/harness/context.ts';
import { CUSTOMER, startNode } from '../../../test/harness/line.ts';
import { fileOf } from '../../../test/harness/media.ts';
import { mediaFolder } from '../../../test/harness/media-folder.ts';
import { openOfficialLine } from '../../../test/harness/official-line.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { openPairedService, openService } from '../../../test/harness/service.ts';
import type { Json } from '../../../test/harness/shop.ts';
import { until } from '../../../test/harness/until.ts';
import { filesBelow, upload } from '../../../test/harness/uploads.ts';
import { uploadUrl } from '../../platform/lib/media/upload-url.ts';
import { deleteUnusableFiles } from '../devices/sessions/network-files.ts';

useSettings({ ...(await mediaFolder(afterAll)), KURIR_STORAGE_FLOOR_MIB: '0' });
const { line, shop, ...service } = await openPairedService();
const { ctx, sandbox } = line;
const official = await openOfficialLine({ onEnd: afterAll });
const client = await openService(official.ctx);
// A process may be started when it is too late to register for the end of the file.
const ends: (() => Promise<void>)[] = [];
afterAll(async () => void (await Promise.all(ends.map((end) => end()))));
const price = fileOf('pdf', 30_000);

/** Files that the phone network was given. */
const uploads = async () =>
  (await filesBelow(sandbox.dataDir)).filter((file) => /[/\\]\w+-[\w-]{43}$/.test(file)).length;
const arrived = async (): Promise<Json[]> =>
  (await sandbox.messagesOf(CUSTOMER)).filter(
    ({ direction, type }) => direction === 'in' && type === 'document',
  );

async function bytesAt({ wa_message_id: id }: Json): Promise<Buffer> {
  const url = `${sandbox.current.url}/sandbox/phones/${CUSTOMER}/messages/${id}/media`;
  const answer = await fetch(url, { headers: { 'x-sandbox-control': CONTROL_TOKEN } });
  return Buffer.from(await answer.arrayBuffer());
}

test('messages with one file upload it once, also at once, from another process, and by its address', async () => {
  const { id: media_id } = (await upload(service, shop.apiKey, price, { name: 'harga.pdf' })).body;
  const send = (body: string, file: object = { media_id }) => shop.send({ type: 'document', body, ...file });
  const captions = Array.from({ length: 20 }, (_, n) => `Harga ${n}`);

  await Promise.all(captions.map((caption) => send(caption)));
  await until(async () => (await arrived()).length === 20);
  await line.node.stop();
  startNode(ctx, sandbox, { cleanup: (end) => void ends.push(end) });
  await send('dari proses lain');
  const { url } = await startReceiver((_, response) => response.end(price));
  await send('dari alamat', { media_url: new URL('harga.pdf', url).href });

  const seen = await until(async () => {
    const messages = await arrived();
    return messages.length === 22 && messages;
  });
  expect(new Set(seen.map(({ text }) => text))).toEqual(
    new Set([...captions, 'dari proses lain', 'dari alamat']),
  );
  for (const message of seen) expect((await bytesAt(message)).equals(price)).toBe(true);
  expect(await uploads()).toBe(1);
  const { rows } = await ctx.pool.query('select value from network_files');
  expect(rows.map(({ value }) => value.toString('latin1').includes('/mms/'))).toEqual([false]);
});

test('a file under another name, and one that is too old for its network, are uploaded again', async () => {
  const name = async (file: string) => (await upload(service, shop.apiKey, price, { name: file })).body.id;
  const [before, earlier] = [await uploads(), (await arrived()).length];

  await shop.send({ type: 'document', media_id: await name('harga baru.pdf') });
  await until(async () => (await arrived()).length === earlier + 1);
  await ctx.pool.query('update network_files set usable_until = now()');
  await shop.send({ type: 'document', media_id: await name('harga baru.pdf') });
  await until(async () => (await arrived()).length === earlier + 2);

  expect((await uploads()) - before).toBe(2);
  expect(await deleteUnusableFiles(ctx)).toBe(1);
});

test('the provider gets a file once, and again after it has lost it', async () => {
  const { cloud, account } = official;
  const { apiKey } = await client.customerOf(account, official.device.device_uuid);
  const { id } = (await upload(client, apiKey, price, { name: 'harga.pdf' })).body;
  const file = { type: 'document', media_url: uploadUrl(account.id, id) } as const;
  const given = async () => (await cloud.get('/sandbox/cloud/requests?call=media_upload')).body.data.length;
  const sendAll = async (count: number) => {
    const ids = await Promise.all(Array.from({ length: count }, (_, n) => official.send(`Harga ${n}`, file)));
    await Promise.all(ids.map((each) => official.settled(each, 'sent', 'delivered')));
  };

  await sendAll(20);
  const once = await given();
  const sent = async (): Promise<Json[]> =>
    (await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages?direction=out`)).body.data;
  const [{ payload }] = (await sent()) as [Json];
  await cloud.graph('DELETE', `/${payload.document.id}`);
  await sendAll(5);

  expect([once, await given()]).toEqual([1, 2]);
  const messages = await sent();
  expect(messages).toHaveLength(25);
  const media = await cloud.graph('GET', `/${messages.at(-1)?.payload.document.id}`);
  const { body } = await cloud.graph('GET', media.body.url);
  expect(body.equals(price)).toBe(true);
});
