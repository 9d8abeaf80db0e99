import { afterAll, expect, test, vi } from 'vitest';
import { answers, automatedShop, ruleText } from '../../../test/harness/automation.ts';
import { testContext } from '../../../test/harness/context.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { runTimers } from '../../inbox/conversations/ownership/timers.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/lib/clock.ts';
import type { Preface } from '../plan.ts';
import { announceReturn } from './intake.ts';

const ctx = await testContext({ cleanup: afterAll });

type Shop = Awaited<ReturnType<typeof automatedShop>>;

const change = (table: 'devices' | 'accounts' | 'messages', columns: object) => async (shop: Shop) => {
  const key = table === 'accounts' ? 'id' : 'account_id';
  await tablesOf(ctx.db).updateTable(table).set(columns).where(key, '=', shop.account.id).execute();
};

const ignore = ({ account }: Shop) =>
  ctx.pool.query('insert into automation_ignored_phones (account_id, phone) values ($1, $2)', [
    account.id,
    '6281200000010',
  ]);

/** A shop whose rule answers everything. */
async function decideWith(shop: Shop) {
  const choose = vi.fn(async () => ruleText('Jawaban'));
  const greeting = vi.fn(async () => null);
  await shop.decide({
    rules: { choose, greeting },
    assistant: { handOffText: async () => 'Tunggu, Kak.' },
  });
  return choose;
}

const decideWithout = (shop: Shop) => shop.decide({ assistant: { handOffText: async () => 'Tunggu, Kak.' } });

test('too_old: staff is asked, and the customer reads so on the same day', async () => {
  const [late, later] = [await automatedShop(ctx), await automatedShop(ctx)];
  await later.write('Harga');
  ctx.clock.advance(DAY);
  await late.write('Harga');
  ctx.clock.advance(3 * MINUTE + SECOND);

  const choose = await decideWith(late);

  expect(choose).not.toHaveBeenCalled();
  expect([await late.sent(), await later.sent()]).toEqual([['Tunggu, Kak.'], []]);
  for (const shop of [late, later]) {
    expect(await shop.decisions()).toMatchObject([
      { stage: 'gate', outcome: 'handed_off', reason: 'too_old' },
    ]);
    expect(await shop.chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: 'too_old' });
  }
});

test.each<[reason: string, write: string, prevent: (shop: Shop) => Promise<unknown>]>([
  ['device_unavailable', 'Harga', change('devices', { status: 'banned' })],
  [
    'opted_out',
    'Harga',
    (shop) =>
      ctx.pool.query('insert into opt_outs (account_id, phone, created_at) values ($1, $2, now())', [
        shop.account.id,
        '6281200000010',
      ]),
  ],
  ['ignored_contact', 'Harga', (shop) => ignore(shop)],
])('%s: staff is asked, and the customer gets nothing', async (reason, body, prevent) => {
  const shop = await automatedShop(ctx);
  await shop.write(body);
  await prevent(shop);

  const choose = await decideWith(shop);

  expect([choose.mock.calls.length, await shop.sent()]).toEqual([0, []]);
  expect(await shop.decisions()).toMatchObject([{ stage: 'gate', outcome: 'handed_off', reason }]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'human_waiting', owner_reason: reason });
});

test.each<[reason: string, prevent: (shop: Shop) => Promise<unknown>]>([
  ['account_not_active', change('accounts', { status: 'suspended' })],
  ['message_gone', (shop) => ctx.pool.query('delete from messages where account_id = $1', [shop.account.id])],
  [
    'suppressed',
    (shop) =>
      ctx.pool.query('update conversations set automation_suppressed = true where account_id = $1', [
        shop.account.id,
      ]),
  ],
  [
    'no_automation',
    (shop) =>
      ctx.pool.query('update channels set automated = false where account_id = $1', [shop.account.id]),
  ],
  [
    'own_number',
    (shop) =>
      ctx.pool.query(
        `insert into channels (account_id, kind, address) values ($1, 'whatsapp', '6281200000010')`,
        [shop.account.id],
      ),
  ],
])('%s: the automation is silent', async (reason, prevent) => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.intake();
  await prevent(shop);

  const choose = await decideWith(shop);

  expect([choose.mock.calls.length, await shop.sent()]).toEqual([0, []]);
  expect(await shop.decisions()).toMatchObject([{ stage: 'gate', outcome: 'silent', reason }]);
});

