import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openChats, sendTurn } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { openService } from '../../../../test/harness/service.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { createGuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import type { Chat, Deciding, Incoming } from '../../chat.ts';
import type { Plan } from '../../plan.ts';
import { openAutoReplies } from '../../rules/producer.ts';
import { heldByFlow } from './hold.ts';
import { flowProducer } from './producer.ts';

const ctx = await testContext({ cleanup: afterAll });
const { shop } = openChats(ctx, await openService(ctx));
const clients = {
  live: createGuardedClient({ allowNetworks: [] }),
  sandbox: createGuardedClient({ allowNetworks: ['127.0.0.0/8'] }),
};
afterAll(() => Promise.all([clients.live.close(), clients.sandbox.close()]));
const rules = openAutoReplies(ctx);
const flows = flowProducer({
  ...{ ctx, clients, flowFor: rules.flowFor },
  ask: async (_, question) => ({ answered: true, replies: [{ type: 'text', body: `Soal ${question}` }] }),
});

type Node = { id: string; type: string } & Record<string, unknown>;
const text = (id: string, body: string, next = 'end'): Node => ({ id, type: 'send_text', text: body, next });
const ask = (id: string, answered: string, more: object = {}): Node => ({
  ...{ id, type: 'ask', text: `${id}?`, answer: { kind: 'text' }, save_to: id, answered },
  ...more,
});
/** A flow that a message can start covers the number. */
const BEGIN = [{ match: 'exact', patterns: ['mulai'] }];
const sized = (words = 'Ukuran {{var.size}}') => [ask('size', 'say'), text('say', words)];

/** A conversation of a shop, and an arbiter that commits each plan at once. */
async function openChat() {
  const opened = await shop();
  await opened.own('bot');
  const { api, account, device } = opened;
  let messages = 0;
  let decision: Deciding = { decision_id: randomUUID(), at: ctx.now(), signal: new AbortController().signal };

  async function readChat(): Promise<Chat> {
    const row = await opened.read();
    const { rows } = await ctx.pool.query<{ version: number }>(
      'select version from automation_accounts where account_id = $1',
      [account.id],
    );
    return {
      ...{ account_id: account.id, conversation_id: row.id, conversation_uuid: row.conversation_uuid },
      ...{ device_id: device.id, device_uuid: device.device_uuid, device_label: 'Kasir', engine: 'economy' },
      ...{
        network: 'sandbox',
        person_id: 1,
        person_name: 'Budi Santoso',
        phone: '6281200000010',
        labels: [],
      },
      ...{ last_human_at: null, ownership_version: row.ownership_version, episode: row.episode },
      ...{ context_from: null, last_stage: null, has_flow_session: true },
      automation_version: rows[0]?.version ?? 0,
    };
  }
  function incoming(said: string): Incoming {
    messages += 1;
    const ids = { id: messages, public_id: messages, choice_id: null };
    return { ...ids, type: 'text', text: said, at: ctx.now(), opens: messages === 1 };
  }
  function deciding(): Deciding {
    decision = { ...decision, decision_id: randomUUID(), at: ctx.now() };
    return decision;
  }

  /** Null: nothing to do, or the session moved. */
  async function commit(plan: Plan | null): Promise<(string | null)[] | null> {
    if (!plan) return null;
    const { account_id, conversation_id, ownership_version } = await readChat();
    const turn = { account_id, conversation_id, ownership_version };
    const sent = plan.replies.map(({ by, type, body }) => ({ type, body, automation: by }));
    return ctx.db.transaction(async (tx) => {
      const stored = await sendTurn(tx, { ...turn, messages: sent }, ctx.now());
      return stored && (await plan.save?.(tx, ctx.now())) ? sent.map(({ body }) => body) : null;
    });
  }

  return {
    ...{ ...opened, readChat, incoming, deciding, commit },
    /** Answers the public id of a published flow. */
    async publish(nodes: readonly Node[], more: Record<string, unknown> = {}, id?: string): Promise<string> {
      const { triggers = BEGIN, device_uuids, ...definition } = more;
      const start = { id: 'start', type: 'start', triggers, next: nodes[0]?.id };
      const draft = { nodes: [start, ...nodes, ...endOf(nodes)], ...definition };
      const body = { name: 'Alur', definition: draft, ...(device_uuids !== undefined && { device_uuids }) };
      const made = id ? await api('PATCH', `/v1/flows/${id}`, body) : await api('POST', '/v1/flows', body);
      const published = await api('POST', `/v1/flows/${made.body.id}/publish`, {});
      expect(published).toMatchObject({ status: 200 });
      return made.body.id;
    },
    start: async (flow: string, said = 'hai') =>
      commit(await flows.start(await readChat(), flow, incoming(said), deciding())),
    say: async (said: string) => commit(await flows.continue(await readChat(), incoming(said), deciding())),
    wake: async () => commit(await flows.wake(await readChat(), deciding())),
    isRunning: async () => flows.isRunning(await readChat()),
    expects: async (said: string) => flows.expects(await readChat(), incoming(said), deciding()),
    end: async () => commit(await flows.end(await readChat(), deciding())),
    session: async () =>
      (await ctx.pool.query('select * from flow_sessions where account_id = $1', [account.id])).rows[0],
  };
}

