import { afterAll, expect, test, vi } from 'vitest';
import { answers, automatedShop, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { insertWidget } from '../../../test/harness/widgets.ts';
import { inboundHooks } from '../../app/inbound-hooks.ts';
import { visitorPhone } from '../../gateway/people/identity.ts';
import { MINUTE, SECOND } from '../../platform/lib/clock.ts';
import type { Plan, Preface } from '../plan.ts';
import { takeOverTurns } from './decider.ts';

const ctx = await testContext({ cleanup: afterAll });
/** A rule that only labels. */
const LABELS = { outcome: 'tagged', replies: [], addLabels: ['Promo'] } as const;

test('a rule answers, and the decision says which one', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');

  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  expect(await shop.sent()).toEqual(['Rp 10.000']);
  expect(await shop.decisions()).toMatchObject([
    { state: 'decided', stage: 'rule', outcome: 'answered', reason: 'keyword', rule_id: 'r-1' },
  ]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'bot', waiting_since: null });
  expect(await shop.turns()).toEqual([]);
});

test('a message that came twice to the network is decided once', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });
  await ctx.pool.query(
    `insert into event_backlog (consumer, account_id, event_id, type)
     select 'automation', account_id, id, type from events where account_id = $1`,
    [shop.account.id],
  );

  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  expect(await shop.sent()).toEqual(['Rp 10.000']);
});

test('without an answer, the customer waits for staff after the debounce', async () => {
  const shop = await automatedShop(ctx);
  const handOffText = async () => 'Admin segera membalas, Kak.';
  await shop.write('Apakah bisa COD?');

  await shop.decide({ assistant: { handOffText } });
  const held = await shop.decisions();
  ctx.clock.advance(2 * SECOND);
  await shop.decide({ assistant: { handOffText } });

  expect(held).toMatchObject([{ state: 'held' }]);
  expect(await shop.sent()).toEqual(['Admin segera membalas, Kak.']);
  expect(await shop.chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'no_answer' });
  expect((await shop.chat()).waiting_since).not.toBeNull();
  expect(await shop.decisions()).toMatchObject([
    { stage: 'none', outcome: 'handed_off', reason: 'no_answer' },
  ]);
});

test('a message that waited for others gets no notice when staff has taken the chat meanwhile', async () => {
  const shop = await automatedShop(ctx, { settings: { queue_text: 'Mohon tunggu, Kak.' } });
  await shop.write('Paket saya belum sampai');
  await shop.decide();
  const held = await shop.decisions();
  await shop.own('human_waiting');
  ctx.clock.advance(2 * SECOND);
  await shop.decide({ rules: { away: async () => ruleText('Toko tutup.') } });

  expect(held).toMatchObject([{ state: 'held' }]);
  expect(await shop.sent()).toEqual([]);
  expect(await shop.decisions()).toMatchObject([{ stage: 'owner', outcome: 'silent' }]);
});

test('the assistant reads messages that follow each other together, and answers once', async () => {
  const shop = await automatedShop(ctx);
  const read: (string | null)[][] = [];
  const assistant = {
    answer: async (_chat: unknown, turn: readonly { text: string | null }[]): Promise<Plan> => {
      read.push(turn.map(({ text }) => text));
      return { ...ruleText('Bisa, Kak.'), stage: 'assistant', faq_id: 'f-1', score: 0.9 };
    },
  };
  await shop.write('Halo');
  await shop.decide({ assistant });
  ctx.clock.advance(1.5 * SECOND);
  await shop.write('bisa COD?');
  await shop.decide({ assistant });
  ctx.clock.advance(1.5 * SECOND);
  await shop.decide({ assistant });
  const early = read.length;
  ctx.clock.advance(0.5 * SECOND);
  await shop.decide({ assistant });

  const [first, second] = await shop.decisions();
  expect([early, read]).toEqual([0, [['Halo', 'bisa COD?']]]);
  expect(await shop.sent()).toEqual(['Bisa, Kak.']);
  expect(first).toMatchObject({ outcome: 'joined', joined_uuid: second?.decision_uuid });
  expect(second).toMatchObject({ stage: 'assistant', outcome: 'answered' });
});

test('a burst of more messages than a turn has is read in parts, without a wait', async () => {
  const shop = await automatedShop(ctx);
  const read: number[] = [];
  const answer = async (_chat: unknown, turn: readonly unknown[]): Promise<Plan> => {
    read.push(turn.length);
    return { ...ruleText('Bisa, Kak.'), stage: 'assistant' };
  };
  await shop.write(...Array.from({ length: 45 }, (_, n) => `Pesan ${n}`));

  await shop.decide({ assistant: { answer } });
  ctx.clock.advance(2 * SECOND);
  await shop.decide({ assistant: { answer } });

  expect(read).toEqual([20, 20, 5]);
});

