import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import { flowOf, openRun, textsOf, uuidOf } from './test-flows.ts';

const text = (id: string, body: string, next = 'end') => ({ id, type: 'send_text', text: body, next });
const end = { id: 'end', type: 'end' };
const ask = (id: string, answer: object, more: object = {}) => ({
  ...{ id, type: 'ask', text: `${id}?`, answer, save_to: id, answered: 'done' },
  ...more,
});
const done = text('done', 'Ok {{var.size|-}}{{var.name|-}}');

test('messages are sent in the order of their nodes, with the values of the customer', async () => {
  const run = openRun([
    flowOf([text('hi', 'Halo {{customer.first_name}}', 'two'), text('two', '{{var.x|dua}}'), end]),
  ]);

  const outcome = await run.start();

  expect(textsOf(outcome)).toEqual(['Halo Budi', 'dua']);
  expect(outcome).toMatchObject({ end: { kind: 'ended' }, session: null, node_id: 'end' });
});

test('a question waits for its answer, which later texts and conditions know', async () => {
  const run = openRun([
    flowOf([
      ask('size', { kind: 'number', min: 1, integer: true }, { answered: 'big' }),
      {
        ...{ id: 'big', type: 'condition', yes: 'many', no: 'done' },
        tests: [{ left: '{{var.size}}', operator: 'greater', right: '10' }],
      },
      text('many', 'Banyak: {{var.size}}'),
      done,
      end,
    ]),
  ]);

  const asked = await run.start();
  const answered = await run.say('1.500');

  expect(textsOf(asked)).toEqual(['size?']);
  expect(asked?.session?.waiting).toEqual({ kind: 'answer', node: 'size', tries: 0, until: null });
  expect(textsOf(answered)).toEqual(['Banyak: 1500']);
});

test('an invalid answer is asked again, at most as often as the question says; then staff takes over', async () => {
  const question = ask('size', { kind: 'number' }, { retry_text: 'Angka, ya.', max_retries: 2 });
  const run = openRun([flowOf([question, done, end])]);

  await run.start();
  const outcomes = [await run.say('besar'), await run.say('sekali'), await run.say('lho')];

  expect(outcomes.map(textsOf)).toEqual([['Angka, ya.'], ['Angka, ya.'], []]);
  expect(outcomes[2]).toMatchObject({
    end: { kind: 'handed_off', reason: 'flow_failed', text: null },
    failure: 'no_valid_answer',
  });
});

test.each([
  ['Berapa?', { kind: 'number', min: 1, max: 99 }, 'Maaf, balas dengan angka, dari 1 sampai 99.'],
  ['How many?', { kind: 'number', integer: true }, 'Sorry, please reply with a whole number.'],
  [
    'Kapan?',
    { kind: 'date', earliest: 'today' },
    'Maaf, tulis tanggal, misalnya 24/12/2026 atau "besok", mulai hari ini.',
  ],
  ['Foto?', { kind: 'media', types: ['image', 'document'] }, 'Maaf, kirim foto atau dokumen.'],
  ['Kode?', { kind: 'text', max_length: 3 }, 'Maaf, jawabannya belum sesuai, maksimal 3 karakter.'],
  ['Your e-mail?', { kind: 'email' }, 'Sorry, please write a full e-mail address, such as name@example.com.'],
])('without a text for it, %s is asked again with the reason', async (body, answer, reason) => {
  const run = openRun([flowOf([ask('size', answer, { text: body }), done, end])]);

  await run.start();

  expect(textsOf(await run.say('entahlah'))).toEqual([`${reason}\n\n${body}`]);
});

test('with an edge for it, too many invalid answers stay in the flow', async () => {
  const question = ask('size', { kind: 'email' }, { max_retries: 0, failed: 'done' });
  const run = openRun([flowOf([question, done, end])]);

  await run.start();

  expect(textsOf(await run.say('bukan'))).toEqual(['Ok --']);
});

