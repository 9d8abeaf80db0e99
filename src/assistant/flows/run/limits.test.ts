import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FlowDefinition } from '../definition/definition.ts';
import type { InputMessage } from './answers.ts';
import { type Outcome, proceed, start, wake } from './interpreter.ts';
import { LIMITS, type RunnableFlow, type SessionState, wakeAt } from './session.ts';
import { factsOf, messageOf, uuidOf, WEDNESDAY, worldOf } from './test-flows.ts';
import type { HttpAnswer } from './world.ts';

const NODES = ['start', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7'];
const FLOWS = [1, 2, 3];
const VARIABLES = ['a', 'b', 'constructor', 'to_string'];

/** Also to a node that is missing, which publishing refuses. */
const edge = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...NODES.slice(1)) },
  { weight: 1, arbitrary: fc.constantFrom('gone', 'start') },
);
const variable = fc.constantFrom(...VARIABLES);
const template = fc.constantFrom(
  ...[
    'Halo',
    '{{var.a}}',
    '{{var.constructor|x}} dan {{message.text}}',
    '{{flow.now_time}}',
    '{{customer.name}}',
  ],
  ...['{{var.to_string}}'.repeat(20), 'x'.repeat(1_000), '1.500', '{{var.b|0}}'],
);
const label = fc.constantFrom('vip', '{{var.a}}', '{{message.text}}');
const flowId = fc.constantFrom(...FLOWS, 9).map(uuidOf);
const choices = fc
  .uniqueArray(fc.constantFrom('1', '2', 'x'), { minLength: 1 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) => fc.record({ id: fc.constant(id), title: fc.constant(`T${id}`), next: edge })),
    ),
  );
const answer = fc.oneof(
  fc.constantFrom(
    { kind: 'text' },
    { kind: 'text', pattern: '(a|aa)+$' },
    { kind: 'number' },
    { kind: 'date' },
  ),
  fc.constantFrom({ kind: 'email' }, { kind: 'phone' }, { kind: 'media' }),
  fc.record({
    kind: fc.constant('choice'),
    as: fc.constantFrom('buttons', 'numbers'),
    choices,
    save_id_to: variable,
  }),
);

