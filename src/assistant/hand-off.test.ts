import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../test/harness/context.ts';
import { openService } from '../../test/harness/service.ts';
import { handOffText } from './hand-off.ts';
import { spokenIn } from './languages/spoken.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
/** Monday, 10:00 and 20:00 in Jakarta. */
const OPEN = new Date('2026-11-23T03:00:00Z');
const CLOSED = new Date('2026-11-23T13:00:00Z');

async function shop() {
  const customer = await service.customer();
  const { account, api } = customer;
  const day = [{ from: '08:00', to: '17:00' }];
  await api('PUT', '/v1/business-hours', {
    timezone: 'Asia/Jakarta',
    weekly: { monday: day, tuesday: day },
  });
  const chat = {
    ...{ account_id: account.id, device_id: 0, person_name: 'Budi Santoso', phone: '6281200000010' },
    device_label: 'Kasir',
  };
  const text = (said: string | null, at: Date) =>
    handOffText(ctx.db, chat, { spoken: spokenIn(said, null), at });
  const set = (handoff: object) => api('PATCH', '/v1/assistant', { handoff });
  return { ...customer, text, set };
}

test('the customer reads in the own language that staff has the question', async () => {
  const { text } = await shop();

  const texts = [await text('apakah barangnya ada?', OPEN), await text('where is my order?', OPEN)];

  expect(texts[0]).toContain('saya teruskan ke tim kami');
  expect(texts[1]).toContain('passed your question to our team');
  expect(await text(null, OPEN)).toBe(texts[0]);
});

test('outside business hours, the customer reads when staff is back', async () => {
  const { text } = await shop();

  expect(await text('kapan dikirim?', CLOSED)).toContain('membalas besok pukul 08.00');
  expect(await text('when will you send it?', CLOSED)).toContain('reply tomorrow at 08:00');
});

test('an account writes its own text, with variables, or wants silence', async () => {
  const { text, set } = await shop();
  const id = 'Halo {{customer.first_name|Kak}}, kami buka {{opens_at}}. {{device.label|Tim}}';

  await set({ closed_texts: { id, en: null }, texts: { id: '', en: null } });

  expect(await text('apa ada?', CLOSED)).toBe('Halo Budi, kami buka besok pukul 08.00. Kasir');
  expect(await text('apa ada?', OPEN)).toBeNull();
});

test('an account that was never closed has a text without a time', async () => {
  const { account } = await service.customer();
  const chat = {
    account_id: account.id,
    device_id: 0,
    person_name: null,
    phone: '62812',
    device_label: null,
  };

  expect(await handOffText(ctx.db, chat, { spoken: null, at: CLOSED })).toContain('saya teruskan');
});
