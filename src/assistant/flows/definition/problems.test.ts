import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_PAUSE } from '../../test-work.ts';
import { MAX_NODES } from './definition.ts';
import { checkDraft } from './problems.ts';

const SHOP = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const reserved = {
  opt_out_word: (text: string) => text === 'stop',
  person_word: (text: string) => text === 'admin',
};
const known = {
  flows: new Set([SHOP]),
  secrets: new Set(['shop_key']),
  fields: new Set(['name', 'kota']),
  reserved,
};
const check = (draft: Record<string, unknown>) => checkDraft(draft, known, NO_PAUSE);
const flow = (...nodes: object[]) => ({ nodes: [{ id: 'start', type: 'start', next: 'a' }, ...nodes] });
const text = (id: string, next?: string) => ({ id, type: 'send_text', text: 'Halo', next });
const end = (id = 'end') => ({ id, type: 'end' });
const ask = (id: string, answer: object, more: object = {}) => ({
  ...{ id, type: 'ask', text: 'Berapa?', answer, answered: 'end' },
  ...more,
});
async function found(draft: Record<string, unknown>): Promise<string[]> {
  const { problems } = await check(draft);
  return problems.map(({ code, node_id, path }) => [code, node_id, path].filter(Boolean).join(' '));
}

test('a flow with one node of each type can be published', async () => {
  const choice = { id: 'ya', title: 'Ya', next: 'end' };
  const draft = {
    ...flow(
      text('a', 'media'),
      {
        ...{ id: 'media', type: 'send_media', media_type: 'image', next: 'buttons' },
        url: 'https://example.com/{{var.nama|x}}.png',
      },
      { id: 'buttons', type: 'send_buttons', text: 'Pilih', buttons: [choice], next: 'list' },
      {
        ...{ id: 'list', type: 'send_list', text: 'Pilih', button_text: 'Buka', next: 'ask' },
        sections: [{ rows: [choice] }],
      },
      ask('ask', { kind: 'text' }, { save_to: 'nama', answered: 'condition', failed: 'hand_off' }),
      {
        ...{ id: 'condition', type: 'condition', yes: 'switch', no: 'split' },
        tests: [{ left: '{{var.nama}}', operator: 'is_set' }],
      },
      {
        ...{ id: 'switch', type: 'switch', value: '{{var.nama}}', default: 'set' },
        cases: [{ equals: 'Budi', next: 'set' }],
      },
      {
        ...{ id: 'set', type: 'set_variable', next: 'hours' },
        assignments: [{ variable: 'kali', operation: 'add', value: '1' }],
      },
      { id: 'hours', type: 'hours', open: 'wait', closed: 'http' },
      { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 60 }, next: 'labels' },
      {
        ...{ id: 'http', type: 'http_request', method: 'POST', succeeded: 'labels', failed: 'end' },
        url: 'https://example.com/orders?phone={{customer.phone}}',
        headers: [{ name: 'Authorization', value: 'Bearer {{secret.shop_key}}' }],
        json: { name: '{{var.nama}}', items: [1, null, '{{var.kali}}'] },
        save: [{ path: 'data.0.total', variable: 'total' }],
      },
      { id: 'labels', type: 'labels', add: ['{{var.total|baru}}'], next: 'contact' },
      { id: 'contact', type: 'contact', name: '{{var.nama}}', next: 'assistant' },
      { id: 'assistant', type: 'ask_assistant', answered: 'run', not_answered: 'jump' },
      { id: 'run', type: 'run_flow', flow_id: SHOP, next: 'return' },
      { id: 'return', type: 'return' },
      { id: 'jump', type: 'jump', flow_id: SHOP },
      {
        ...{ id: 'split', type: 'split' },
        branches: [
          { percent: 30, next: 'end' },
          { percent: 70, next: 'hand_off' },
        ],
      },
      { id: 'hand_off', type: 'hand_off', note: 'Nama: {{var.nama}}' },
      end(),
    ),
    commands: [{ words: ['menu'], next: 'a' }],
  };

  const { definition, problems } = await check(draft);

  expect(problems).toEqual([]);
  expect(new Set(definition?.nodes.map(({ type }) => type)).size).toBe(21);
  expect(definition?.settings).toEqual({ max_retries: 2, session_hours: 24 });
});

test('a problem of the form has the words of other calls', async () => {
  const draft = flow({ id: 'a', type: 'sendtext' }, ask('b', { kind: 'teks' }), {
    ...{ id: 'start', type: 'start', next: 'a', triggers: ['daftar'] },
  });

  const { problems } = await check(draft);

  expect(problems.flatMap(({ code, message }) => (code === 'invalid' ? [message] : []))).toEqual([
    expect.stringMatching(/^must be one of start, send_text, .*; did you mean send_text\?$/),
    expect.stringMatching(/^must be one of text, number, .*; did you mean text\?$/),
    'must be an object',
  ]);
});

