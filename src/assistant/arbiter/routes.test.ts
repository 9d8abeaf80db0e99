import { afterAll, expect, test } from 'vitest';
import { answers, automatedShop, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { openService } from '../../../test/harness/service.ts';
import { SECOND } from '../../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

async function shopWithKey() {
  const shop = await automatedShop(ctx);
  const { api } = await service.customerOf(shop.account, shop.device.device_uuid);
  const uuid = async () => (await shop.chat()).conversation_uuid;
  return { ...shop, api, path: async (rest: string) => `/v1/conversations/${await uuid()}/${rest}` };
}

test('a conversation shows its decisions, newest first, and the messages show their decision', async () => {
  const shop = await shopWithKey();
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });
  await shop.write('Apakah bisa COD?');
  await shop.decide();

  const { body: page } = await shop.api('GET', await shop.path('decisions'));
  const { body: history } = await shop.api('GET', await shop.path('messages'));

  const [waiting, answered] = page.data;
  const reply = history.data.find(({ author }: { author: string }) => author === 'bot');
  expect(waiting).toMatchObject({ state: 'waiting', stage: null, message_ids: [] });
  expect(answered).toMatchObject({
    stage: 'rule',
    outcome: 'answered',
    rule_id: 'r-1',
    message_ids: [reply.id],
  });
  expect(reply.automation).toMatchObject({ kind: 'rule', decision_id: answered.id });
  const one = await shop.api('GET', await shop.path(`decisions?message=${answered.message_id}`));
  expect(one.body.data).toEqual([answered]);
  const [{ wa_message_id }] = history.data.filter(({ body }: { body: string }) => body === 'Harga');
  const same = await shop.api('GET', await shop.path(`decisions?wa_message_id=${wa_message_id}`));
  expect(same.body.data).toEqual([answered]);
});

test('pages of decisions follow each other', async () => {
  const shop = await shopWithKey();
  await shop.write('Satu', 'Dua', 'Tiga');
  await shop.decide({ rules: { choose: async () => ruleText('Ya') } });

  const first = await shop.api('GET', await shop.path('decisions?limit=2'));
  const second = await shop.api('GET', await shop.path(`decisions?limit=2&cursor=${first.body.next_cursor}`));

  const ids = [...first.body.data, ...second.body.data].map(({ id }) => id);
  expect([new Set(ids).size, second.body.next_cursor]).toEqual([3, null]);
});

test('settings are changed one by one, and apply to the next message', async () => {
  const shop = await shopWithKey();
  const { body: before } = await shop.api('GET', '/v1/automation');

  const changed = await shop.api('PATCH', '/v1/automation', {
    ...{ debounce_seconds: 5, person_words: ['juragan'], breakers: { per_minute: 9 } },
  });
  await shop.write('Halo');
  await shop.decide();
  ctx.clock.advance(4 * SECOND);
  await shop.decide();
  const early = await shop.decisions();
  await shop.write('Juragan');
  await shop.decide();
  const standard = await shop.api('PATCH', '/v1/automation', { person_words: null });

  const breakers = { ...before.breakers, per_minute: 9 };
  expect(changed.body).toEqual({ ...before, debounce_seconds: 5, person_words: ['juragan'], breakers });
  expect(standard.body).toEqual({ ...changed.body, person_words: before.person_words });
  expect((await shop.api('GET', '/v1/automation')).body).toEqual(standard.body);
  expect(early).toMatchObject([{ state: 'held' }]);
  expect(await shop.chat()).toMatchObject({ owner_reason: 'asked_for_person' });
});

test('numbers that no automation answers are kept in one form, and others are answered', async () => {
  const shop = await shopWithKey();
  const listed = ['0812-3456-7890', '+62 812 3456 7890', '6281200000099'];
  await shop.api('PATCH', '/v1/automation', { ignored_phones: ['6281200000010'] });

  const changed = await shop.api('PATCH', '/v1/automation', { ignored_phones: listed });
  await shop.writeAs('6281234567890', 'Harga');
  await shop.writeAs('6281200000010', 'Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });
  const tested = await shop.api('POST', '/v1/auto-replies/test', {
    ...{ text: 'Harga', phone: '0812-3456-7890', device_uuid: shop.device.device_uuid },
  });

  expect(changed.body.ignored_phones).toEqual(['6281200000099', '6281234567890']);
  expect((await shop.api('GET', '/v1/automation')).body).toEqual(changed.body);
  expect(await shop.decisions()).toMatchObject([
    { outcome: 'handed_off', reason: 'ignored_contact' },
    { outcome: 'answered' },
  ]);
  expect(tested.body.decision).toMatchObject({ stage: 'gate', reason: 'ignored_contact' });
});

test.each([
  [{}, 'debounce_seconds'],
  [{ debounce_seconds: 11 }, 'debounce_seconds'],
  [{ person_words: ['a\0'] }, 'person_words.0'],
  [{ exit_words: Array.from({ length: 101 }, () => 'a') }, 'exit_words'],
  [{ queue_text: ' ' }, 'queue_text'],
  [{ ignored_phones: ['0812-3456-7890', '12'] }, 'ignored_phones.1'],
  [
    { ignored_phones: Array.from({ length: 1_001 }, (_, n) => String(6_281_200_000_000 + n)) },
    'ignored_phones',
  ],
  [{ breakers: { per_hour: 0 } }, 'breakers.per_hour'],
])('settings %j are refused', async (body, field) => {
  const shop = await shopWithKey();

  const answer = await shop.api('PATCH', '/v1/automation', body);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

test('staff switches the automation of one conversation off, which ends its waiting messages', async () => {
  const shop = await shopWithKey();
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  const off = await shop.api('PUT', await shop.path('automation'), { suppressed: true });
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 20.000') });

  const messages = await shop.api('GET', await shop.path('messages'));
  expect(off.body).toMatchObject({ automation_suppressed: true, owner_state: 'human_waiting' });
  expect(messages.body.data.filter(({ author }: { author: string }) => author === 'bot')).toMatchObject([
    { body: 'Rp 10.000', status: 'failed', error: { code: 'superseded' } },
  ]);
  expect((await shop.decisions()).at(-1)).toMatchObject({ outcome: 'silent', reason: 'suppressed' });
});

test('an away text that waits is not sent after a reply by the API', async () => {
  const shop = await shopWithKey();
  const replies = [{ type: 'text', body: 'Toko tutup.', by: { kind: 'rule', is_notice: true } }] as const;
  await shop.write('Harga');
  await shop.own('human_active');
  await shop.decide({ rules: { away: async () => ({ replies }) } });

  const path = await shop.path('messages');
  const reply = await shop.api('POST', path, { body: 'Ada, Kak.' }, { 'idempotency-key': 'k-1' });

  const { body: history } = await shop.api('GET', path);
  expect(reply.status).toBe(202);
  expect(history.data).toMatchObject([
    { author: 'staff', status: 'queued' },
    { author: 'bot', status: 'failed', error: { code: 'superseded' } },
    { author: 'customer' },
  ]);
});