const colours = {
  kind: 'choice',
  choices: [
    { id: 'r', title: 'Merah', next: 'red' },
    { id: 'b', title: 'Biru' },
  ],
  save_id_to: 'colour_id',
};
const colourFlow = (as: string, more: object = {}) =>
  flowOf([
    ask('colour', { ...colours, as, ...more }),
    text('red', 'Merah dipilih'),
    text('done', '{{var.colour}} {{var.colour_id}}'),
    end,
  ]);

test.each([
  ['its tap', { text: 'Biru', choice_id: 'colour/b' }, 'Biru b'],
  ['its number', '2', 'Biru b'],
  ['its title in any case', ' biru! ', 'Biru b'],
  ['its own edge', { text: 'Merah', choice_id: 'colour/r' }, 'Merah dipilih'],
])('a choice is taken by %s', async (_, said, expected) => {
  const run = openRun([colourFlow('buttons')]);

  const asked = await run.start();
  const answered = await run.say(said);

  expect(asked?.replies[0]?.content).toMatchObject({
    type: 'button',
    interactive: { buttons: [{ id: 'colour/r', title: 'Merah' }, { id: 'colour/b' }] },
  });
  expect(textsOf(answered)).toEqual([expected]);
});

test('a tap on a button of an older question is no answer, unless its title is', async () => {
  const run = openRun([colourFlow('buttons')]);

  await run.start();
  const outcome = await run.say({ text: 'Besar', choice_id: 'size/b' });

  expect(outcome?.session?.waiting).toMatchObject({ node: 'colour', tries: 1 });
});

test('choices as numbers are a text', async () => {
  const run = openRun([colourFlow('numbers')]);

  expect(textsOf(await run.start())).toEqual(['colour?\n\n1. Merah\n2. Biru']);
  expect(textsOf(await run.say('nomor 1'))).toEqual(['Merah dipilih']);
});

test('without an answer a question goes to its time-out', async () => {
  const question = ask('size', { kind: 'text' }, { timeout_seconds: 60, timeout: 'late' });
  const run = openRun([flowOf([question, text('late', 'Masih di sana?'), done, end])]);

  await run.start();
  const early = await run.wakeAfter(59_000);
  const late = await run.wakeAfter(1_000);

  expect(early).toBeNull();
  expect(textsOf(late)).toEqual(['Masih di sana?']);
});

test('a question without a time-out ends silently after the hours of the session', async () => {
  const run = openRun([
    flowOf([ask('size', { kind: 'text' }), done, end], { settings: { session_hours: 2 } }),
  ]);

  await run.start();
  const early = await run.wakeAfter(2 * HOUR - 1);
  const late = await run.wakeAfter(1);

  expect(early).toBeNull();
  expect(late).toMatchObject({ replies: [], end: { kind: 'expired' }, session: null });
});

test('a wait outlasts the hours of the session, and its message comes at its time', async () => {
  const wait = { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 3 * 86_400 }, next: 'done' };
  const run = openRun([flowOf([wait, text('done', 'Sudah tiga hari'), end])]);

  await run.start();
  const ignored = await run.say('halo?');
  const early = await run.wakeAfter(3 * DAY - 1);
  const due = await run.wakeAfter(1);

  expect([ignored, early]).toEqual([null, null]);
  expect(textsOf(due)).toEqual(['Sudah tiga hari']);
});

test('a wait that the customer interrupts goes to its edge', async () => {
  const wait = {
    ...{ id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 60 } },
    ...{ next: 'end', interrupted: 'done' },
  };
  const run = openRun([flowOf([wait, text('done', 'Kamu bilang: {{message.text}}'), end])]);

  await run.start();

  expect(textsOf(await run.say('cepat'))).toEqual(['Kamu bilang: cepat']);
});