test.each([
  ['nothing', {}, ['invalid nodes', 'no_start nodes']],
  ['a missing edge', flow(text('a')), ['missing_edge a next']],
  ['an edge to nowhere', flow(text('a', 'b')), ['unknown_node a next']],
  [
    'an edge in a list',
    flow({ ...end('a'), type: 'switch', value: '1', cases: [{ equals: '1' }], default: 'a' }),
    ['missing_edge a cases.0.next', 'endless_loop a'],
  ],
  ['a node that nothing leads to', flow(text('a', 'end'), end(), end('lost')), ['unreachable lost']],
  ['a loop', flow(text('a', 'b'), text('b', 'a')), ['endless_loop a', 'endless_loop b']],
  ['a loop with a question', flow(ask('a', { kind: 'text' }, { answered: 'b' }), text('b', 'a')), []],
  ['one id twice', flow(text('a', 'end'), end(), end()), ['duplicate_id end id']],
  ['two starts', flow(end('a'), { id: 'b', type: 'start', next: 'a' }), ['several_starts b type']],
  [
    'an unknown variable',
    flow({ ...text('a', 'end'), text: '{{var.nama|Kak}}' }, end()),
    ['unknown_variable a'],
  ],
  [
    'an unknown field of contacts',
    flow({ ...text('a', 'end'), text: '{{contact.kota}} {{contact.name}} {{contact.level|Kak}}' }, end()),
    ['unknown_field a'],
  ],
  [
    'a field that no contact can have',
    flow({ ...text('a', 'end'), text: '{{contact.Kota}}' }, end()),
    ['invalid a text'],
  ],
  ['an unknown value', flow({ ...text('a', 'end'), text: '{{customer.age}}' }, end()), ['invalid a text']],
  [
    'a secret in a message',
    flow({ ...text('a', 'end'), text: '{{secret.shop_key}}' }, end()),
    ['invalid a text'],
  ],
  ['an unknown type', flow({ id: 'a', type: 'fax' }), ['invalid a type']],
  [
    'another flow that is not published',
    flow({ id: 'a', type: 'jump', flow_id: crypto.randomUUID() }),
    ['unknown_flow a'],
  ],
  ['a jump without a target', flow({ id: 'a', type: 'jump' }), ['invalid a node']],
  [
    'a command to nowhere',
    { ...flow(end('a')), commands: [{ words: ['menu'], next: 'b' }] },
    ['unknown_node commands.0.next'],
  ],
  [
    'a server of the customer',
    flow(
      {
        ...{ id: 'a', type: 'http_request', url: 'https://{{var.host}}/', succeeded: 'end', failed: 'end' },
        save: [{ path: 'host', variable: 'host' }],
      },
      end(),
    ),
    ['invalid a url'],
  ],
  [
    'a secret that is not kept',
    flow(
      {
        ...{ id: 'a', type: 'http_request', url: 'https://example.com', succeeded: 'end', failed: 'end' },
        headers: [{ name: 'X-Key', value: '{{secret.other}}' }],
      },
      end(),
    ),
    ['unknown_secret a'],
  ],
  [
    'too many patterns',
    {
      nodes: [
        {
          ...{ id: 'start', type: 'start', next: 'end' },
          triggers: [1, 2, 3].map(() => ({ match: 'word', patterns: Array(67).fill('ukuran') })),
        },
        end(),
      ],
    },
    ['invalid start triggers'],
  ],
  [
    'branches of 90 percent',
    flow(
      {
        ...{ id: 'a', type: 'split' },
        branches: [
          { percent: 30, next: 'end' },
          { percent: 60, next: 'end' },
        ],
      },
      end(),
    ),
    ['invalid a branches'],
  ],
  [
    'a fourth button',
    flow(
      {
        ...text('a', 'end'),
        ...{ type: 'send_buttons', buttons: ['1', '2', '3', '4'].map((id) => ({ id, title: id })) },
      },
      end(),
    ),
    ['invalid a buttons'],
  ],
  [
    'a long button',
    flow(ask('a', { kind: 'choice', choices: [{ id: '1', title: 'x'.repeat(21) }] }), end()),
    ['invalid a answer.choices.0.title'],
  ],
  [
    'a list without its button',
    flow(ask('a', { kind: 'choice', as: 'list', choices: [{ id: '1', title: '1' }] }), end()),
    ['invalid a answer.button_text'],
  ],
  [
    'equal choices',
    flow(
      ask('a', {
        ...{ kind: 'choice', as: 'numbers' },
        choices: [
          { id: '1', title: 'Satu' },
          { id: '1', title: 'Dua' },
        ],
      }),
      end(),
    ),
    ['invalid a answer.choices.1.id'],
  ],
  [
    'a pattern that RE2 does not know',
    flow(ask('a', { kind: 'text', pattern: '(a)\\1' }), end()),
    ['invalid a answer.pattern'],
  ],
])('publishing names the node of each problem: %s', async (_, draft, problems) => {
  expect(await found(draft)).toEqual(problems);
});