/** A node that no edge names cannot be published. */
const endOf = (nodes: readonly Node[]): Node[] =>
  nodes.some((node) => Object.values(node).includes('end') && node.type !== 'end')
    ? [{ id: 'end', type: 'end' }]
    : [];

const takeWakes = () => ctx.db.transaction((tx) => flows.takeDueWakes(tx, ctx.now(), 100));

test('a flow offers the choices of its question and its commands, and can end without a message', async () => {
  const chat = await openChat();
  const choices = ['Admin', 'Batal'].map((title) => ({ id: title.toLowerCase(), title }));
  const question = ask('size', 'end', { answer: { kind: 'choice', as: 'buttons', choices } });
  const commands = [{ words: ['menu'], next: 'size' }];
  const flow = await chat.publish([question], { commands });
  const before = await chat.expects('Admin');
  await chat.start(flow);

  const offered = [];
  for (const said of ['admin', '2', 'Menu', 'harga']) offered.push(await chat.expects(said));
  const ended = await chat.end();

  expect([before, offered]).toEqual([false, [true, true, true, false]]);
  expect([ended, await chat.isRunning(), await chat.end()]).toEqual([[], false, null]);
});

test('a session lasts from question to answer, and its messages name their flow and node', async () => {
  const chat = await openChat();
  const flow = await chat.publish(sized());

  const asked = await chat.start(flow);
  const between = await chat.isRunning();
  const answered = await chat.say('XL');

  const { body } = await chat.api('GET', `/v1/conversations/${chat.uuid}/messages?limit=2`);
  expect([asked, between, answered]).toEqual([['size?'], true, ['Ukuran XL']]);
  expect(body.data).toMatchObject([
    { body: 'Ukuran XL', automation: { kind: 'flow', flow_id: flow, node_id: 'say' } },
    { body: 'size?', automation: { node_id: 'size' } },
  ]);
  expect([await chat.isRunning(), await chat.session()]).toEqual([false, undefined]);
});

test('of two decisions over one question, one is saved', async () => {
  const chat = await openChat();
  await chat.start(await chat.publish(sized()));
  const [row, first, second] = [await chat.readChat(), chat.incoming('S'), chat.incoming('M')];

  const plans = [
    await flows.continue(row, first, chat.deciding()),
    await flows.continue(row, second, chat.deciding()),
  ];
  const saved = [];
  for (const plan of plans) saved.push(await ctx.db.transaction(async (tx) => plan?.save?.(tx, ctx.now())));

  expect(saved).toEqual([true, false]);
});

test('a flow that starts while another one starts is not saved', async () => {
  const chat = await openChat();
  const flow = await chat.publish(sized());
  const row = await chat.readChat();

  const plan = await flows.start(row, flow, chat.incoming('a'), chat.deciding());
  await chat.start(flow);

  expect(await ctx.db.transaction(async (tx) => plan?.save?.(tx, ctx.now()))).toBe(false);
});

test('after a person took over, the flow does not go on, also when the automation has it again', async () => {
  const chat = await openChat();
  await chat.start(await chat.publish(sized()));

  await ctx.pool.query(
    'update conversations set ownership_version = ownership_version + 2 where account_id = $1',
    [chat.account.id],
  );

  expect([await chat.isRunning(), await chat.say('XL')]).toEqual([false, null]);
});

test('a running chat keeps its version, and the next chat gets the new one', async () => {
  const chat = await openChat();
  const flow = await chat.publish(sized('Lama {{var.size}}'));
  await chat.start(flow);

  await chat.publish(sized('Baru {{var.size}}'), {}, flow);
  const running = await chat.say('S');
  await chat.start(flow);

  expect([running, await chat.say('S')]).toEqual([['Lama S'], ['Baru S']]);
});

