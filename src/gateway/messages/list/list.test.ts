import { parse } from 'csv-parse/sync';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { rowsRead } from '../../../../test/harness/rows-read.ts';
import { openService } from '../../../../test/harness/service.ts';
import { conversationHook } from '../../../inbox/conversations/inbound-hook.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { ListedMessage } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const BEGIN = ctx.now().getTime();
const STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed', 'received', 'held'] as const;
const TYPES = ['text', 'image', 'edit'] as const;

type Customer = Awaited<ReturnType<typeof service.customer>>;
type Device = Awaited<ReturnType<typeof insertDevice>>;

/** Message n is n minutes old. Some came late: the network dates them before others that were stored earlier. */
async function fill(
  { account }: Customer,
  devices: readonly Device[],
  { count, broadcast }: { count: number; broadcast: number },
): Promise<void> {
  await ctx.pool.query(
    `with stored as (
       insert into messages (account_id, public_id, device_id, direction, source, type, status, phone, body, due, held,
         error_code, broadcast_id, broadcast_place, details, wa_message_id, created_at)
       select $1, $4 + 1 - n, ($2::bigint[])[1 + n % cardinality($2::bigint[])],
         case status when 'received' then 'in' else 'out' end,
         case status when 'received' then 'customer' else (array['api', 'staff', 'bot'])[1 + n % 3] end,
         ($6::text[])[1 + n / 7 % 3], case status when 'held' then 'queued' else status end,
         (628110000000 + n % 5)::text, 'Pesan ' || n, status = 'queued', status = 'held',
         case status when 'failed' then 'not_on_whatsapp' end, case when n % 11 = 3 then $7::bigint end,
         case when n % 11 = 3 then n end, case when status = 'received' and n % 5 = 0 then '{"edit": "x"}'::jsonb end,
         'wa-' || n,
         $5::timestamptz - n * interval '1 minute'
           - case when status = 'received' and n % 3 = 0 then interval '1 day' else interval '0' end
       from (select n, ($3::text[])[1 + n % 7] as status from generate_series(1, $4::int) n) m
       order by n desc
       returning 1
     ) select count(*) from stored`,
    [account.id, devices.map(({ id }) => id), STATUSES, count, new Date(BEGIN), TYPES, broadcast],
  );
}

async function shop(count: number, broadcast: number) {
  const customer = await service.customer();
  const devices = await Promise.all([1, 2, 3].map(() => insertDevice(ctx, customer.account)));
  await fill(customer, devices, { count, broadcast });
  await ctx.pool.query('analyze messages');
  const page = async (query: Record<string, string | number>) => {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return (await customer.api('GET', `/v1/messages?${text}`)).body as {
      data: ListedMessage[];
      next_cursor: string | null;
    };
  };
  /** All pages. */
  const list = async (query: Record<string, string | number>) => {
    const found: ListedMessage[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, next_cursor } = await page({ ...query, ...(cursor !== '' && { cursor }) });
      found.push(...data);
      cursor = next_cursor;
    }
    return found;
  };
  return { ...customer, devices, page, list };
}

const at = (minutes: number) => new Date(BEGIN - minutes * MINUTE).toISOString();
const toko = await shop(3_000, 4);
const all = await toko.list({ limit: 200 });

/** What the filters mean, message by message. */
function isWanted(message: ListedMessage, query: Record<string, string | number>): boolean {
  return Object.entries(query).every(([name, value]) => {
    if (name === 'limit') return true;
    if (name === 'since') return message.created_at >= String(value);
    if (name === 'until') return message.created_at <= String(value);
    return message[name as 'status'] === value; // the other filters have the name of a field
  });
}

test('the list has each message of both directions once, newest first, without edits of customers', () => {
  const ids = all.map(({ id }) => id ?? 0);

  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
  expect(all).toHaveLength(3_000 - 86);
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set(['queued', 'sent', 'delivered', 'read', 'failed', 'received']),
  );
});

const FILTERS: Record<string, string | number>[] = [
  { device_uuid: toko.devices[1]?.device_uuid ?? '' },
  { phone: '628110000002' },
  { direction: 'in' },
  { direction: 'out' },
  { status: 'queued' },
  { status: 'failed' },
  { status: 'read' },
  { status: 'received' },
  { type: 'image' },
  { broadcast_id: 4 },
  { since: at(2_000) },
  { until: at(900) },
  { since: at(2_000), until: at(1_000) },
];
const PAIRS = FILTERS.flatMap((one, n) => FILTERS.slice(n).map((other) => ({ ...one, ...other })));

test('each pair of filters finds what both describe, over all pages', async () => {
  const isByTime = (query: object) =>
    'until' in query && !('phone' in query) && !('broadcast_id' in query) && !('status' in query);
  const wrong = [];
  for (const query of PAIRS) {
    const found = await toko.list({ ...query, limit: 150 });
    const wanted = all.filter(
      (message) => isWanted(message, query) && !(isByTime(query) && message.status === 'queued'),
    );
    const ids = (messages: readonly ListedMessage[]) =>
      messages.map(({ id }) => id ?? 0).toSorted((one, other) => one - other);
    if (ids(found).join() !== ids(wanted).join())
      wrong.push({ query, found: found.length, wanted: wanted.length });
  }

  expect(wrong).toEqual([]);
});