test('a flow has at most 200 nodes', async () => {
  const chain = (count: number) => [
    { id: 'start', type: 'start', next: '0' },
    ...Array.from({ length: count - 2 }, (_, n) => text(String(n), n === count - 3 ? 'end' : String(n + 1))),
    end(),
  ];

  expect((await check({ nodes: chain(MAX_NODES) })).problems).toEqual([]);
  expect(await found({ nodes: chain(MAX_NODES + 1) })).toContain('too_many_nodes nodes');
});

test('a flow has a limited number of regular expressions, and those beyond it are not compiled', async () => {
  const tests = (count: number) => Array(count).fill({ left: 'a', operator: 'matches', right: 'b{20}' });
  const condition = (id: string, next: string, count: number) => ({
    ...{ id, type: 'condition', tests: tests(count), yes: next, no: next },
  });
  const draft = (...counts: number[]) => ({
    nodes: [
      { id: 'start', type: 'start', next: '0' },
      ...counts.map((count, n) =>
        condition(String(n), n === counts.length - 1 ? 'end' : String(n + 1), count),
      ),
      end(),
    ],
  });

  expect((await check(draft(20, 20, 10))).problems).toEqual([]);
  expect((await check(draft(20, 20, 11))).problems).toEqual([
    { code: 'too_many_expressions', node_id: null, path: 'nodes', message: expect.stringContaining('50') },
  ]);
});

test('a trigger of a reserved word is a warning, also in a draft with problems', async () => {
  const triggers = [
    { match: 'word', patterns: ['daftar', 'stop'] },
    { match: 'exact', patterns: ['admin'] },
  ];
  const { problems, warnings } = await check({ nodes: [{ id: 'start', type: 'start', triggers }] });

  expect(problems).toMatchObject([{ code: 'missing_edge' }]);
  expect(warnings).toMatchObject([
    { code: 'opt_out_word', node_id: 'start', path: 'triggers', message: expect.stringContaining(': stop.') },
    { code: 'person_word', message: expect.stringContaining('asks for a person') },
  ]);
});

test('a way with more messages than a flow can send is a warning, and a question begins again', async () => {
  const ways = (...ids: string[]) => [
    { id: 'start', type: 'start', next: ids[0] },
    ...ids.map((id, n) =>
      id.startsWith('q') ? asking(id, ids[n + 1] ?? 'end') : text(id, ids[n + 1] ?? 'end'),
    ),
    end(),
  ];
  const asking = (id: string, answered: string) => ({
    ...{ id, type: 'ask', text: 'Apa?', answer: { kind: 'text' }, answered },
  });
  const warned = async (...ids: string[]) => {
    const { problems, warnings } = await check({ nodes: ways(...ids) });
    return [...problems, ...warnings].map(({ code, node_id }) => `${code} ${node_id}`);
  };

  expect(await warned('a', 'b', 'c', 'd', 'q', 'f', 'g', 'h', 'i', 'j')).toEqual([]);
  expect(await warned('a', 'b', 'c', 'd', 'e', 'q', 'f')).toEqual(['too_many_messages a']);
  expect(await warned('a', 'q', 'b', 'c', 'd', 'e', 'f', 'g')).toEqual(['too_many_messages b']);
});

test('no draft makes the check throw, and no problem is without words', async () => {
  const types = fc.constantFrom(
    'start',
    'ask',
    'switch',
    'send_list',
    'split',
    'jump',
    'http_request',
    'condition',
  );
  const id = fc.constantFrom('a', 'b', 'c', '', 1, null);
  const node = fc.record(
    {
      id,
      type: types,
      next: id,
      answered: id,
      cases: fc.anything(),
      triggers: fc.oneof(fc.anything(), fc.constant([{ match: 'regex', patterns: ['('] }, 7])),
      tests: fc.oneof(fc.anything(), fc.constant([{ operator: 'matches', right: 'a{900}' }])),
      answer: fc.anything(),
      sections: fc.anything(),
    },
    { requiredKeys: [] },
  );
  const nodes = fc.oneof(fc.anything(), fc.array(fc.oneof(node, fc.anything())));

  await fc.assert(
    fc.asyncProperty(
      fc.record({ nodes, commands: fc.anything(), variables: fc.anything() }),
      async (draft) => {
        const { definition, problems } = await check(draft);

        expect(definition === null).toBe(problems.length > 0);
        expect(problems.every(({ message }) => message.length > 0)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