test('a flow that is not published any more ends its chats in order, and starts none', async () => {
  const chat = await openChat();
  await chat.publish([text('say', 'Alur lain')]);
  const flow = await chat.publish(sized());
  await chat.start(flow);

  await chat.api('POST', `/v1/flows/${flow}/unpublish`, {});

  expect([await chat.say('S'), await chat.start(flow)]).toEqual([['Ukuran S'], null]);
});

test('a deleted flow ends its chats', async () => {
  const chat = await openChat();
  const flow = await chat.publish(sized());
  await chat.start(flow);

  await chat.api('DELETE', `/v1/flows/${flow}`);

  expect([await chat.isRunning(), await chat.session()]).toEqual([false, undefined]);
});

test('an account starts no flow of another one, and reads no session of it', async () => {
  const [chat, other] = [await openChat(), await openChat()];
  const flow = await chat.publish(sized());
  await chat.start(flow);
  const foreign = { ...(await chat.readChat()), account_id: other.account.id };

  expect([await other.start(flow), await flows.isRunning(foreign)]).toEqual([null, false]);
});

test('a wait goes on once at its time, unless the customer waits for a decision', async () => {
  const chat = await openChat();
  const wait = { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 60 }, next: 'say' };
  await chat.start(await chat.publish([wait, text('say', 'Sudah semenit')]));
  const { conversation_id, account_id } = await chat.readChat();
  const turn = (sql: string, values: unknown[]) => ctx.pool.query(sql, values);

  const early = await takeWakes();
  ctx.clock.advance(MINUTE);
  await turn('insert into automation_turns (conversation_id, account_id, due_at) values ($1, $2, now())', [
    ...[conversation_id, account_id],
  ]);
  const during = await takeWakes();
  await turn('delete from automation_turns where conversation_id = $1', [conversation_id]);
  const due = await takeWakes();
  const again = await takeWakes();

  expect([early, during, due, again]).toEqual([[], [], [{ account_id, conversation_id }], []]);
  expect(await chat.wake()).toEqual(['Sudah semenit']);
});

test('a flow holds its conversation until it goes on by itself, under the same owner', async () => {
  const chat = await openChat();
  const wait = { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 7_200 }, next: 'say' };
  const held = async (changes = {}) =>
    ctx.db.transaction(async (tx) => heldByFlow(tx, { ...(await chat.read()), ...changes }));
  const before = await held();

  await chat.start(await chat.publish([wait, text('say', 'Dua jam')]));
  const waiting = [await held(), await held({ ownership_version: 99 }), await held({ account_id: 1 })];
  const wakesAt = new Date(ctx.now().getTime() + 2 * HOUR);
  ctx.clock.advance(2 * HOUR);
  await takeWakes();
  await chat.wake();

  expect([before, waiting, await held()]).toEqual([null, [wakesAt, null, null], null]);
});

test('a wake that is too early or too late does nothing', async () => {
  const chat = await openChat();
  const question = ask('size', 'say', { timeout_seconds: 60, timeout: 'late' });
  await chat.start(await chat.publish([question, text('say', 'Ya'), text('late', 'Masih di sana?')]));

  const early = await chat.wake();
  ctx.clock.advance(61 * SECOND);
  const due = await chat.wake();

  expect([early, due, await chat.wake()]).toEqual([null, ['Masih di sana?'], null]);
});

test('a session without an answer is gone after its hours', async () => {
  const chat = await openChat();
  await chat.start(await chat.publish(sized(), { settings: { session_hours: 2 } }));

  ctx.clock.advance(2 * HOUR);
  const running = await chat.isRunning();
  const taken = await takeWakes();

  expect([running, taken, await chat.session()]).toEqual([false, [], undefined]);
});

