import { expect, test } from 'vitest';
import type { Definition, FlowNode } from './definition.ts';
import { heightOf, layOut, NODE_WIDTH, placesOf } from './layout.ts';

const text = (id: string, next?: string): FlowNode => ({ id, type: 'send_text', ...(next && { next }) });
const start = (next: string): FlowNode => ({ id: 'start', type: 'start', next });

/** A start, then `rows` ways of conditions, each of which leads back to the first one. */
function largeFlow(size: number): Definition {
  const nodes = [...Array(size).keys()].map(
    (n): FlowNode => ({
      ...{ id: `n${n}`, type: 'condition', yes: `n${(n * 2 + 1) % size}`, no: `n${(n * 2 + 2) % size}` },
    }),
  );
  return { nodes: [start('n0'), ...nodes] };
}

test('each node stands right of all nodes that lead to it, and a loop does not matter', () => {
  const definition = {
    nodes: [
      start('a'),
      { id: 'a', type: 'condition', yes: 'b', no: 'c' } as FlowNode,
      text('b', 'c'),
      text('c', 'a'),
    ],
  };

  const places = layOut(definition);

  const columns = ['start', 'a', 'b', 'c'].map((id) => places.get(id)?.x ?? Number.NaN);
  expect([...columns].sort((one, other) => one - other)).toEqual(columns);
  expect(new Set(columns).size).toBe(4);
});

test('200 nodes with loops and a way to nowhere have places that do not overlap, the same each time', () => {
  const definition = { nodes: [...largeFlow(198).nodes, text('alone')] };

  const places = layOut(definition);

  const boxes = definition.nodes.map((node) => ({ ...places.get(node.id), height: heightOf(node) }));
  const overlaps = boxes.filter((one, n) =>
    boxes.slice(n + 1).some((other) => {
      const [x, y] = [(one.x ?? 0) - (other.x ?? 0), (one.y ?? 0) - (other.y ?? 0)];
      return Math.abs(x) < NODE_WIDTH && y < other.height && -y < one.height;
    }),
  );
  expect(places.size).toBe(200);
  expect(overlaps).toEqual([]);
  expect(layOut(definition)).toEqual(places);
});

test('own positions are kept, and nodes without one, or far away, have a place of the layout', () => {
  const moved = { ...text('a', 'b'), position: { x: -40, y: 900 } };
  const far = { ...text('b', 'c'), position: { x: 1e300, y: 0 } };

  const places = placesOf({ nodes: [start('a'), moved, far, text('c')] });

  expect(places.get('a')).toEqual({ x: -40, y: 900 });
  expect(places.get('b')?.x).toBeGreaterThan(places.get('start')?.x ?? 0);
});
