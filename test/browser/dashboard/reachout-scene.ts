import { afterAll } from 'vitest';
import { startBroadcastRunner } from '../../../src/gateway/broadcasts/runner/runner.ts';
import { upsertContacts } from '../../../src/gateway/contacts/store.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { openPhoneApp } from './app.ts';

export const HOSTILE = '=HYPERLINK("http://evil.example") <img src=x onerror=alert(1)>';
export const PHONES = ['6281200000001', '6281200000002', '6281200000003'];
export const TAGS = ['vip', 'jakarta', 'lama'];

/** A shop with a number, a running broadcast runner, and three customers: each has a phone and a tag. */
export async function openReachout() {
  const app = await openPhoneApp();
  const { ctx, account, line } = app;
  await makeLive(ctx, account.id);
  const device = await line.pair();
  for (const number of PHONES) await line.sandbox.post('/sandbox/phones', { number });
  await upsertContacts(
    ctx.db,
    PHONES.map((phone, n) => ({
      ...{ account_id: account.id, phone, tags: [TAGS[n] ?? ''] },
      name: n === 0 ? HOSTILE : `Kak ${n}`,
    })),
    ctx.now(),
  );
  const runner = startBroadcastRunner(ctx);
  afterAll(() => runner.stop());
  return { app, ctx, account, line, device, admin: await app.user('admin') };
}