test('words start flows, in the order of rules', async () => {
  const chat = await openChat();
  const starts = (match: string, ...patterns: string[]) => ({ triggers: [{ match, patterns }] });
  await chat.publish([text('say', 'apa saja')], starts('any'));
  await chat.publish([text('say', 'memuat')], starts('contains', 'harga', 'daftar'));
  await chat.publish([text('say', 'persis')], starts('exact', 'Harga'));
  await chat.publish([text('say', 'kata panjang')], starts('word', 'daftar harga'));
  await chat.publish([text('say', 'kata')], starts('word', 'daftar'));
  await chat.publish([text('say', 'perangkat lain')], { ...starts('exact', 'promo'), device_uuids: null });
  await chat.publish([text('say', 'perangkat ini')], {
    ...starts('any'),
    device_uuids: [chat.device.device_uuid],
  });
  const row = await chat.readChat();
  const trigger = async (said: string | null, device: string = randomUUID()) => {
    const message = { ...chat.incoming(''), text: said };
    const given = { ...row, device_uuid: device };
    const flow = (await rules.choose(given, message, chat.deciding()))?.startFlow;
    return flow ? (await flows.start(given, flow, message, chat.deciding()))?.replies[0]?.body : null;
  };

  expect(await trigger('HARGA!')).toBe('persis');
  expect(await trigger('minta daftar harga dong')).toBe('kata panjang');
  expect(await trigger('daftarkan saya')).toBe('memuat');
  expect(await trigger('halo')).toBe('apa saja');
  expect(await trigger(null)).toBe('apa saja');
  expect(await trigger('promo', chat.device.device_uuid)).toBe('perangkat ini');
});

test('an exit word ends the flow, unless another flow has the same word', async () => {
  const chat = await openChat();
  const plain = await chat.publish(sized());
  await chat.publish([text('say', 'Bantuan umum')], {
    triggers: [{ match: 'exact', patterns: ['bantuan'] }],
  });
  const leave = async (said: string) =>
    chat.commit(await flows.leave(await chat.readChat(), chat.incoming(said), chat.deciding()));

  const outside = await leave('batal');
  await chat.start(plain);
  const ended = await leave('batal');
  const after = await chat.isRunning();
  await chat.start(plain);
  const byFlow = await leave('bantuan');

  expect([outside, ended, after]).toEqual([null, [], false]);
  expect(byFlow).toEqual(['Bantuan umum']);
});

test('a request carries a secret and one key for all repetitions of a decision', async () => {
  const chat = await openChat();
  const receiver = await startReceiver((_, response) => response.end('{"state":"dikirim"}'));
  await chat.api('PUT', '/v1/flows/secrets/shop_key', { value: 'rahasia' });
  const flow = await chat.publish([
    {
      ...{ id: 'http', type: 'http_request', method: 'PUT', succeeded: 'say', failed: 'end' },
      url: `${receiver.url}/orders/{{message.text}}`,
      headers: [{ name: 'X-Shop-Key', value: 'key {{secret.shop_key}}' }],
      json: { phone: '{{customer.phone}}' },
      save: [{ path: 'state', variable: 'state' }],
    },
    text('say', 'Pesanan {{var.state}}'),
  ]);
  const [row, message, deciding] = [await chat.readChat(), chat.incoming('A 7'), chat.deciding()];

  const plans = [
    await flows.start(row, flow, message, deciding),
    await flows.start(row, flow, message, deciding),
    await flows.start(row, flow, message, chat.deciding()),
  ];

  const keys = receiver.requests.map(({ headers }) => headers['idempotency-key']);
  expect(plans.map((plan) => plan?.replies[0]?.body)).toEqual(Array(3).fill('Pesanan dikirim'));
  expect(receiver.requests[0]).toMatchObject({
    ...{ method: 'PUT', path: '/hook/orders/A%207', body: Buffer.from('{"phone":"6281200000010"}') },
    headers: { 'x-shop-key': 'key rahasia', 'content-type': 'application/json' },
  });
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[2]);
});