test('a lost connection that comes back in time costs no answer, and otherwise staff is asked', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await change('devices', { status: 'disconnected' })(shop);

  const away = await decideWith(shop);
  const whileAway = [away.mock.calls.length, (await shop.chat()).owner_state];
  await change('devices', { status: 'connected' })(shop);
  ctx.clock.advance(5 * SECOND);
  await decideWith(shop);
  await shop.write('Ongkir');
  await change('devices', { status: 'disconnected' })(shop);
  await decideWith(shop);
  ctx.clock.advance(3 * MINUTE);
  await decideWith(shop);

  expect(whileAway).toEqual([0, 'bot']);
  expect(await shop.decisions()).toMatchObject([
    { outcome: 'answered' },
    { outcome: 'handed_off', reason: 'device_unavailable' },
  ]);
});

test('an opt-out is met with silence, and stays with the automation', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('STOP');

  const choose = await decideWith(shop);

  expect([choose.mock.calls.length, await shop.sent()]).toEqual([0, []]);
  expect(await shop.decisions()).toMatchObject([{ stage: 'opt_out', outcome: 'silent' }]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'bot' });
});

test('an opt-out ends the running flow', async () => {
  const shop = await automatedShop(ctx);
  const save = vi.fn(async () => true);
  const end = async () =>
    ruleText('', { replies: [], stage: 'flow', outcome: 'ended', flow_id: 'f-1', save });
  await shop.write('STOP');

  await shop.decide({ flows: { end } });

  expect(save).toHaveBeenCalledOnce();
  expect([await shop.sent(), (await shop.chat()).owner_state]).toEqual([[], 'bot']);
  expect(await shop.decisions()).toMatchObject([{ stage: 'opt_out', outcome: 'silent' }]);
});

test('an answer that is ready when another agent has taken the chat is not sent', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  const { id } = await shop.chat();
  const choose = async () => {
    await ctx.pool.query('update conversations set standby_since = now() where id = $1', [id]);
    return ruleText('Jawaban');
  };

  await shop.decide({ rules: { choose, greeting: async () => null } });

  expect(await shop.sent()).toEqual([]);
});

test('an edit before the answer is answered in place of the message, by rules and by the assistant', async () => {
  const [typo, other] = [await automatedShop(ctx), await automatedShop(ctx)];
  const answer = vi.fn(async (_chat: unknown, [first, ...more]: readonly { text: string | null }[]) =>
    ruleText(`${first?.text} ${more.length}`, { stage: 'assistant' }),
  );
  for (const shop of [typo, other]) {
    await shop.write('Hrga');
    await shop.decide({ rules: answers('harga', 'Rp 10.000') });
  }
  await typo.edit('Harga');
  await other.edit('Bisa COD?');
  await other.edit('Bisa COD ke Solo?');
  await other.decide({ rules: answers('harga', 'Rp 10.000'), assistant: { answer } });
  ctx.clock.advance(2 * SECOND);
  await other.decide({ assistant: { answer } });

  expect([await typo.sent(), await other.sent()]).toEqual([['Rp 10.000'], ['Bisa COD ke Solo? 0']]);
  expect(await typo.decisions()).toMatchObject([
    { stage: 'rule', outcome: 'joined' },
    { stage: 'rule', outcome: 'answered' },
  ]);
  expect((await other.decisions()).map(({ outcome }) => outcome)).toEqual(['joined', 'joined', 'answered']);
});

test('an edit of an answered message is no new question', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });
  await shop.edit('Harga kopi');

  const choose = await decideWith(shop);

  expect(choose).not.toHaveBeenCalled();
  expect(await shop.decisions()).toMatchObject([
    { outcome: 'answered' },
    { outcome: 'silent', reason: 'edit' },
  ]);
});