test('a hello before a message that a rule answers at once needs no answer', async () => {
  const shop = await automatedShop(ctx);
  const greeting = async () => ({ replies: ruleText('Selamat datang.').replies });
  await shop.write('Halo kak', 'Harga');

  await shop.decide({ rules: { ...answers('harga', 'Rp 10.000'), greeting } });
  ctx.clock.advance(2 * SECOND);
  await shop.decide({ rules: { ...answers('harga', 'Rp 10.000'), greeting } });

  expect((await shop.sent()).at(-1)).toBe('Rp 10.000');
  expect(await shop.decisions()).toMatchObject([
    { stage: 'none', outcome: 'silent', reason: 'greeting' },
    { stage: 'rule', outcome: 'answered' },
  ]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'bot', waiting_since: null });
});

test('a request for a person hands off at once', async () => {
  const shop = await automatedShop(ctx);
  const choose = vi.fn(async () => ruleText('Halo'));
  await shop.write('mau bicara sama CS dong kak');

  await shop.decide({ rules: { choose }, assistant: { handOffText: async () => 'Tunggu, Kak.' } });

  expect(await shop.sent()).toEqual(['Tunggu, Kak.']);
  expect(choose).not.toHaveBeenCalled();
  expect(await shop.chat()).toMatchObject({
    owner_state: 'human_waiting',
    owner_reason: 'asked_for_person',
  });
});

test('what the running flow offers reaches it, also words for a person and exit words', async () => {
  const shop = await automatedShop(ctx);
  const read: (string | null)[] = [];
  const flows = {
    isRunning: async () => true,
    expects: async () => true,
    async continue(_chat: unknown, { text }: { text: string | null }) {
      read.push(text);
      return ruleText('Baik.', { stage: 'flow' });
    },
  };
  const choose = async () => ruleText('Aturan');
  await shop.write('Admin', 'Menu', 'Batal');

  await shop.decide({ flows, rules: { choose } });

  expect(read).toEqual(['Admin', 'Menu', 'Batal']);
  expect(await shop.chat()).toMatchObject({ owner_state: 'bot' });
});

test.each([
  ['with the rule for the word', ruleText('Menu: kopi, teh'), ['Menu: kopi, teh'], 'answered'],
  ['with a text', null, ['Baik, sampai di sini.'], 'ended'],
  ['with a text beside a rule that labels', ruleText('', LABELS), ['Baik, sampai di sini.'], 'ended'],
])('an exit word leaves the flow %s', async (_name, rule, texts, outcome) => {
  const shop = await automatedShop(ctx);
  const saved: string[] = [];
  const left: Plan = {
    ...{ stage: 'flow', outcome: 'ended', reason: 'exit_word', replies: [] },
    save: async () => saved.push('session') > 0,
  };
  const flows = { isRunning: async () => true, leave: async () => left };
  const choose = async (...[, , , only]: unknown[]) => (only === undefined ? rule : null);
  await shop.write('menu');

  await shop.decide({ flows, rules: { choose } });

  expect(await shop.sent()).toEqual(texts);
  expect(saved).toEqual(['session']);
  expect(await shop.decisions()).toMatchObject([{ stage: 'flow', outcome, reason: 'exit_word' }]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'bot', waiting_since: null });
});

test('a rule that only labels leaves the answer to the assistant, or to staff', async () => {
  const [answered, left] = [await automatedShop(ctx), await automatedShop(ctx)];
  const rules = { choose: async () => ruleText('', LABELS) };
  const answer = async ({ account_id }: { account_id: number }) =>
    account_id === answered.account.id ? ruleText('Ada, Kak.', { stage: 'assistant', faq_id: 'f-1' }) : null;
  const handOffText = async () => 'Tunggu, Kak.';
  for (const shop of [answered, left]) {
    await ctx.pool.query(`insert into labels (account_id, name, created_at) values ($1, 'Promo', now())`, [
      shop.account.id,
    ]);
    await shop.write('Ada promo?');
  }
  await left.decide({ rules, assistant: { answer, handOffText } });
  ctx.clock.advance(2 * SECOND);
  await left.decide({ rules, assistant: { answer, handOffText } });

  expect([await answered.sent(), await left.sent()]).toEqual([['Ada, Kak.'], ['Tunggu, Kak.']]);
  expect([await answered.labels(), await left.labels()]).toEqual([['Promo'], ['Promo']]);
  expect(await answered.decisions()).toMatchObject([
    { stage: 'assistant', outcome: 'answered', rule_id: 'r-1' },
  ]);
  expect(await left.decisions()).toMatchObject([
    { stage: 'none', outcome: 'handed_off', reason: 'no_answer' },
  ]);
});

