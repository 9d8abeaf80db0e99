import { expect, test } from 'vitest';
import { blankNode } from './blank-node.ts';
import { type Definition, readDefinition, valueAt, withValue } from './definition.ts';
import { addNode, connect, duplicateNode, freeId, moveNodes, removeNode, withoutPositions } from './edits.ts';
import { changed, redone, startHistory, undone } from './history.ts';

const FLOW: Definition = {
  nodes: [
    { id: 'start', type: 'start', next: 'ask' },
    {
      ...{ id: 'ask', type: 'ask', text: 'Ukuran?', answered: 'end', failed: 'end' },
      answer: { kind: 'choice', choices: [{ id: '1', title: 'S', next: 'end' }] },
    },
    { id: 'end', type: 'end' },
  ],
  commands: [{ words: ['menu'], next: 'end' }],
};

const nodeOf = ({ nodes }: Definition, id: string) => nodes.find((node) => node.id === id);

test('a node that is added at a used port comes between, and at a free port after it', () => {
  const between = addNode(FLOW, blankNode('send_text', 'hello'), { from: 'start', path: 'next' });
  const after = addNode(FLOW, blankNode('wait', 'wait'), { from: 'ask', path: 'timeout' });

  expect(nodeOf(between, 'start')).toMatchObject({ next: 'hello' });
  expect(nodeOf(between, 'hello')).toMatchObject({ next: 'ask' });
  expect(nodeOf(after, 'ask')).toMatchObject({ timeout: 'wait' });
  expect(nodeOf(after, 'wait')).not.toHaveProperty('next');
});

test('a removed node leaves no edge and no command to it', () => {
  const left = removeNode(FLOW, 'end');

  expect(JSON.stringify(left)).not.toContain('"end"');
  expect(left.commands).toEqual([]);
  expect(valueAt(nodeOf(left, 'ask'), 'answer.choices.0')).toEqual({ id: '1', title: 'S' });
});

test('a copy has its own id, and a free id is short', () => {
  const { definition, id } = duplicateNode(FLOW, 'ask');

  expect(id).toBe('ask_2');
  expect(nodeOf(definition, id)).toMatchObject({ text: 'Ukuran?', answered: 'end' });
  expect(freeId(definition, 'ask')).toBe('ask_3');
  expect(freeId(definition, 'wait')).toBe('wait');
});

test('edits leave the given definition as it was', () => {
  const before = structuredClone(FLOW);

  connect(FLOW, { from: 'ask', path: 'answer.choices.0.next' }, 'start');
  withoutPositions(moveNodes(FLOW, new Map([['end', { x: 1.4, y: 2 }]])));
  removeNode(FLOW, 'ask');

  expect(FLOW).toEqual(before);
});

test('a changed field keeps its place, and an empty one goes', () => {
  const node = { id: 'a', text: 'x', next: 'b' };

  expect(Object.keys(withValue(node, 'text', 'y'))).toEqual(['id', 'text', 'next']);
  expect(withValue(node, 'text', undefined)).toEqual({ id: 'a', next: 'b' });
  expect(withValue(node, 'answer.kind', 'text')).toEqual({ ...node, answer: { kind: 'text' } });
});

test.each([
  ['no list', { nodes: {} }],
  ['a node without an id', { nodes: [{ type: 'end' }] }],
  ['an unknown type', { nodes: [{ id: 'a', type: 'teleport' }] }],
  ['two equal ids', { nodes: [FLOW.nodes[0], FLOW.nodes[0]] }],
])('a draft with %s is for JSON alone', (_, draft) => {
  expect(readDefinition(draft)).toBeNull();
});

test('letters of one field are one step back, and a new change forgets what was undone', () => {
  const typed = ['H', 'Ha', 'Hal'].reduce((now, text) => changed(now, text, 'text'), startHistory(''));
  const moved = changed(typed, 'moved', null);

  const once = undone(moved);
  const twice = undone(once);

  expect([once.present, twice.present, undone(twice).present]).toEqual(['Hal', '', '']);
  expect(redone(twice).present).toBe('Hal');
  expect(changed(twice, 'other').future).toEqual([]);
});