test.each([
  ['the next time of the clock', { kind: 'time', time: '08:30' }, '2026-11-26T01:30:00.000Z'],
  ['later today', { kind: 'time', time: '13:00' }, '2026-11-25T06:00:00.000Z'],
])('a wait ends at %s of the business hours', async (_, until, expected) => {
  const run = openRun([flowOf([{ id: 'wait', type: 'wait', for: until, next: 'end' }, end])]);

  expect((await run.start())?.session?.waiting.until).toBe(expected);
});

test('a wait until staff is there ends with the opening, and takes no time while it is open', async () => {
  const flow = flowOf([
    { id: 'wait', type: 'wait', for: { kind: 'open' }, next: 'done' },
    text('done', 'Buka'),
    end,
  ]);
  const open = openRun([flow]);
  const closed = openRun([
    flowOf([
      { id: 'evening', type: 'wait', for: { kind: 'time', time: '20:00' }, next: 'wait' },
      { id: 'wait', type: 'wait', for: { kind: 'open' }, next: 'done' },
      text('done', 'Buka'),
      end,
    ]),
  ]);

  await closed.start();
  const evening = await closed.wakeAfter(10 * HOUR);

  expect(textsOf(await open.start())).toEqual(['Buka']);
  expect(evening?.session?.waiting.until).toBe('2026-11-26T02:00:00.000Z');
});

test('words of a command lead to their node while the flow waits', async () => {
  const run = openRun([
    flowOf([ask('size', { kind: 'number' }), done, text('help', 'Bantuan'), end], {
      commands: [{ words: ['Bantuan', 'help'], next: 'help' }],
    }),
  ]);

  await run.start();

  expect(textsOf(await run.say('BANTUAN!'))).toEqual(['Bantuan']);
});

test('a flow runs another one with its variables, and goes on when the other returns', async () => {
  const address = flowOf(
    [ask('street', { kind: 'text' }, { answered: 'back' }), { id: 'back', type: 'return' }],
    { id: 2, variables: [{ name: 'city', value: 'Jakarta' }] },
  );
  const main = flowOf([
    { id: 'sub', type: 'run_flow', flow_id: uuidOf(2), next: 'done' },
    text('done', '{{var.street}}, {{var.city}}'),
    end,
  ]);
  const run = openRun([main, address]);

  const asked = await run.start();
  const outcome = await run.say('Jalan Melati 3');

  expect(asked?.session?.frames).toMatchObject([{ version_id: 10 }, { version_id: 20, return_to: 'done' }]);
  expect(asked?.replies).toMatchObject([{ flow_uuid: uuidOf(2), node_id: 'street' }]);
  expect(textsOf(outcome)).toEqual(['Jalan Melati 3, Jakarta']);
});

test('a command of the outer flow leaves the inner one', async () => {
  const inner = flowOf(
    [ask('street', { kind: 'text' }, { answered: 'back' }), { id: 'back', type: 'return' }],
    {
      id: 2,
    },
  );
  const outer = flowOf(
    [
      { id: 'sub', type: 'run_flow', flow_id: uuidOf(2), next: 'end' },
      ask('menu', { kind: 'text' }),
      done,
      end,
    ],
    { commands: [{ words: ['menu'], next: 'menu' }] },
  );
  const run = openRun([outer, inner]);

  await run.start();
  const outcome = await run.say('menu');

  expect(outcome?.session?.frames).toMatchObject([{ flow_uuid: uuidOf(1) }]);
});

test('a jump to another flow does not come back', async () => {
  const other = flowOf([text('there', 'Di sana'), end], { id: 2 });
  const run = openRun([flowOf([{ id: 'jump', type: 'jump', flow_id: uuidOf(2) }]), other]);

  expect(await run.start()).toMatchObject({ end: { kind: 'ended' }, flow_uuid: uuidOf(2) });
});

