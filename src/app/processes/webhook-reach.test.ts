import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertEvents } from '../../../test/harness/events.ts';
import { startReceiver } from '../../../test/harness/receiver.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { until } from '../../../test/harness/until.ts';
import { loadConfig } from '../../config.ts';
import { registerWebhook } from '../../gateway/webhooks/webhook.ts';
import type { AccountKind } from '../../platform/accounts/account.ts';
import { startWorker } from './roles.ts';

const ctx = await testContext({ cleanup: afterAll });

/** What webhooks of both kinds of accounts reach on this machine, with these settings and the sandbox on. */
async function reachable(env: Record<string, string>): Promise<Record<AccountKind, unknown>> {
  const config = loadConfig({ KURIR_SANDBOX: 'on', ...env });
  const worker = startWorker({ ...ctx, config }, ctx.databaseUrl);
  onTestFinished(() => worker.stop());
  const [live, sandbox] = await Promise.all([outcomeFor('live'), outcomeFor('sandbox')]);
  return { live, sandbox };
}

async function outcomeFor(kind: AccountKind): Promise<unknown> {
  const receiver = await startReceiver();
  const { id } = await insertAccount(ctx, {}, kind);
  const webhook = await registerWebhook(ctx, { id }, { url: receiver.url, events: ['message.status'] });
  await insertEvents(ctx.pool, [
    { account_id: id, type: 'message.status', body: '{}', created_at: new Date() },
  ]);
  const attempt = await until(async () => {
    const { rows } = await ctx.pool.query(
      `select a.status_code, a.error from webhook_attempts a
       join webhook_deliveries d on d.id = a.delivery_id where d.webhook_id = $1`,
      [webhook.id],
    );
    return rows[0];
  });
  return { result: attempt.status_code ?? attempt.error.split(':')[0], requests: receiver.requests.length };
}

test('with the sandbox on, webhooks of sandbox accounts reach this machine, and live ones do not', async () => {
  expect(await reachable({})).toEqual({
    live: { result: 'blocked_address', requests: 0 },
    sandbox: { result: 200, requests: 1 },
  });
});

test('a network that the operator opens counts for all accounts', async () => {
  const opened = { result: 200, requests: 1 };

  expect(await reachable({ KURIR_ALLOW_NETWORKS: '127.0.0.1' })).toEqual({ live: opened, sandbox: opened });
});

test('networks that the operator opens replace loopback', async () => {
  const closed = { result: 'blocked_address', requests: 0 };

  expect(await reachable({ KURIR_ALLOW_NETWORKS: '10.0.0.0/8' })).toEqual({ live: closed, sandbox: closed });
});
