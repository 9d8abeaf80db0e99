import { afterAll, expect, test } from 'vitest';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import { useSettings } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { CUSTOMER } from '../../../test/harness/line.ts';
import { fileOf } from '../../../test/harness/media.ts';
import { mediaFolder } from '../../../test/harness/media-folder.ts';
import { messageRow } from '../../../test/harness/message-rows.ts';
import { openPairedService } from '../../../test/harness/service.ts';
import { until } from '../../../test/harness/until.ts';
import { upload } from '../../../test/harness/uploads.ts';
import { DAY } from '../../platform/lib/clock.ts';
import { uploadUrl } from '../../platform/lib/media/upload-url.ts';
import { getDevice } from '../devices/device.ts';

useSettings({
  ...(await mediaFolder(afterAll)),
  ...{ KURIR_STORAGE_FLOOR_MIB: '0', KURIR_MEDIA_MAX_IMAGE_MIB: '1' },
});
const { line, shop, ...service } = await openPairedService();
const { ctx, sandbox } = line;
const uploaded = async (bytes: Buffer, name: string, apiKey = shop.apiKey) =>
  (await upload(service, apiKey, bytes, { name })).body;

const settled = (id: number) =>
  until(
    async () => {
      const { body } = await shop.api('GET', `/v1/messages/${id}`);
      return ['delivered', 'failed'].includes(body.status) && body;
    },
    { what: 'the outcome' },
  );

async function bytesAt(waMessageId: string): Promise<Buffer> {
  const url = `${sandbox.current.url}/sandbox/phones/${CUSTOMER}/messages/${waMessageId}/media`;
  const answer = await fetch(url, { headers: { 'x-sandbox-control': CONTROL_TOKEN } });
  return Buffer.from(await answer.arrayBuffer());
}

test('an uploaded file is sent byte for byte under its name, stays longer, and the history names it', async () => {
  const price = fileOf('pdf', 30_000);
  const device = await getDevice(ctx, { id: line.account.id, deviceIds: null }, shop.deviceUuid);
  await receiver(ctx)(inbound(device, CUSTOMER));
  const file = await uploaded(price, 'Daftar harga.pdf');

  const { status, body } = await shop.send({ type: 'document', media_id: file.id, body: 'Harga' });
  const { wa_message_id } = await settled(body.id);

  expect(status).toBe(202);
  expect((await bytesAt(wa_message_id)).equals(price)).toBe(true);
  const { media_url } = await messageRow(ctx, line.account, body.id);
  expect(media_url).toBe(uploadUrl(line.account.id, file.id));
  const { expires_at } = (await shop.api('GET', `/v1/media/${file.id}`)).body;
  expect(Date.parse(expires_at) - ctx.now().getTime()).toBeGreaterThan(89 * DAY);
  const [chat] = (await shop.api('GET', '/v1/conversations')).body.data;
  const reply = await shop.api(
    'POST',
    `/v1/conversations/${chat.id}/messages`,
    { type: 'document', media_id: file.id },
    { 'idempotency-key': 'reply' },
  );
  const history = await shop.api('GET', `/v1/conversations/${chat.id}/messages`);
  expect(reply.status).toBe(202);
  const sent = history.body.data.filter((each: Record<string, unknown>) => each.direction === 'out');
  expect(sent.map((each: Record<string, unknown>) => [each.media_url, each.media_id])).toEqual(
    Array(2).fill([null, file.id]),
  );
  expect(sent[0].media).toMatchObject({ kind: 'document', state: 'stored', file_name: 'Daftar harga.pdf' });
});

test('a message of a type that does not show the file is refused before it is queued', async () => {
  const { id: picture } = await uploaded(fileOf('jpeg'), 'kue.jpg');
  const { id: gif } = await uploaded(Buffer.from('GIF89a'.padEnd(900, '.')), 'kue.gif');
  const { id: large } = (
    await upload(service, shop.apiKey, fileOf('jpeg', 1_200_000), {
      name: 'besar.jpg',
      type: 'document',
    })
  ).body;

  const answers = [
    await shop.send({ type: 'video', media_id: picture }),
    await shop.send({ type: 'image', media_id: gif }),
    await shop.send({ type: 'image', media_id: large }),
    await shop.send({ type: 'document', media_id: picture }),
  ];

  expect(answers.map(({ status, body }) => body.errors?.media_id[0] ?? status)).toEqual([
    expect.stringMatching(
      /^does not fit: The file is of type image\/jpeg\. A message of type video needs MP4/,
    ),
    expect.stringMatching(
      /^does not fit: The file is of type image\/gif\. A message of type image needs JPEG/,
    ),
    expect.stringMatching(/^does not fit: The file is larger than the 1 MiB allowed for image messages/),
    202,
  ]);
});

test('an uploaded WebP goes out as a sticker, and no other file', async () => {
  const [wink, photo] = [fileOf('webp', 3_000), fileOf('jpeg')];
  const [sticker, picture] = [await uploaded(wink, 'halo.webp'), await uploaded(photo, 'foto.jpg')];
  const send = (file: object) => shop.send({ type: 'sticker', body: null, ...file });

  const { body } = await send({ media_id: sticker.id });
  const { wa_message_id } = await settled(body.id);
  const refused = [
    await send({ media_id: picture.id }),
    await send({}),
    await send({ media_id: sticker.id, media_url: 'https://example.com/a.webp' }),
  ];

  expect((await bytesAt(wa_message_id)).equals(wink)).toBe(true);
  expect(refused.map(({ body }) => Object.entries(body.errors)[0]?.flat())).toEqual([
    ['media_id', expect.stringContaining('does not fit: A sticker is a WebP file.')],
    ['media_url', 'is required'],
    ['media_url', 'cannot be combined with media_id'],
  ]);
});

test('a message names its file in one way, and only a file of its account', async () => {
  const file = await uploaded(fileOf('jpeg'), 'kue.jpg');
  const stranger = await service.customer();
  const foreign = await uploaded(fileOf('jpeg'), 'kue.jpg', stranger.apiKey);
  const media_url = 'https://example.com/kue.jpg';

  const answers = [
    await shop.send({ type: 'image' }),
    await shop.send({ type: 'image', media_url, media_id: file.id }),
    await shop.send({ type: 'image', media_url: uploadUrl(line.account.id, file.id) }),
    await shop.send({ type: 'text', media_id: file.id }),
    await shop.send({ type: 'image', media_id: foreign.id }),
    await shop.send({ type: 'image', media_id: 'kue' }),
  ];

  expect(answers.map(({ status, body }) => [status, body.error ?? Object.keys(body.errors)[0]])).toEqual([
    [422, 'media_url'],
    [422, 'media_url'],
    [422, 'media_url'],
    [422, 'media_id'],
    [404, 'media_not_found'],
    [422, 'media_id'],
  ]);
});