test('a request that fails in any way takes the edge for it', async () => {
  const chat = await openChat();
  const receiver = await startReceiver(({ path }, response) => {
    if (path === '/hook/long') return response.end(`{"a":"${'x'.repeat(70_000)}"}`);
    if (path === '/hook/deep') return response.end(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
    if (path === '/hook/nested') return response.end('{"a":[{"b":[1]}]}');
    if (path === '/hook/moved') return response.writeHead(302, { location: receiver.url }).end();
    if (path === '/hook/broken') return response.end('{"a":');
    return response.writeHead(500).end();
  });
  const startAt = async (url: string, network: Chat['network'] = 'sandbox', header = 'x') => {
    const node = { id: 'http', type: 'http_request', url, succeeded: 'good', failed: 'bad', json: null };
    const headers = [{ name: 'x-key', value: header }];
    const save = [{ path: 'a', variable: 'a' }];
    const flow = await chat.publish([
      { ...node, headers, save },
      text('good', 'Baik {{var.a|-}}'),
      text('bad', 'Gagal'),
    ]);
    const plan = await flows.start(
      { ...(await chat.readChat()), network },
      ...([flow, chat.incoming('hai'), chat.deciding()] as const),
    );
    await chat.api('DELETE', `/v1/flows/${flow}`);
    return plan?.replies[0]?.body;
  };

  expect(await startAt(`${receiver.url}/long`)).toBe('Gagal');
  expect(await startAt(`${receiver.url}/deep`)).toBe('Gagal');
  expect(await startAt(`${receiver.url}/nested`)).toBe('Baik [{"b":[1]}]');
  expect(await startAt(`${receiver.url}/moved`)).toBe('Gagal');
  expect(await startAt(`${receiver.url}/error`)).toBe('Gagal');
  expect(await startAt(`${receiver.url}/broken`)).toBe('Baik -');
  expect(await startAt(receiver.url, 'live')).toBe('Gagal');
  expect(await startAt(receiver.url, 'sandbox', '{{message.text}}😀')).toBe('Gagal');
  expect(receiver.requests.map(({ path }) => path)).toEqual([
    ...['/hook/long', '/hook/deep', '/hook/nested', '/hook/moved', '/hook/error', '/hook/broken'],
  ]);
});

test('an answer changes the contact, and keeps its other tags', async () => {
  const chat = await openChat();
  await chat.api('POST', '/v1/contacts', { phone: '6281200000010', name: 'Lama', tags: ['vip', 'calon'] });
  const node = { id: 'contact', type: 'contact', name: '{{message.text}}', add_tags: ['baru', 'vip'] };
  const removes = { remove_tags: ['calon', 'tidak ada'] };

  await chat.start(await chat.publish([{ ...node, ...removes, next: 'end' }]), 'Budi');

  const { body } = await chat.api('GET', '/v1/contacts');
  expect(body.data).toMatchObject([{ name: 'Budi', tags: ['baru', 'vip'] }]);
});

test('a flow reads the contact when a text names it, and again after it has changed it', async () => {
  const chat = await openChat();
  await chat.api('POST', '/v1/contact-fields', { name: 'kota', type: 'text' });
  await chat.api('POST', '/v1/contacts', { phone: '6281200000010', name: 'Lama', fields: { kota: 'Solo' } });
  const say = { type: 'send_text', text: '{{contact.name}}, {{contact.kota}}' };
  const nodes = [
    { ...say, id: 'before', next: 'contact' },
    { id: 'contact', type: 'contact', name: '{{message.text}}', next: 'after' },
    { ...say, id: 'after', next: 'end' },
  ];

  expect(await chat.start(await chat.publish(nodes), 'Budi')).toEqual(['Lama, Solo', 'Budi, Solo']);
});

test('the assistant answers in a flow', async () => {
  const chat = await openChat();
  const node = { id: 'ask', type: 'ask_assistant', answered: 'end', not_answered: 'end' };

  expect(await chat.start(await chat.publish([node]), 'ongkir')).toEqual(['Soal ongkir']);
});

test('a flow that hands off or closes says so in its plan, and ends', async () => {
  const chat = await openChat();
  const planFor = async (node: Node) => {
    const flow = await chat.publish([node]);
    return flows.start(await chat.readChat(), flow, chat.incoming('retur'), chat.deciding());
  };

  const off = await planFor({ id: 'off', type: 'hand_off', note: 'Soal {{message.text}}' });
  const closed = await planFor({ id: 'bye', type: 'end', close: true });

  expect(off).toMatchObject({
    ...{ stage: 'flow', outcome: 'handed_off', reason: 'flow', node_id: 'off', replies: [] },
    end: { to: 'human_waiting', reason: 'flow', text: null, note: 'Soal retur' },
  });
  expect(closed).toMatchObject({ outcome: 'ended', end: { to: 'closed', reason: 'flow' } });
});

test('days without a process end waits late, and expired sessions silently', async () => {
  const chat = await openChat();
  const wait = { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 60 }, next: 'say' };
  await chat.start(await chat.publish([wait, text('say', 'Terlambat')]));

  ctx.clock.advance(2 * DAY);
  const taken = await takeWakes();

  expect([taken, await chat.wake(), await chat.session()]).toEqual([[], null, undefined]);
});
