import { DateTime } from 'luxon';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
/** The clock changes within the days, on 25 October. */
const ZONE = 'Europe/Berlin';
const [FROM, TO] = ['2026-10-20', '2026-10-30'];
const BEGIN = Date.parse('2026-10-19T00:00:00Z');
const SOURCES = ['api', 'broadcast', 'staff', 'bot', 'phone', null] as const;
const STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed', 'received'] as const;
const ALL_DAY = [{ from: '00:00', to: '24:00' }];
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

interface Message {
  device: { id: number; device_uuid: string };
  status: (typeof STATUSES)[number];
  source: (typeof SOURCES)[number];
  code: string | null;
  broadcast: number | null;
  place: number;
  edit: boolean;
  at: Date;
}

/** Messages of 13 days around those of the query, each kind at each time of the day. */
async function shop() {
  const customer = await service.customer();
  const weekly = Object.fromEntries(DAYS.map((day) => [day, ALL_DAY]));
  await customer.api('PUT', '/v1/business-hours', { timezone: ZONE, weekly });
  const devices = await Promise.all([1, 2, 3].map(() => insertDevice(ctx, customer.account)));
  const messages = Array.from({ length: 3_000 }, (_, n): Message => {
    const device = devices[n % 3];
    const status = STATUSES[n % 7] ?? 'read';
    const source = SOURCES[Math.trunc(n / 7) % 6] ?? null;
    if (!device) throw new Error('a device is missing');
    return {
      ...{ device, status, source, place: n, edit: n % 5 === 0 },
      // Some codes are as frequent as others; 23 of them.
      code: status === 'failed' ? `code-${Math.min(n % 25, 22)}` : null,
      broadcast: source === 'broadcast' || (source === null && n % 2 === 0) ? 1 : null,
      at: new Date(BEGIN + ((n * 347) % (13 * 24 * 60)) * MINUTE),
    };
  });
  await ctx.pool.query(
    `insert into messages (account_id, device_id, direction, type, status, phone, body, due, source, error_code,
       broadcast_id, broadcast_place, details, created_at, wa_message_id)
     select $1, r.device, case r.status when 'received' then 'in' else 'out' end, 'text', r.status, '6281', 'x',
       r.status = 'queued', case r.status when 'received' then 'customer' else r.source end, r.code, r.broadcast,
       case when r.broadcast is not null then r.place end,
       case when r.status = 'received' and r.edit then '{"edit": "x"}'::jsonb end, r.at, 'wa-' || r.place
     from jsonb_to_recordset($2) as r (device bigint, status text, source text, code text, broadcast bigint, place int,
       edit bool, at timestamptz)`,
    [customer.account.id, JSON.stringify(messages.map((each) => ({ ...each, device: each.device.id })))],
  );
  return { ...customer, devices, messages };
}

const toko = await shop();
const dateOf = (at: Date) => DateTime.fromJSDate(at, { zone: ZONE }).toISODate() ?? '';
const isWithin = ({ at }: Message) => dateOf(at) >= FROM && dateOf(at) <= TO;

/** The codes that figures of these messages show. */
function frequentCodes(messages: readonly Message[]): string[] {
  const codes = [...new Set(messages.flatMap(({ code }) => code ?? []))];
  const times = (code: string) => messages.filter((each) => each.code === code).length;
  return codes.toSorted((one, other) => times(other) - times(one) || (one < other ? -1 : 1)).slice(0, 20);
}

/** Counts by looking at each message. */
function model(asked: readonly Message[], only: (message: Message) => boolean = () => true) {
  const messages = asked.filter(only);
  const count = (test: (message: Message) => boolean) => messages.filter(test).length;
  const isSent = ({ status }: Message) => ['sent', 'delivered', 'read'].includes(status);
  const by = (name: string) => count((each) => isSent(each) && senderOf(each) === name);
  const errors = frequentCodes(asked)
    .map((code) => ({ code, count: count((each) => each.code === code) }))
    .filter((each) => each.count > 0)
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
  return {
    received: count(({ status, edit }) => status === 'received' && !edit),
    sent: count(isSent),
    sent_by: {
      ...{ api: by('api'), broadcast: by('broadcast'), staff: by('staff') },
      ...{ automation: by('bot'), phone: by('phone') },
    },
    delivered: count(({ status }) => status === 'delivered' || status === 'read'),
    read: count(({ status }) => status === 'read'),
    failed: count(({ status }) => status === 'failed'),
    errors,
  };
}

/** Rows from before sources have none. */
const senderOf = ({ source, broadcast }: Message) => source ?? (broadcast === null ? 'api' : 'broadcast');

async function figures(query: string) {
  const answer = await toko.api('GET', `/v1/messages/figures?from=${FROM}&to=${TO}${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

test.each([false, true])('each local day has its own figures (of one device: %j)', async (isOfOne) => {
  const device = isOfOne ? toko.devices[1] : undefined;
  const asked = toko.messages.filter((each) => isWithin(each) && (!device || each.device === device));

  const { total, data, ...rest } = await figures(device ? `&device_uuid=${device.device_uuid}` : '');

  expect(rest).toEqual({ timezone: ZONE, from: FROM, to: TO });
  expect(total).toEqual(model(asked));
  expect(total.errors).toHaveLength(20);
  const dates = Array.from({ length: 11 }, (_, n) => `2026-10-${20 + n}`);
  expect(data).toEqual(dates.map((date) => ({ date, ...model(asked, ({ at }) => dateOf(at) === date) })));
});

test('each device with messages has its own figures', async () => {
  const asked = toko.messages.filter(isWithin);

  const { total, data } = await figures('&group=device');

  expect(total).toEqual(model(asked));
  const byDevice = toko.devices.map((device) => ({
    device_uuid: device.device_uuid,
    ...model(asked, (each) => each.device === device),
  }));
  expect(data).toHaveLength(3);
  expect(data).toEqual(expect.arrayContaining(byDevice));
});

test('without days, the last seven are shown, and an account without messages has figures of 0', async () => {
  const { api } = await service.customer();

  const { status, body } = await api('GET', '/v1/messages/figures');

  expect([status, body.data.length, body.data[6].date]).toEqual([200, 7, body.to]);
  expect(body.total).toEqual(model([]));
});

test.each([
  ['from=2026-10-02&to=2026-10-01', 'from'],
  ['from=2026-01-01&to=2026-02-01', 'from'],
  ['to=2026-02-30', 'to'],
  ['group=person', 'group'],
])('%s is refused', async (query, field) => {
  const { status, body } = await toko.api('GET', `/v1/messages/figures?${query}`);

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('31 days are shown', async () => {
  const { status, body } = await toko.api('GET', '/v1/messages/figures?from=2026-01-01&to=2026-01-31');

  expect([status, body.data.length]).toEqual([200, 31]);
});