const fields = {
  send_text: fc.record({ text: template, next: edge }),
  send_media: fc.record({
    media_type: fc.constant('image'),
    url: fc.constant('https://a.test/{{var.a}}'),
    next: edge,
  }),
  ask: fc.record({
    ...{ text: template, answer, save_to: variable, answered: edge },
    ...{ failed: fc.option(edge), timeout: fc.option(edge), timeout_seconds: fc.option(fc.constant(60)) },
  }),
  condition: fc.record({
    ...{ yes: edge, no: edge, combine: fc.constantFrom('all', 'any') },
    tests: fc.array(
      fc.record({
        left: template,
        operator: fc.constantFrom('equals', 'greater', 'contains', 'is_set'),
        right: template,
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  switch: fc.record({ value: template, cases: fc.constant([{ equals: 'Halo', next: 'n1' }]), default: edge }),
  set_variable: fc.record({
    assignments: fc.array(
      fc.record({
        variable,
        operation: fc.constantFrom('set', 'add', 'multiply', 'divide', 'clear'),
        value: template,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    next: edge,
  }),
  hours: fc.record({ open: edge, closed: edge }),
  wait: fc.record({
    for: fc.constantFrom(
      ...[
        { kind: 'duration', seconds: 1 },
        { kind: 'duration', seconds: 90_000 },
      ],
      ...[{ kind: 'time', time: '02:30' }, { kind: 'open' }],
    ),
    next: edge,
    interrupted: fc.option(edge),
  }),
  http_request: fc.record({
    ...{
      url: fc.constant('https://a.test/{{var.a}}?{{message.text}}'),
      json: fc.constant({ a: '{{var.a}}' }),
    },
    ...{ method: fc.constantFrom('GET', 'POST'), succeeded: edge, failed: edge },
    save: fc.array(fc.record({ path: fc.constantFrom('a', 'a.0', '__proto__.x'), variable }), {
      maxLength: 2,
    }),
  }),
  labels: fc.record({ add: fc.array(label, { maxLength: 2 }), next: edge }),
  contact: fc.record({
    ...{ name: label, add_tags: fc.array(label, { maxLength: 2 }), next: edge },
    remove_tags: fc.array(label, { maxLength: 2 }),
  }),
  ask_assistant: fc.record({ question: template, answered: edge, not_answered: edge, save_to: variable }),
  hand_off: fc.record({ text: fc.option(template) }),
  run_flow: fc.record({ flow_id: flowId, next: edge }),
  return: fc.record({}),
  jump: fc.oneof(fc.record({ node: edge }), fc.record({ flow_id: flowId })),
  split: fc.record({
    branches: fc.tuple(edge, edge).map(([a, b]) => [
      { percent: 30, next: a },
      { percent: 70, next: b },
    ]),
  }),
  end: fc.record({ close: fc.boolean() }),
};

/** Flows mostly ask and wait, so that most scenes use all their inputs. */
const WEIGHTS: Readonly<Record<string, number>> = { ask: 8, wait: 4 };
const node = (id: string) =>
  fc.oneof(
    ...Object.entries(fields).map(([type, own]) => ({
      weight: WEIGHTS[type] ?? 1,
      arbitrary: own.map((given) => ({ ...given, id, type })),
    })),
  );
const definition = fc
  .tuple(...NODES.slice(1).map(node))
  .map((nodes) => [{ id: 'start', type: 'start', next: 'n1' }, ...nodes])
  .map((nodes) =>
    FlowDefinition.parse({
      nodes,
      commands: [{ words: ['menu'], next: 'n2' }],
      variables: [{ name: 'a', value: '3' }],
    }),
  );

const said = fc.oneof(
  fc.constantFrom('menu', '1', 'T2', '12', 'besok', '', 'aaaaaaaaaaaaaaaaaaaa!', 'budi@contoh.id'),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
type Input = { say: Partial<InputMessage> } | { afterMs: number };
const input: fc.Arbitrary<Input> = fc.oneof(
  fc.record({
    say: fc.record({ text: fc.option(said), choice_id: fc.option(fc.constantFrom('n1/1', 'n2/x')) }),
  }),
  fc.record({ afterMs: fc.constantFrom(0, 1_000, 60_000, 100_000_000) }),
);
const response: fc.Arbitrary<HttpAnswer> = fc.oneof(
  fc.record({ failed: fc.constant('timeout') }),
  fc.record({
    status: fc.constantFrom(200, 404),
    text: fc.oneof(fc.json(), fc.constantFrom('{"a":[1]}', `{"a":"${'y'.repeat(9_000)}\\u0000"}`, 'no json')),
  }),
);

const scenes = fc.record({
  flows: fc.tuple(definition, definition, definition),
  inputs: fc.array(input, { minLength: 1, maxLength: 12 }),
  response,
  answered: fc.boolean(),
});

test('any flow, with any answers, keeps its limits, throws nothing, and says the same again', async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async ({ flows: definitions, inputs, response, answered }) => {
      const flows = definitions.map((definition, index) => runnable(definition, index + 1));
      const [first] = flows;
      if (!first) return;
      const scene = worldOf(flows, {
        http: () => response,
        assistant: () => ({ answered, replies: [{ type: 'text', body: 'Jawaban' }] }),
      });
      let now = WEDNESDAY;
      let session = kept(
        await start(scene.world, factsOf(now), first, { seed: 's', message: messageOf('hai') }),
        now,
      );
      for (const each of inputs) {
        if (!session) break;
        const before: SessionState = session;
        scene.calls.length = 0;
        if ('afterMs' in each) now = new Date(now.getTime() + each.afterMs);
        const act = () =>
          'afterMs' in each
            ? wake(scene.world, factsOf(now), before)
            : proceed(scene.world, factsOf(now), before, messageOf(each.say));
        const outcome = await act();
        expect(scene.calls.length).toBeLessThanOrEqual(LIMITS.calls);
        expect(await act()).toEqual(outcome);
        if (outcome) session = kept(outcome, now);
      }
    }),
    { numRuns: 300 },
  );
});

const runnable = (definition: FlowDefinition, id: number): RunnableFlow => ({
  ...{ flow_id: id, flow_uuid: uuidOf(id), name: `Flow ${id}`, version_id: id * 10, version: 1, definition },
});

/** The session as the database keeps it, with its limits checked. */
function kept(outcome: Outcome, now: Date): SessionState | null {
  expect(outcome.replies.length).toBeLessThanOrEqual(LIMITS.sends);
  expect(outcome.trace.filter(({ event }) => event === 'node').length).toBeLessThanOrEqual(LIMITS.steps);
  expect(outcome.replies.every(({ content: { body } }) => (body ?? '').length <= 4_096)).toBe(true);
  const { session } = outcome;
  expect(outcome.end === null).toBe(session !== null);
  if (!session) return null;
  expect(session.frames.length).toBeLessThanOrEqual(LIMITS.depth);
  expect(session.quiet.wakes).toBeLessThanOrEqual(LIMITS.quietWakes);
  expect(session.quiet.sends).toBeLessThanOrEqual(LIMITS.quietSends);
  expect(Object.keys(session.variables).length).toBeLessThanOrEqual(LIMITS.variables);
  expect(Object.values(session.variables).every((value) => String(value).length <= 2 * LIMITS.value)).toBe(
    true,
  );
  expect(wakeAt(session).getTime()).toBeGreaterThan(now.getTime());
  expect(JSON.stringify(session)).not.toContain('\\u0000');
  return JSON.parse(JSON.stringify(session));
}
