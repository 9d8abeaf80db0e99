import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { HOUR } from '../../../platform/lib/clock.ts';
import { type Chat, findReplyWindows } from './reply-window.ts';

const ctx = await testContext({ cleanup: afterAll });
const account = await insertAccount(ctx);
const device = await insertDevice(ctx, account, { engine: 'official_cloud' });
const NOW = ctx.now().getTime();
const ago = (hours: number) => new Date(NOW - hours * HOUR);
let phones = 0;

interface Written {
  hours: number;
  ad?: boolean;
  /** Of an answer of the business. */
  status?: string;
}

async function chatWith(...messages: Written[]): Promise<Chat> {
  phones += 1;
  const phone = `62812${phones}`;
  for (const { hours, ad, status } of messages) {
    await ctx.pool.query(
      `insert into messages (account_id, device_id, direction, source, type, status, phone, due, details, created_at)
       values ($1, $2, $3, $4, 'text', $5, $6, false, $7, $8)`,
      [
        ...[account.id, device.id, status ? 'out' : 'in', status ? 'api' : 'customer', status ?? 'received'],
        ...[phone, ad ? JSON.stringify({ referral: { source_type: 'ad' } }) : null, ago(hours)],
      ],
    );
  }
  const inbound = messages.filter(({ status }) => !status).map(({ hours }) => hours);
  const last_customer_at = inbound.length > 0 ? ago(Math.min(...inbound)) : null;
  return { device_id: device.id, engine: 'official_cloud', phone, last_customer_at };
}

test.each<[string, Written[], { until: Date | null; isOpen: boolean }]>([
  ['a customer who never wrote', [{ hours: 1, status: 'sent' }], { until: null, isOpen: false }],
  ['a message of the last day', [{ hours: 23 }], { until: ago(-1), isOpen: true }],
  ['an older message', [{ hours: 25 }], { until: ago(1), isOpen: false }],
  [
    'an answered message from an advertisement',
    [
      { hours: 50, ad: true },
      { hours: 49, status: 'read' },
    ],
    { until: ago(-22), isOpen: true },
  ],
  ['one without an answer', [{ hours: 50, ad: true }], { until: ago(26), isOpen: false }],
  [
    'one with a failed answer',
    [
      { hours: 50, ad: true },
      { hours: 49, status: 'failed' },
    ],
    { until: ago(26), isOpen: false },
  ],
  [
    'one with a late answer',
    [
      { hours: 50, ad: true },
      { hours: 25, status: 'sent' },
    ],
    { until: ago(26), isOpen: false },
  ],
  [
    'an advertisement of last week',
    [{ hours: 90, ad: true }, { hours: 89, status: 'sent' }, { hours: 30 }],
    { until: ago(6), isOpen: false },
  ],
])('the window after %s', async (_name, messages, window) => {
  expect(await findReplyWindows(ctx, [await chatWith(...messages)])).toEqual([window]);
});

test('an economy device is always open, and each chat of a list has its own window', async () => {
  const economy: Chat = { ...(await chatWith({ hours: 90 })), engine: 'economy' };
  const ad = await chatWith({ hours: 30, ad: true }, { hours: 29, status: 'sent' });
  const plain = await chatWith({ hours: 2 });

  expect(await findReplyWindows(ctx, [plain, economy, ad])).toEqual([
    { until: ago(-22), isOpen: true },
    { until: null, isOpen: true },
    { until: ago(-42), isOpen: true },
  ]);
});
