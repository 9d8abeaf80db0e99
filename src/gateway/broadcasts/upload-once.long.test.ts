import { afterAll, expect, test } from 'vitest';
import { useSettings } from '../../../test/harness/context.ts';
import { fileOf } from '../../../test/harness/media.ts';
import { mediaFolder } from '../../../test/harness/media-folder.ts';
import { openOfficialLine } from '../../../test/harness/official-line.ts';
import { openService } from '../../../test/harness/service.ts';
import { until } from '../../../test/harness/until.ts';
import { upload } from '../../../test/harness/uploads.ts';
import { startBroadcastRunner } from './runner/runner.ts';

const folder = await mediaFolder(afterAll);
useSettings({ ...folder, KURIR_DATA_DIR: folder.KURIR_MEDIA_DIR, KURIR_STORAGE_FLOOR_MIB: '0' });
const { ctx, cloud, account, device } = await openOfficialLine({ onEnd: afterAll });
const service = await openService(ctx);
const { api, apiKey } = await service.customerOf(account, device.device_uuid);
const runner = startBroadcastRunner(ctx);
afterAll(() => runner.stop());

const RECIPIENTS = 5_000;
const TIMEOUT_MS = 10 * 60_000;

test(
  'a broadcast of 5,000 with one picture uploads it once',
  async () => {
    await ctx.pool.query(
      `insert into contacts (account_id, place, phone, name, created_at, updated_at)
       select $1, n, (6281300000000 + n)::text, 'Pelanggan ' || n, now(), now() from generate_series(1, $2) n`,
      [account.id, RECIPIENTS],
    );
    const { rows } = await ctx.pool.query('select id from contacts where account_id = $1', [account.id]);
    const { body: file } = await upload(service, apiKey, fileOf('jpeg', 200_000), { name: 'promo.jpg' });

    const { body } = await api('POST', '/v1/broadcasts', {
      ...{ name: 'Promo', device_uuid: device.device_uuid, type: 'image', media_id: file.id },
      ...{ message_template: 'Halo {nama}', contact_ids: rows.map(({ id }) => id) },
      ...{ delay_min_seconds: 0, delay_max_seconds: 0 },
    });
    const done = await until(
      async () => {
        const { body: shown } = await api('GET', `/v1/broadcasts/${body.id}`);
        return shown.status === 'completed' && shown;
      },
      { timeoutMs: TIMEOUT_MS },
    );

    const { body: log } = await cloud.get('/sandbox/cloud/requests?call=media_upload');
    expect([done.total_recipients, done.sent_count, log.data.length]).toEqual([RECIPIENTS, RECIPIENTS, 1]);
  },
  TIMEOUT_MS,
);
