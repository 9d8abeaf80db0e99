import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { verifiedEvents } from '../../../../test/harness/shop.ts';
import { recordBackup } from '../backups/backup.ts';
import { alertJobs, sendAlerts, webhookChannel } from './alerts.ts';
import { saveAnnounced } from './store.ts';

const SECRET = 'secret-of-the-alerts';
const env = { KURIR_DATA_DIR: tmpdir(), KURIR_PUBLIC_URL: 'https://kurir.example.com' };
const ctx = await testContext({ env, cleanup: afterAll });
const other = await testContext({ env, databaseUrl: ctx.databaseUrl, cleanup: afterAll });

test('a warning is announced once when it begins and once when it ends, by all processes together', async () => {
  let status = 500;
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  const target = webhookChannel({ url: receiver.url, secret: SECRET });

  await sendAlerts(ctx, target);
  status = 204;
  await sendAlerts(other, target);
  await sendAlerts(ctx, target);
  await recordBackup(ctx, { outcome: 'done', made_at: ctx.now(), size_bytes: 1, location: null });
  await sendAlerts(ctx, target);
  await sendAlerts(other, target);

  const announced = verifiedEvents(receiver.requests, SECRET);
  expect(announced.map(({ began, ended }) => [began, ended])).toEqual([
    [['no_backup'], []],
    [['no_backup'], []],
    [[], ['no_backup']],
  ]);
  expect(announced[1]).toMatchObject({
    ...{ event: 'operator.warnings', gateway: 'https://kurir.example.com', warnings: ['no_backup'] },
    text: 'Kurir https://kurir.example.com; began: no_backup',
  });
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual(['alert_1', 'alert_1', 'alert_2']);
});

test('the disk of another machine stays announced while that machine runs', async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(204).end());
  const target = webhookChannel({ url: receiver.url, secret: SECRET });
  await ctx.pool.query(
    `insert into gateways (gateway_id, host, pid, version, roles, started_at, seen_at)
     values (gen_random_uuid(), 'gudang', 7, '0.1.0', '{worker}', $1, $1)`,
    [ctx.now()],
  );
  await saveAnnounced(ctx.db, 'alerts', { number: 9, warnings: ['low_disk@gudang'] });

  await sendAlerts(ctx, target);
  await ctx.pool.query(`delete from gateways where host = 'gudang'`);
  await sendAlerts(ctx, target);

  const announced = verifiedEvents(receiver.requests, SECRET);
  expect(announced.map(({ warnings }) => warnings.includes('low_disk@gudang'))).toEqual([true, false]);
  expect(announced.at(-1)?.ended).toContain('low_disk@gudang');
});

test('without an address there is no job', () => {
  expect(alertJobs(ctx)).toEqual([]);
});