test('flows that run each other end at their depth, with staff', async () => {
  const flow = (id: number, other: number) =>
    flowOf([{ id: 'sub', type: 'run_flow', flow_id: uuidOf(other), next: 'end' }, end], { id });
  const run = openRun([flow(1, 2), flow(2, 1)]);

  expect(await run.start()).toMatchObject({ failure: 'too_deep', end: { kind: 'handed_off' } });
});

/** Tests that look at the whole message. */
const compared = (count: number) => ({
  tests: Array(count).fill({ left: '{{message.text}}', operator: 'not_matches', right: '(a?){80}!$' }),
});

test.each([
  ['too_many_steps', [{ id: 'a', type: 'jump', node: 'a' }], 0],
  ['too_many_messages', [text('a', 'Lagi', 'a')], 5],
  ['too_many_comparisons', [{ id: 'a', type: 'condition', ...compared(20), yes: 'end', no: 'end' }, end], 0],
  ['missing_flow', [{ id: 'a', type: 'run_flow', flow_id: uuidOf(9), next: 'end' }, end], 0],
])('%s hands the conversation to staff, and says where', async (failure, nodes, sent) => {
  const run = openRun([flowOf(nodes)]);

  const outcome = await run.start('a'.repeat(500));

  expect(outcome).toMatchObject({
    failure,
    end: {
      kind: 'handed_off',
      reason: 'flow_failed',
      note: `The flow "Flow 1" stopped at the node "a": ${failure}.`,
    },
  });
  expect(outcome?.replies).toHaveLength(sent);
});

test('a flow that wakes itself again and again ends while the customer says nothing', async () => {
  const wait = { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 60 }, next: 'again' };
  const run = openRun([flowOf([wait, text('again', 'Promo!', 'wait')])]);

  await run.start();
  let sent = 0;
  let failure = null;
  while (run.session()) {
    const outcome = await run.wakeAfter(MINUTE);
    sent += textsOf(outcome).length;
    failure = outcome?.failure;
  }

  expect([sent, failure]).toEqual([15, 'too_many_messages']);
});

