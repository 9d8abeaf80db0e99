import { afterAll, expect, test } from 'vitest';
import { testContext, useSettings } from '../../../../test/harness/context.ts';
import { mediaFolder } from '../../../../test/harness/media-folder.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { upload } from '../../../../test/harness/uploads.ts';

useSettings(await mediaFolder(afterAll));
const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

test('a logo can be an uploaded picture of the account, of which the link keeps a copy', async () => {
  const { api, apiKey, account } = await service.customer();
  const other = await service.customer();
  const { device_uuid } = await insertDevice(ctx, account, { phone_number: '6281100000001' });
  const { id } = (await api('POST', '/v1/entry-points', { name: 'Poster', device_uuid })).body;
  const set = (body: object) => api('PUT', `/v1/entry-points/${id}/logo`, body);
  const keep = async (bytes: Buffer, key = apiKey) => (await upload(service, key, bytes)).body.id;
  const bytes = Buffer.from(LOGO, 'base64');
  const [media_id, foreign] = [await keep(bytes), await keep(bytes, other.apiKey)];
  const text = await keep(Buffer.from('no picture'));

  const answers = [
    await set({ media_id }),
    await set({ media_id: foreign }),
    await set({ media_id: text }),
    await set({ media_id, picture: LOGO }),
    await set({}),
  ];
  const deleted = await api('DELETE', `/v1/media/${media_id}`);

  expect(answers.map(({ status, body }) => [status, body.error ?? Object.keys(body.errors ?? {})])).toEqual([
    [200, []],
    [404, 'media_not_found'],
    [422, ['media_id']],
    [422, ['media_id']],
    [422, ['picture']],
  ]);
  const { rows } = await ctx.pool.query(
    `select picture from entry_point_logos join entry_points on id = entry_point_id where entry_point_uuid = $1`,
    [id],
  );
  expect([deleted.status, rows]).toEqual([204, [{ picture: bytes }]]);
});