test('another machine that answers at once opens the breaker at the fifth message, for an hour', async () => {
  const shop = await automatedShop(ctx);
  for (let n = 1; n <= 5; n += 1) {
    await shop.write(`Otomatis ${n}`);
    await decideWith(shop);
    ctx.clock.advance(SECOND);
  }
  const answered = await shop.sent();
  await shop.own('bot');
  ctx.clock.advance(59 * MINUTE);
  await shop.write('Masih di sana?');
  await decideWith(shop);
  await shop.own('bot');
  ctx.clock.advance(2 * MINUTE);
  await shop.write('Halo lagi');
  await decideWith(shop);

  const reasons = (await shop.decisions()).map(({ reason }) => reason);
  expect(answered).toHaveLength(4);
  expect(reasons.slice(4)).toEqual(['loop_suspected', 'breaker_open', 'keyword']);
});

const step = async () => ruleText('Berikutnya?', { stage: 'flow' });

test('steps of a flow that the customer answers fast are no loop, and those of a machine are', async () => {
  const [customer, machine] = [await automatedShop(ctx), await automatedShop(ctx)];
  const flows = { isRunning: async () => true, continue: step };
  for (let n = 1; n <= 16; n += 1) {
    if (n <= 9) await customer.write(`Jawaban ${n}`);
    await machine.write(`Otomatis ${n}`);
    await machine.decide({ flows });
    ctx.clock.advance(3 * SECOND);
  }

  expect([(await customer.sent()).length, (await machine.sent()).length]).toEqual([9, 15]);
  expect((await machine.decisions()).at(-1)).toMatchObject({ reason: 'loop_suspected' });
});

test('a machine that answers a flow at once opens the breaker too', async () => {
  const shop = await automatedShop(ctx);
  for (let n = 1; n <= 5; n += 1) {
    await shop.write(`Otomatis ${n}`);
    await shop.decide({ flows: { isRunning: async () => true, continue: step } });
    ctx.clock.advance(SECOND);
  }

  expect((await shop.decisions()).at(-1)).toMatchObject({ reason: 'loop_suspected' });
});

test('staff that gives the conversation back closes the breaker, and a timer does not', async () => {
  const [given, timed] = [await automatedShop(ctx), await automatedShop(ctx)];
  for (let n = 1; n <= 6; n += 1) {
    for (const shop of [given, timed]) await shop.write(`Pesan ${n}`);
    await decideWith(given);
    ctx.clock.advance(7 * SECOND);
  }
  const opened = [await given.chat(), await timed.chat()];
  await given.own('bot', { owner_reason: 'inbox', owner_since: ctx.now() });
  await timed.own('bot', { owner_reason: 'timer', owner_since: ctx.now() });
  ctx.clock.advance(SECOND);
  for (const shop of [given, timed]) await shop.write('Harga');
  await decideWith(given);

  expect(opened).toMatchObject([{ owner_reason: 'loop_suspected' }, { owner_reason: 'loop_suspected' }]);
  expect((await given.decisions()).at(-1)).toMatchObject({ outcome: 'answered' });
  expect((await timed.decisions()).at(-1)).toMatchObject({ reason: 'breaker_open' });
});

test('the same text is answered three times within ten minutes', async () => {
  const shop = await automatedShop(ctx);
  for (let n = 1; n <= 4; n += 1) {
    await shop.write('Halo!');
    await decideWith(shop);
    ctx.clock.advance(70 * SECOND);
  }

  expect(await shop.sent()).toHaveLength(3);
  expect(await shop.chat()).toMatchObject({ owner_reason: 'loop_suspected' });
});

test('equal texts of two chats leave no equal mark behind, which would help to guess them', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('1234');
  await shop.writeAs('6281200000011', '1234');
  await decideWith(shop);

  const { rows } = await ctx.pool.query('select text_hash from automation_decisions where account_id = $1', [
    shop.account.id,
  ]);

  expect(new Set(rows.map(({ text_hash }) => text_hash)).size).toBe(2);
  expect(rows.map(({ text_hash }) => text_hash?.length)).toEqual([43, 43]);
});