test('a long greeting never takes the place of the question of a flow', async () => {
  const shop = await automatedShop(ctx);
  const several = (...bodies: string[]) =>
    bodies.map((body) => ruleText(body).replies[0]).filter((each) => !!each);
  await shop.write('Pesan');

  await shop.decide({
    rules: {
      choose: async () => ruleText('', { replies: several('Aturan'), startFlow: 'f-1' }),
      greeting: async () => ({ replies: several('Halo', 'Selamat datang'), always: true }),
    },
    flows: { start: async () => ruleText('', { stage: 'flow', replies: several('1', '2', '3', 'Ukuran?') }) },
  });

  expect(await shop.sent()).toEqual(['Aturan', '1', '2', '3', 'Ukuran?']);
});

test('a person who answers while a slow producer thinks is not talked over', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');

  await shop.decide({
    rules: {
      async choose() {
        await shop.own('human_active');
        return ruleText('Rp 10.000');
      },
    },
  });

  expect(await shop.sent()).toEqual([]);
  expect(await shop.decisions()).toMatchObject([
    { stage: 'rule', outcome: 'silent', reason: 'owner_changed' },
  ]);
});

test.each(['human_active', 'human_waiting', 'closed'] as const)(
  'the automation is silent: %s',
  async (state) => {
    const shop = await automatedShop(ctx);
    await shop.write('Harga');
    await shop.own(state);

    await shop.decide({ rules: answers('harga', 'Rp 10.000') });

    expect(await shop.sent()).toEqual([]);
    expect(await shop.decisions()).toMatchObject([{ stage: 'owner', outcome: 'silent', reason: state }]);
  },
);

test('two deciders at once answer a message once', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga', 'Harga', 'Harga');
  const given = { rules: answers('harga', 'Rp 10.000') };

  await Promise.all([shop.decide(given), shop.decide(given), shop.decide(given)]);

  expect(await shop.sent()).toHaveLength(3);
  expect(await shop.decisions()).toHaveLength(3);
});

test('without quota for its answer, staff is asked, and nothing is sent', async () => {
  const shop = await automatedShop(ctx, { plan: { monthly_quota: 1 } });
  await shop.write('Harga');
  const replies = [...ruleText('Satu').replies, ...ruleText('Dua').replies];

  await shop.decide({ rules: { choose: async () => ruleText('', { replies }) } });

  expect(await shop.sent()).toEqual([]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'quota_exceeded' });
});

test('a person who takes one chat over holds back none of the answers that commit beside its own', async () => {
  const shop = await automatedShop(ctx, { settings: { device_budget_per_minute: null } });
  for (let n = 10; n < 30; n += 1) await shop.writeAs(`62812000004${n}`, 'Harga');
  let taken = 0;

  await shop.decide({
    rules: {
      async choose({ conversation_id }) {
        taken ||= conversation_id;
        if (taken === conversation_id) await shop.own('human_active', {}, taken);
        return ruleText(`Untuk ${conversation_id}`);
      },
    },
  });

  const sent = await shop.sent();
  expect([new Set(sent).size, sent.length, sent.includes(`Untuk ${taken}`)]).toEqual([19, 19, false]);
  expect(await shop.turns()).toEqual([]);
});

test('answers that commit together use up the quota, and staff is asked for each chat beyond it', async () => {
  const shop = await automatedShop(ctx, {
    plan: { monthly_quota: 13 },
    settings: { device_budget_per_minute: null },
  });
  for (let n = 10; n < 30; n += 1) await shop.writeAs(`62812000005${n}`, 'Harga');

  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  const reasons = Map.groupBy(await shop.decisions(), ({ reason }) => reason);
  expect(await shop.sent()).toHaveLength(13);
  expect(reasons.get('quota_exceeded')).toHaveLength(7);
});

test('a producer that fails hands off, and the next message is decided as ever', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  const choose = async () => {
    throw new Error('broken');
  };

  await shop.decide({ rules: { choose }, assistant: { handOffText: async () => 'Tunggu, Kak.' } });

  expect(await shop.sent()).toEqual(['Tunggu, Kak.']);
  expect(await shop.decisions()).toMatchObject([{ outcome: 'handed_off', reason: 'failed' }]);
});

test('rows of a producer that changed meanwhile let the decision begin again', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  const save = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true);

  await shop.decide({ rules: { choose: async () => ruleText('Rp 10.000', { save }) } });

  expect([save.mock.calls.length, await shop.sent()]).toEqual([2, ['Rp 10.000']]);
});

test('rows that change each time end with staff', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  const save = vi.fn().mockResolvedValue(false);

  await shop.decide({ rules: { choose: async () => ruleText('Rp 10.000', { save }) } });

  expect(save).toHaveBeenCalledTimes(5);
  expect(await shop.chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'failed' });
});

