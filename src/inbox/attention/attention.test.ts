import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { staffOf } from '../../../test/harness/staff.ts';
import { registerWebhook } from '../../gateway/webhooks/webhook.ts';
import type { Account } from '../../platform/accounts/account.ts';
import { DAY } from '../../platform/lib/clock.ts';
import { countAttention } from './attention.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const inDays = (days: number) => new Date(ctx.now().getTime() + days * DAY);

async function numberOf(account: Account, label: string, columns: Record<string, unknown> = {}) {
  const { id } = await insertDevice(ctx, account, { label });
  const set = { connected_at: ctx.now(), ...columns };
  const names = Object.keys(set).map((name, index) => `${name} = $${index + 2}`);
  await ctx.pool.query(`update devices set ${names.join(', ')} where id = $1`, [id, ...Object.values(set)]);
  return id;
}

async function webhookOf(account: Account, status: string, failures: number, failingSince: Date | null) {
  const url = `https://example.com/${status}-${failures}`;
  const { id } = await registerWebhook(ctx, account, { url, events: ['message.status'] });
  await ctx.pool.query(
    `update webhooks set status = $2, failure_count = $3, failing_since = $4, last_error = $5,
       disabled_at = case when $2 = 'disabled' then now() end where id = $1`,
    [id, status, failures, failingSince, failingSince && 'x'],
  );
}

const attentionOf = async (account: Account, role: 'agent' | 'owner', deviceIds?: number[]) => {
  const { call } = await staffOf(http, ctx, { account, role, ...(deviceIds && { deviceIds }) });
  const { body } = await call('GET', '/app/api/attention');
  const labels = (body.devices as { label: string }[]).map(({ label }) => label);
  return { labels, urls: (body.webhooks as { url: string }[]).map(({ url }) => new URL(url).pathname) };
};

test('numbers that were connected and are not, banned, restricted, or near the end of their token', async () => {
  const account = await insertAccount(ctx);
  await numberOf(account, 'well');
  await numberOf(account, 'logged out', { status: 'disconnected', reason: 'logged_out' });
  await numberOf(account, 'pairing ended', { status: 'provisioned', reason: 'qr_expired' });
  await numberOf(account, 'never paired', { status: 'provisioned', connected_at: null });
  await numberOf(account, 'banned', { status: 'banned', connected_at: null });
  await numberOf(account, 'restricted', { reason: 'restricted:spam' });
  await numberOf(account, 'token ends', { official_token_expires_at: inDays(6) });
  await numberOf(account, 'token lasts', { official_token_expires_at: inDays(8) });
  await numberOf(account, 'released', { status: 'disconnected', released_at: ctx.now() });

  const { labels } = await attentionOf(account, 'owner');

  expect(labels).toEqual(['logged out', 'pairing ended', 'banned', 'restricted', 'token ends']);
});

test('webhooks that failures have disabled, or that fail now after five of ten', async () => {
  const account = await insertAccount(ctx);
  await webhookOf(account, 'disabled', 10, ctx.now());
  await webhookOf(account, 'disabled', 2, null);
  await webhookOf(account, 'enabled', 5, ctx.now());
  await webhookOf(account, 'enabled', 4, ctx.now());
  await webhookOf(account, 'enabled', 9, null);

  const { urls } = await attentionOf(account, 'owner');

  expect(urls).toEqual(['/disabled-10', '/enabled-5']);
});

test('an agent sees what is wrong with the own numbers, and no webhook', async () => {
  const account = await insertAccount(ctx);
  const own = await numberOf(account, 'own', { status: 'disconnected' });
  await numberOf(account, 'of others', { status: 'disconnected' });
  await webhookOf(account, 'disabled', 10, ctx.now());

  const seen = await attentionOf(account, 'agent', [own]);

  expect(seen).toEqual({ labels: ['own'], urls: [] });
});

test('an operator sees how much is wrong in each active account', async () => {
  const [first, well, closed] = [
    await insertAccount(ctx),
    await insertAccount(ctx),
    await insertAccount(ctx),
  ];
  await numberOf(first, 'one', { status: 'disconnected' });
  await numberOf(first, 'two', { status: 'banned' });
  await webhookOf(first, 'disabled', 10, ctx.now());
  await numberOf(well, 'well');
  await numberOf(closed, 'gone', { status: 'disconnected' });
  await ctx.pool.query(`update accounts set status = 'suspended' where id = $1`, [closed.id]);

  const found = await countAttention(ctx);

  const ids = new Set([first.id, well.id, closed.id]);
  expect(found.filter(({ account_id }) => ids.has(account_id))).toEqual([
    { account_id: first.id, account: 'Toko', numbers: 2, webhooks: 1 },
  ]);
});