test('a page looks through a bounded number of messages, with and without a match', async () => {
  const busy = await shop(9_000, 5);
  const none = await insertDevice(ctx, busy.account);
  const single = FILTERS.map((query) =>
    'device_uuid' in query ? { ...query, device_uuid: none.device_uuid } : query,
  );
  const rare: Record<string, string | number>[] = [
    ...single,
    { device_uuid: none.device_uuid },
    { type: 'sticker' },
    { type: 'video', status: 'read' },
  ];

  const spent = [];
  for (const query of rare) {
    const before = await rowsRead(ctx.pool, 'messages');
    const { data } = await busy.page({ ...query, limit: 50 });
    spent.push({ query, rows: data.length, read: (await rowsRead(ctx.pool, 'messages')) - before });
  }

  expect(spent.filter(({ read }) => read > 3 * 1_000 + 200)).toEqual([]);
});

test('a list since a time ends at the first older message that Kurir accepted', async () => {
  const { next_cursor, data } = await toko.page({ since: at(100), limit: 200 });

  expect(data.length).toBeGreaterThan(80);
  expect(next_cursor).toBeNull();
});

test('a message names its device, chat, author and error, and shows the words of the customer as text', async () => {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account);
  await receiver(ctx, [conversationHook(ctx)])(inbound(device, '628119999999', { body: '<b>=1+1</b>' }));
  await insertMessage(ctx, device, {
    public_id: 900,
    status: 'failed',
    phone: '628119999999',
    error_code: 'not_on_whatsapp',
    error_message: 'The number is not on WhatsApp.',
    source: 'api',
  });
  const [conversation] = await conversationsOf(ctx, customer.account);

  const { body } = await customer.api('GET', '/v1/messages?phone=0811-9999-999');

  const shared = {
    device_uuid: device.device_uuid,
    phone: '628119999999',
    conversation_id: conversation?.conversation_uuid,
    broadcast_id: null,
  };
  expect(
    body.data.toSorted((one: ListedMessage, other: ListedMessage) =>
      one.direction.localeCompare(other.direction),
    ),
  ).toEqual([
    expect.objectContaining({
      ...shared,
      direction: 'in',
      status: 'received',
      author: 'customer',
      body: '<b>=1+1</b>',
      error: null,
    }),
    expect.objectContaining({
      ...shared,
      id: 900,
      direction: 'out',
      status: 'failed',
      author: 'api',
      error: { code: 'not_on_whatsapp', message: 'The number is not on WhatsApp.' },
    }),
  ]);
});

test('the CSV has the same messages, and a spreadsheet calculates none of them', async () => {
  const customer = await service.customer();
  const device = await insertDevice(ctx, customer.account);
  await insertMessage(ctx, device, { public_id: 1, status: 'sent', body: '=HYPERLINK("x")', source: 'api' });
  await insertMessage(ctx, device, { public_id: 2, status: 'sent', body: 'baris\n@satu', source: 'api' });
  await insertMessage(ctx, device, { public_id: 3, status: 'read', body: 'tidak', source: 'api' });

  const { body, headers } = await customer.api('GET', '/v1/messages/export?status=sent');

  const rows: Record<string, string>[] = parse(body, { columns: true });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(rows.map(({ id, body: text }) => [id, text])).toEqual([
    ['2', "baris\n'@satu"],
    ['1', `'=HYPERLINK("x")`],
  ]);
});

test('the export has all messages of a long list', async () => {
  const { body } = await toko.api('GET', '/v1/messages/export?direction=out');

  expect(body.trim().split('\r\n')).toHaveLength(
    1 + all.filter(({ direction }) => direction === 'out').length,
  );
});

test('messages of another account are not listed by its device, its broadcast or a cursor', async () => {
  const stranger = await service.customer();
  const { next_cursor } = await toko.page({ limit: 1 });

  const byDevice = await stranger.api('GET', `/v1/messages?device_uuid=${toko.devices[0]?.device_uuid}`);
  const byBroadcast = await stranger.api('GET', '/v1/messages?broadcast_id=4');
  const byPhone = await stranger.api('GET', '/v1/messages?phone=628110000002');
  const byCursor = await stranger.api('GET', `/v1/messages?cursor=${next_cursor}`);

  expect([byDevice.status, byDevice.body.error]).toEqual([404, 'device_not_found']);
  expect(byBroadcast.body).toEqual({ data: [], next_cursor: null });
  expect(byPhone.body).toEqual({ data: [], next_cursor: null });
  expect(byCursor.status).toBe(422);
});

test.each([
  ['status=lost', 'status'],
  ['direction=both', 'direction'],
  ['type=poll', 'type'],
  ['broadcast_id=x', 'broadcast_id'],
  ['since=yesterday', 'since'],
  ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'until'],
])('an unknown value is refused: %s', async (query, field) => {
  const { status, body } = await toko.api('GET', `/v1/messages?${query}`);

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});