test('a turn whose process died is decided by another one when the claim ends', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.decide({
    rules: { choose: () => Promise.reject(Object.assign(new Error(), { code: '57P01' })) },
  });
  const afterDeath = await shop.decisions();
  ctx.clock.advance(MINUTE);

  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  expect(afterDeath).toMatchObject([{ state: 'waiting' }]);
  expect(await shop.sent()).toEqual(['Rp 10.000']);
});

test('the next gateway decides at once what a killed one was thinking about', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.decide({
    rules: { choose: () => Promise.reject(Object.assign(new Error(), { code: '57P01' })) },
  });
  await ctx.pool.query('update automation_turns set claim = gen_random_uuid()');

  await takeOverTurns(ctx);
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  expect(await shop.sent()).toEqual(['Rp 10.000']);
});

test('a note with words of a customer goes when the customer deletes one of its messages', async () => {
  const end = { to: 'human_waiting', reason: 'flow', note: 'Ukuran M, warna merah' } as const;
  const ofFlow: Plan = { stage: 'flow', outcome: 'handed_off', reason: 'flow', replies: [], end };
  const ofRule = ruleText('Sebentar', { end: { ...end, reason: 'rule', note: 'Minta harga grosir' } });
  const [flow, rule] = [await automatedShop(ctx), await automatedShop(ctx)];
  await flow.write('M', 'merah');
  await flow.decide({ flows: { isRunning: async () => true, continue: async () => ofFlow } });
  await rule.write('M', 'merah');
  await rule.decide({ rules: { choose: async () => ofRule } });
  const before = [await flow.notes(), await rule.notes()];

  for (const shop of [flow, rule]) await shop.erase();

  const [byFlow, byRule] = [
    'Alur menyerahkan percakapan ini.',
    'Balasan otomatis menyerahkan percakapan ini.\nMinta harga grosir',
  ];
  expect(before).toEqual([[byFlow, 'Ukuran M, warna merah'], [byRule]]);
  expect([await flow.notes(), await rule.notes()]).toEqual([[byFlow], [byRule]]);
});

test('a message that is only the code of a link is greeted, and is no picture', async () => {
  const media = { action: 'reply', text: 'Boleh ditulis, Kak?' };
  const [greeting, silent] = [
    await automatedShop(ctx, { settings: { media } }),
    await automatedShop(ctx, { settings: { media } }),
  ];
  const hello = { replies: [{ type: 'text', body: 'Halo, Kak!', by: { kind: 'rule', rule_id: 'r-1' } }] };
  for (const { account, device, write } of [greeting, silent]) {
    await ctx.pool.query(
      `insert into entry_points (account_id, kind, name, device_id, slug, text, code, created_at, updated_at)
       values ($1, 'link', 'Poster', $2, 'poster', '', 'A7K2X', now(), now())`,
      [account.id, device.id],
    );
    await write('(ref A7K2X)');
  }
  const decideBoth = () =>
    greeting.decide({
      rules: {
        greeting: async ({ account_id }) => (account_id === greeting.account.id ? (hello as Preface) : null),
      },
      assistant: { handOffText: async () => 'Tunggu, Kak.' },
    });
  await decideBoth();
  ctx.clock.advance(2 * SECOND);

  await decideBoth();

  expect([await greeting.sent(), await silent.sent()]).toEqual([['Halo, Kak!'], ['Tunggu, Kak.']]);
  expect((await greeting.decisions()).at(-1)).toMatchObject({ outcome: 'answered', reason: 'greeting' });
  expect((await silent.decisions()).at(-1)).toMatchObject({ outcome: 'handed_off', reason: 'no_answer' });
});

test('an automation knows by which widget a visitor came, and answers in its live chat', async () => {
  const shop = await automatedShop(ctx);
  const { widget_uuid: id, chat_device_id } = await insertWidget(ctx, shop.device, { name: 'Situs' });
  const chat = { ...shop.device, id: Number(chat_device_id), device_uuid: id };
  const visitor = visitorPhone('0f8fad5bd9cb469fa16570867728950e');
  const seen: unknown[] = [];
  await receiver(ctx, inboundHooks(ctx))(inbound(chat, visitor, { body: 'Halo', at: ctx.now() }));

  await shop.decide({
    rules: {
      choose: async ({ entry_point }, { came_by }) => {
        seen.push(entry_point, came_by);
        return ruleText('Selamat datang!');
      },
    },
  });

  expect(seen).toEqual([
    { id, name: 'Situs', ad_id: null },
    { entry_point_id: id, ad_id: null },
  ]);
  expect(await shop.sent()).toEqual(['Selamat datang!']);
});
