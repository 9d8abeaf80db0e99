import { expect, test } from 'vitest';
import type { Definition } from './definition.ts';
import { differenceOf, isSame } from './difference.ts';
import { fieldLabel } from './field-label.ts';

const DRAFT: Definition = {
  nodes: [
    { id: 'start', type: 'start', triggers: [{ match: 'word', patterns: ['halo'] }], next: 'ask' },
    { id: 'ask', type: 'ask', text: 'Nama?', answer: { kind: 'text' }, answered: 'end' },
    { id: 'end', type: 'end' },
  ],
};
/** As the gateway publishes the draft. */
const PUBLISHED: Definition = {
  format: 1,
  settings: { max_retries: 2, session_hours: 24 },
  variables: [],
  commands: [],
  nodes: [
    {
      id: 'start',
      type: 'start',
      triggers: [{ match: 'word', patterns: ['halo'] }],
      priority: 100,
      next: 'ask',
    },
    {
      ...{ id: 'ask', type: 'ask', text: 'Nama?', answered: 'end' },
      answer: { kind: 'text', min_length: 1, max_length: 1000 },
    },
    { id: 'end', type: 'end', close: false },
  ],
};

test('written defaults and positions are no difference', () => {
  const moved = { nodes: DRAFT.nodes.map((node) => ({ ...node, position: { x: 1, y: 2 } })) };

  expect(isSame(differenceOf(PUBLISHED, DRAFT))).toBe(true);
  expect(isSame(differenceOf(DRAFT, PUBLISHED))).toBe(true);
  expect(isSame(differenceOf(DRAFT, moved))).toBe(true);
});

test('a difference names added, removed and changed nodes with the fields inside', () => {
  const [start, ask, end] = DRAFT.nodes;
  if (!start || !ask || !end) throw new Error('the draft has three nodes');
  const next: Definition = {
    nodes: [
      { ...start, next: 'hours' },
      { ...ask, answer: { kind: 'text', max_length: 40 } },
      { id: 'hours', type: 'hours', open: 'ask', closed: 'ask' },
    ],
    settings: { session_hours: 2 },
  };

  const { added, removed, changed, fields } = differenceOf(PUBLISHED, next);

  expect([added, removed].map((nodes) => nodes.map(({ id }) => id))).toEqual([['hours'], ['end']]);
  expect(changed.map(({ node, fields: inner }) => [node.id, inner])).toEqual([
    ['start', [{ path: 'next', before: 'ask', after: 'hours' }]],
    ['ask', [{ path: 'answer.max_length', before: undefined, after: 40 }]],
  ]);
  expect(fields).toEqual([{ path: 'settings', before: undefined, after: { session_hours: 2 } }]);
});

test('no last words differ from the words of the account', () => {
  const handOff = (text?: string): Definition => ({
    nodes: [{ id: 'h', type: 'hand_off', ...(text !== undefined && { text }) }],
  });

  expect(differenceOf(handOff(), handOff('')).changed).toHaveLength(1);
});

test('a field has the words of its form, also deep inside', () => {
  const node = {
    ...{ id: 'ask', type: 'ask' as const },
    answer: {
      kind: 'choice',
      choices: [
        { id: '1', title: 'S' },
        { id: '2', title: '' },
      ],
    },
  };

  expect(fieldLabel(node, 'answer.choices.1.title', 'en')).toBe('Choices 2, What the customer sees');
  expect(fieldLabel(node, 'answer.choices.0.next', 'id')).toBe('Pilihan “S”');
  expect(fieldLabel(node, 'nothing', 'en')).toBeNull();
});