test('above the budget of a minute, customers and flows wait for the next one, and then for staff', async () => {
  const shop = await automatedShop(ctx, { settings: { device_budget_per_minute: 2 } });
  const due: { account_id: number; conversation_id: number }[] = [];
  const given = {
    flows: {
      isRunning: async () => true,
      takeDueWakes: async () => due.splice(0, 1),
      wake: async () => ruleText('Masih berminat?', { stage: 'flow' }),
    },
    rules: { choose: async () => ruleText('Jawaban') },
  };
  const ask = async (from: string) => {
    await shop.writeAs(from, 'Harga');
    await shop.decide(given);
  };
  await ask('6281200000021');
  const wake = { account_id: shop.account.id, conversation_id: Number((await shop.chat()).id) };
  await ask('6281200000022');
  due.push(wake);
  await ask('6281200000023');
  const first = await shop.sent();

  ctx.clock.advance(MINUTE + SECOND);
  await shop.decide(given);
  const second = await shop.sent();
  await shop.writeAs('6281200000024', 'Harga');
  await change('messages', { created_at: new Date(ctx.now().getTime() - HOUR) })(shop);
  await shop.decide(given);

  expect([first.length, second.slice(2).sort()]).toEqual([2, ['Jawaban', 'Masih berminat?']]);
  expect(await shop.sent()).toHaveLength(4);
  expect((await shop.decisions()).at(-1)).toMatchObject({ reason: 'budget_exceeded', outcome: 'handed_off' });
});

const CLOSED: Preface = {
  replies: [{ type: 'text', body: 'Toko tutup.', by: { kind: 'rule', is_notice: true } }],
};

test('while staff has a conversation, only an away text reaches the customer, who still waits', async () => {
  const shop = await automatedShop(ctx, { settings: { queue_text: 'Mohon tunggu, Kak.' } });
  await shop.write('Halo');
  await shop.own('human_active');
  await shop.decide({ rules: { choose: async () => ruleText('Jawaban'), away: async () => CLOSED } });
  await shop.write('Halo?');
  await shop.decide({ rules: { choose: async () => ruleText('Jawaban') } });

  expect(await shop.sent()).toEqual(['Toko tutup.']);
  expect(await shop.decisions()).toMatchObject([
    { stage: 'away', outcome: 'noticed', reason: 'human_active' },
    { stage: 'owner', outcome: 'silent', reason: 'human_active' },
  ]);
  expect(await shop.chat()).toMatchObject({ owner_state: 'human_active', waiting_since: expect.any(Date) });
});

test('a customer who waits for staff is in the queue once, and reads an away text before it', async () => {
  const shop = await automatedShop(ctx, { settings: { queue_text: 'Mohon tunggu, Kak.' } });
  await shop.write('Halo');
  await shop.own('human_waiting');
  await shop.decide();
  ctx.clock.advance(MINUTE);
  await shop.write('Halo?');
  await shop.decide();
  ctx.clock.advance(MINUTE);
  await shop.write('Ada orang di sana?');
  await shop.decide({ rules: { away: async () => CLOSED } });

  expect(await shop.sent()).toEqual(['Mohon tunggu, Kak.', 'Toko tutup.']);
  expect(await shop.decisions()).toMatchObject([
    { stage: 'queue', outcome: 'noticed' },
    { stage: 'owner', outcome: 'silent' },
    { stage: 'away', outcome: 'noticed' },
  ]);
  expect((await shop.chat()).waiting_since).not.toBeNull();
});

test('when staff does not come in time, the customer learns once that the automation answers again', async () => {
  const settings = { queue_return_text: 'Masih menunggu, Kak? Saya coba bantu.' };
  const [shop, ignored] = [await automatedShop(ctx, { settings }), await automatedShop(ctx, { settings })];
  await ignore(ignored);
  const returned = async () => {
    for (const each of [shop, ignored]) {
      await each.own('human_waiting', { owner_since: ctx.now(), timer_at: ctx.now() });
      await change('accounts', { queue_return_minutes: 30 })(each);
    }
    ctx.clock.advance(31 * MINUTE);
    await runTimers(ctx, { returned: announceReturn });
    await shop.decide();
  };
  for (const each of [shop, ignored]) await each.write('Ada orang?');
  await shop.decide();
  await returned();
  const once = await shop.chat();

  await returned();
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });

  expect(once).toMatchObject({ owner_state: 'bot', owner_reason: 'queue_return' });
  expect(once.waiting_since).not.toBeNull();
  expect(await shop.sent()).toEqual(['Masih menunggu, Kak? Saya coba bantu.', 'Rp 10.000']);
  expect(await ignored.sent()).toEqual([]);
  expect((await ignored.chat()).owner_state).toBe('bot');
});