test('a request has the values where they belong, and its answer fills variables', async () => {
  const flow = flowOf([
    ask('order', { kind: 'text' }, { answered: 'http' }),
    {
      ...{ id: 'http', type: 'http_request', method: 'POST', succeeded: 'done', failed: 'end' },
      url: 'https://shop.test/orders/{{var.order}}?q={{customer.name}}',
      headers: [{ name: 'authorization', value: 'Bearer {{secret.shop_key}}' }],
      json: {
        order: '{{var.order}}',
        qty: '{{var.qty}}',
        note: 'Dari {{customer.first_name}}',
        list: [1, null],
      },
      save: [
        { path: 'data.items.0.name', variable: 'item' },
        { path: 'data.missing', variable: 'qty' },
      ],
    },
    text('done', '{{var.item}} {{var.qty|-}}'),
    end,
  ]);
  const run = openRun(
    [{ ...flow, definition: { ...flow.definition, variables: [{ name: 'qty', value: '3' }] } }],
    {
      http: () => ({ status: 200, text: '{"data":{"items":[{"name":"Kopi"}]}}' }),
    },
  );

  await run.start();
  const outcome = await run.say('A/7"&x');

  expect(run.calls).toEqual([
    {
      ...{ flow_uuid: uuidOf(1), node_id: 'http', method: 'POST' },
      url: 'https://shop.test/orders/A%2F7%22%26x?q=Budi%20Santoso',
      headers: [{ name: 'authorization', value: ['Bearer ', { secret: 'shop_key' }] }],
      body: '{"order":"A/7\\"&x","qty":"3","note":"Dari Budi","list":[1,null]}',
      idempotency_key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  expect(textsOf(outcome)).toEqual(['Kopi -']);
});

test('a customer cannot walk up the path of a request', async () => {
  const run = openRun([
    flowOf([
      ask('order', { kind: 'text' }, { answered: 'http' }),
      {
        ...{ id: 'http', type: 'http_request', url: 'https://shop.test/orders/{{var.order}}', json: null },
        ...{ succeeded: 'end', failed: 'done' },
      },
      text('done', 'Gagal'),
      end,
    ]),
  ]);

  await run.start();

  expect(textsOf(await run.say('..'))).toEqual(['Gagal']);
  expect(run.calls).toEqual([]);
});

test('the assistant answers in a flow, or the flow goes on without it', async () => {
  const node = { id: 'ask', type: 'ask_assistant', answered: 'end', not_answered: 'done' };
  const flow = flowOf([node, text('done', 'Belum tahu'), end]);
  const knows = openRun([flow], {
    assistant: (question) => ({
      answered: true,
      replies: [{ type: 'text', body: `Jawaban: ${question}` }],
      faq_id: 'faq',
      score: 0.9,
    }),
  });

  const answered = await knows.start('jam buka?');
  const unanswered = await openRun([flow]).start('apa?');

  expect(answered).toMatchObject({ score: 0.9, replies: [{ faq_id: 'faq', node_id: 'ask' }] });
  expect(textsOf(answered)).toEqual(['Jawaban: jam buka?']);
  expect(textsOf(unanswered)).toEqual(['Belum tahu']);
});

test('hand-off has the last words and the note of its node', async () => {
  const node = { id: 'off', type: 'hand_off', text: 'Admin segera datang', note: 'Soal {{message.text}}' };
  const run = openRun([flowOf([node])]);

  expect((await run.start('retur'))?.end).toEqual({
    ...{ kind: 'handed_off', reason: 'flow', text: 'Admin segera datang', note: 'Soal retur' },
  });
});

test('variables are set and calculated, labels are collected, contacts are changed', async () => {
  const run = openRun([
    flowOf([
      {
        ...{ id: 'set', type: 'set_variable', next: 'label' },
        assignments: [
          { variable: 'total', value: '10' },
          { variable: 'total', operation: 'add', value: '0,5' },
          { variable: 'total', operation: 'multiply', value: '2' },
          { variable: 'total', operation: 'divide', value: '0' },
          { variable: 'total', operation: 'add', value: 'abc' },
        ],
      },
      { id: 'label', type: 'labels', add: ['vip', 'lama'], remove: ['lama', 'baru'], next: 'contact' },
      {
        id: 'contact',
        type: 'contact',
        name: '{{customer.name}}',
        email: 'no',
        add_tags: ['x', 'lama'],
        remove_tags: ['lama', '{{var.kosong}}'],
        next: 'done',
      },
      text('done', '{{var.total}}'),
      end,
    ]),
  ]);

  const outcome = await run.start();

  expect(outcome).toMatchObject({ addLabels: ['vip'], removeLabels: ['lama', 'baru'] });
  expect(run.contacts).toEqual([{ name: 'Budi Santoso', add_tags: ['x'], remove_tags: ['lama'] }]);
  expect(textsOf(outcome)).toEqual(['21']);
});

test('branches, cases and hours lead where they say', async () => {
  const run = openRun([
    flowOf([
      { id: 'hours', type: 'hours', open: 'switch', closed: 'end' },
      {
        id: 'switch',
        type: 'switch',
        value: '{{message.text}}',
        cases: [{ equals: 'YA', next: 'split' }],
        default: 'end',
      },
      {
        id: 'split',
        type: 'split',
        branches: [
          { percent: 50, next: 'one' },
          { percent: 50, next: 'two' },
        ],
      },
      text('one', 'Cabang'),
      text('two', 'Cabang'),
      end,
    ]),
  ]);

  const [first, second] = [await run.start('ya'), await run.start('Ya')];

  expect(textsOf(first)).toEqual(['Cabang']);
  expect(second?.trace.map(({ node_id }) => node_id)).toEqual(first?.trace.map(({ node_id }) => node_id));
});
