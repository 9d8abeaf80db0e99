import { expect, test } from 'vitest';
import type { RunnableFlow } from './session.ts';
import { playMessages } from './simulation.ts';
import { SimulateFlow } from './simulation-schema.ts';
import { type Answers, factsOf, flowOf, uuidOf, WEDNESDAY, worldOf } from './test-flows.ts';

const end = { id: 'end', type: 'end' };
const text = (id: string, body: string, next = 'end') => ({ id, type: 'send_text', text: body, next });

function play(
  flow: RunnableFlow,
  request: object,
  answers: Answers = {},
  engine: 'economy' | 'official_cloud' = 'economy',
) {
  const { known } = factsOf(WEDNESDAY);
  return playMessages(worldOf([], answers).world, flow, SimulateFlow.parse(request), {
    at: WEDNESDAY,
    engine,
    hasWindow: false,
    known,
  });
}

const choosing = flowOf([
  {
    ...{
      id: 'colour',
      type: 'ask',
      text: 'Warna, {{customer.first_name}}?',
      save_to: 'colour',
      answered: 'say',
    },
    answer: {
      kind: 'choice',
      choices: [
        { id: 'r', title: 'Merah' },
        { id: 'b', title: 'Biru' },
      ],
    },
    ...{ timeout_seconds: 3600, timeout: 'late' },
  },
  text('say', '{{var.colour}} dicatat'),
  text('late', 'Masih di sana?'),
  end,
]);

test('a transcript has each message of both sides with its node, as the phone shows it', async () => {
  const transcript = await play(choosing, {
    messages: ['warna', { text: '2', after_seconds: 30 }, { text: 'hm' }],
  });

  expect(transcript).toMatchObject({
    state: 'ended',
    node_id: 'end',
    waits_until: null,
    variables: { colour: 'Biru' },
  });
  expect(transcript.entries.filter(({ event }) => event !== 'node')).toEqual([
    entry(0, 'customer', null, { type: 'text', text: 'warna' }),
    entry(0, 'sent', 'colour', {
      ...{ type: 'text', body: 'Warna, Budi?\n\n1. Merah\n2. Biru', interactive: null },
    }),
    entry(30, 'customer', null, { type: 'text', text: '2' }),
    entry(30, 'answered', 'colour', { value: 'Biru' }),
    entry(30, 'sent', 'say', { type: 'text', body: 'Biru dicatat' }),
    entry(30, 'end', 'end', { kind: 'ended' }),
    entry(30, 'customer', null, { type: 'text', text: 'hm' }),
    entry(30, 'not_taken', 'end', {}),
  ]);
});

function entry(seconds: number, event: string, node_id: string | null, details: object) {
  const at = new Date(WEDNESDAY.getTime() + seconds * 1_000).toISOString();
  return { at, event, flow_id: event === 'customer' ? null : uuidOf(1), node_id, details };
}

test('the official cloud shows buttons, and takes their taps', async () => {
  const messages = [{ text: 'warna' }, { text: 'Merah', choice_id: 'colour/r' }];

  const { entries, variables } = await play(choosing, { messages }, {}, 'official_cloud');

  expect(entries.find(({ event }) => event === 'sent')?.details).toMatchObject({
    ...{ type: 'button', interactive: { buttons: [{ id: 'colour/r' }, { id: 'colour/b' }] } },
  });
  expect(variables).toEqual({ colour: 'Merah' });
});

test('time passes between messages and after them, and ends waits', async () => {
  const transcript = await play(choosing, { messages: [{ text: 'warna' }], advance_seconds: 3_600 });

  expect(transcript.entries.filter(({ event }) => event === 'woken' || event === 'sent')).toMatchObject([
    { node_id: 'colour' },
    { event: 'woken', node_id: 'colour', at: '2026-11-25T04:00:00.000Z' },
    { node_id: 'late' },
  ]);
});

test('a flow that still waits says until when', async () => {
  expect(await play(choosing, { messages: [{ text: 'warna' }] })).toMatchObject({
    ...{ state: 'waiting', node_id: 'colour', waits_until: '2026-11-25T04:00:00.000Z' },
  });
});

test('a request without an answer shows what it would call', async () => {
  const flow = flowOf([
    {
      ...{ id: 'http', type: 'http_request', url: 'https://shop.test/{{message.text}}', json: null },
      ...{ succeeded: 'end', failed: 'end' },
    },
    end,
  ]);

  const { entries } = await play(
    flow,
    { messages: [{ text: 'a b' }] },
    { http: () => ({ status: 200, text: '{}', isAssumed: true }) },
  );

  expect(entries.find(({ event }) => event === 'http')?.details).toEqual({
    ...{ method: 'GET', url: 'https://shop.test/a%20b', status: 200, would_call: true },
  });
});

test('a flow that never ends its waits ends in a simulation', async () => {
  const wait = { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 1 }, next: 'wait' };

  const transcript = await play(flowOf([wait]), { messages: [{ text: 'a' }], advance_seconds: 86_400 });

  expect(transcript).toMatchObject({ state: 'handed_off' });
});