test('a photo goes to staff and a sticker waits, unless the account wants a text', async () => {
  const standard = await automatedShop(ctx);
  const media = { action: 'reply', sticker_action: 'ignore', text: 'Boleh ditulis, Kak?' };
  const own = await automatedShop(ctx, { settings: { media } });
  const decideAll = async () => {
    await decideWithout(standard);
    ctx.clock.advance(2 * SECOND);
    await decideWithout(standard);
  };
  for (const shop of [standard, own]) await shop.show('sticker');
  await decideAll();
  for (const shop of [standard, own]) await shop.show('photo');
  await decideAll();

  expect([await standard.sent(), await own.sent()]).toEqual([['Tunggu, Kak.'], ['Boleh ditulis, Kak?']]);
  expect(await standard.decisions()).toMatchObject([
    { stage: 'none', outcome: 'silent', reason: 'unsupported_message' },
    { stage: 'none', outcome: 'handed_off', reason: 'unsupported_message' },
  ]);
  expect((await own.decisions()).at(-1)).toMatchObject({ outcome: 'noticed', reason: 'unsupported_message' });
  expect([(await standard.chat()).owner_state, (await own.chat()).owner_state]).toEqual([
    'human_waiting',
    'bot',
  ]);
});

test('a flow that wakes during a suspension goes on after it', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await decideWith(shop);
  const due = [{ account_id: shop.account.id, conversation_id: Number((await shop.chat()).id) }];
  const flows = {
    isRunning: async () => true,
    takeDueWakes: async () => due.splice(0, 1),
    wake: async () => ruleText('Masih berminat?', { stage: 'flow' }),
  };
  await change('accounts', { status: 'suspended' })(shop);
  await shop.decide({ flows });
  const suspended = await shop.sent();
  await change('accounts', { status: 'active' })(shop);
  ctx.clock.advance(MINUTE);

  await shop.decide({ flows });

  expect([suspended, await shop.sent()]).toEqual([['Jawaban'], ['Jawaban', 'Masih berminat?']]);
});

test('a flow that wakes waits for the connection of its device while it runs', async () => {
  const shop = await automatedShop(ctx);
  await shop.write('Harga');
  await decideWith(shop);
  const { id } = await shop.chat();
  const due = [{ account_id: shop.account.id, conversation_id: Number(id) }];
  let isRunning = true;
  const flows = {
    isRunning: async () => isRunning,
    takeDueWakes: async () => due.splice(0, 1),
    wake: async () => ruleText('Masih berminat?', { stage: 'flow' }),
  };
  await change('devices', { status: 'disconnected' })(shop);

  await shop.decide({ flows });
  ctx.clock.advance(HOUR);
  await shop.decide({ flows });
  const away = (await shop.decisions()).at(-1);
  await change('devices', { status: 'connected' })(shop);
  ctx.clock.advance(20 * MINUTE);
  await shop.decide({ flows });
  const sent = await shop.sent();
  due.push({ account_id: shop.account.id, conversation_id: Number(id) });
  await change('devices', { status: 'disconnected' })(shop);
  isRunning = false;
  await shop.decide({ flows });

  expect(away).toMatchObject({ state: 'waiting' });
  expect(sent).toEqual(['Jawaban', 'Masih berminat?']);
  expect((await shop.decisions()).at(-1)).toMatchObject({ outcome: 'silent', reason: 'device_unavailable' });
  expect(await shop.chat()).toMatchObject({ owner_state: 'bot' });
});
