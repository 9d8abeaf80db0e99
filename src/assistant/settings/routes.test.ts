import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../test/harness/audit.ts';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { DEFAULTS } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

async function shop() {
  const customer = await service.customer();
  const get = async () => (await customer.api('GET', '/v1/assistant')).body;
  const set = (body: object) => customer.api('PATCH', '/v1/assistant', body);
  return { ...customer, get, set };
}

test('an assistant is off until it is set, and keeps what is not changed', async () => {
  const { get, set, deviceUuid, account } = await shop();
  expect(await get()).toMatchObject({ ...DEFAULTS, updated_at: null });

  await set({ enabled: true, mode: 'shadow', scope: 'pesanan', device_uuids: [deviceUuid] });
  await set({ handoff: { texts: { en: 'Wait.' } } });
  const changed = await set({
    mode: 'live',
    handoff: { after_abstentions: 3, texts: { id: 'Tunggu.' } },
    bands: null,
  });

  expect([changed.status, changed.body]).toMatchObject([
    200,
    {
      ...{ ...DEFAULTS, enabled: true, mode: 'live', scope: 'pesanan', device_uuids: [deviceUuid] },
      handoff: { ...DEFAULTS.handoff, after_abstentions: 3, texts: { id: 'Tunggu.', en: 'Wait.' } },
      updated_at: ctx.now().toISOString(),
    },
  ]);
  expect(await get()).toEqual(changed.body);
  expect((await auditEntries(ctx, account.id)).slice(1)).toMatchObject([
    {
      action: 'assistant.changed',
      detail: { enabled: true, mode: 'shadow', changed: ['enabled', 'mode', 'device_uuids', 'scope'] },
    },
    { action: 'assistant.changed', detail: { changed: ['handoff'] } },
    { action: 'assistant.changed', detail: { changed: ['mode', 'handoff'] } },
  ]);
});

test('a change without a difference leaves no entry', async () => {
  const { set, account } = await shop();

  await set({ enabled: false, forbidden_topics: [] });

  expect((await auditEntries(ctx, account.id)).slice(1)).toEqual([]);
});

test('an assistant answers on devices of its account only', async () => {
  const [{ set, get }, other] = [await shop(), await shop()];

  const { status, body } = await set({ device_uuids: [other.deviceUuid] });

  expect([status, body.error]).toEqual([404, 'device_not_found']);
  expect(body.message).toContain(other.deviceUuid);
  expect((await get()).device_uuids).toBeNull();
});

test('the language model is a setting, and its key never comes back', async () => {
  const { get, set, account } = await shop();
  const language_model = { provider: 'openai_compatible', url: 'https://llm.example/v1', model: 'kecil' };

  const made = await set({ scope: 'pesanan', language_model: { ...language_model, api_key: 'sk-rahasia' } });
  const withoutScope = await set({ scope: null });
  await set({ language_model: { daily_token_budget: 5_000 } });
  await set({ language_model: { daily_token_budget: 5_000 } });
  const shown = (await get()).language_model;
  const removed = await set({ language_model: null });

  expect(made.status).toBe(200);
  expect([withoutScope.status, withoutScope.body.errors]).toEqual([
    422,
    { scope: ['is required with a language model'] },
  ]);
  expect(shown).toMatchObject({
    ...language_model,
    has_api_key: true,
    daily_token_budget: 5_000,
    tokens_today: 0,
  });
  expect(removed.body.language_model).toBeNull();
  const entries = (await auditEntries(ctx, account.id)).slice(1);
  expect(entries).toMatchObject([
    { detail: { changed: ['scope', 'language_model'], language_model: 'kecil', api_key: 'changed' } },
    { detail: { api_key: 'kept' } },
    { detail: { language_model: null } },
  ]);
  expect(JSON.stringify([shown, entries])).not.toContain('rahasia');
});

test.each([
  ['enabled', {}],
  ['mode', { mode: 'off' }],
  ['device_uuids', { device_uuids: [] }],
  ['languages', { languages: ['id', 'id'] }],
  ['languages.0', { languages: ['de'] }],
  ['scope', { scope: 'x'.repeat(501) }],
  ['scope', { language_model: { provider: 'anthropic', url: 'https://llm.example/v1', model: 'kecil' } }],
  ['bands.clarify', { bands: { answer: 0.4, clarify: 0.5 } }],
  ['handoff.after_abstentions', { handoff: { after_abstentions: 0 } }],
  ['handoff.texts.id', { handoff: { texts: { id: 'Halo {{nama}}' } } }],
  ['handoff.enabled', { handoff: { enabled: null } }],
  ['start_words', { start_words: [] }],
  ['handoff.closed_texts.en', { handoff: { closed_texts: { en: 'a\0b' } } }],
  ['forbidden_topics.0.words', { forbidden_topics: [{ name: 'hukum', words: [] }] }],
  ['synonyms.0.means', { synonyms: [{ word: 'ongkos', means: ' ' }] }],
  ['max_answer_length', { max_answer_length: 99 }],
  ['language_model.provider', { language_model: { url: 'https://llm.example/v1', model: 'kecil' } }],
  ['language_model.url', { language_model: { url: 'http://llm.example/v1' } }],
  ['language_model.url', { language_model: { url: 'https://llm.example/v1?key=1' } }],
  ['language_model.api_key', { language_model: { api_key: 'a\nb' } }],
])('a wrong %s is a field error', async (field, wrong) => {
  const { set } = await shop();

  const { status, body } = await set(wrong);

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('numbers of its devices are automated while it answers, and not in shadow mode', async () => {
  const { set, receiveOn, automated } = await automatedShop();
  await receiveOn();

  await set({ enabled: true, mode: 'live' });
  const live = await automated();
  await set({ mode: 'shadow' });
  const shadow = await automated();
  await set({ mode: 'live' });
  await set({ enabled: false });

  expect([live, shadow, await automated()]).toEqual([true, false, false]);
});

async function automatedShop() {
  const customer = await shop();
  const device = await insertDevice(ctx, customer.account);
  return {
    ...customer,
    receiveOn: () => receiver(ctx)(inbound(device, '6281200000010')),
    async automated() {
      const query = 'select automated from channels where account_id = $1';
      return (await ctx.pool.query(query, [customer.account.id])).rows[0]?.automated;
    },
  };
}
