import { expect, test } from 'vitest';
import { inOrder, moved } from './order.ts';

const rule = (id: string, fields: object = {}) => ({
  id,
  priority: 100,
  device_uuids: null,
  match: 'word' as const,
  patterns: ['harga'],
  created_at: `2026-01-0${id}T00:00:00Z`,
  ...fields,
});

const ids = (rules: readonly { id: string }[]) => rules.map(({ id }) => id).join('');

test('rules are shown in the order in which they are asked', () => {
  const rules = [
    rule('1', { match: 'any', patterns: [] }),
    rule('2'),
    rule('3', { patterns: ['harga grosir'] }),
    rule('4', { priority: 5 }),
    rule('5', { device_uuids: ['a'], priority: 900 }),
    rule('6'),
  ];

  expect(ids(inOrder(rules))).toBe('543261');
});

test.each([
  ['earlier', '3', -1, '132'],
  ['later', '1', 1, '213'],
  ['not beyond the first place', '1', -1, '123'],
] as const)('a rule moves %s, and the others keep their order', (_name, id, step, expected) => {
  const rules = inOrder([rule('1'), rule('2'), rule('3')]);
  const changes = new Map(moved(rules, id, step).map((each) => [each.id, each.priority]));

  const after = rules.map((each) => ({ ...each, priority: changes.get(each.id) ?? each.priority }));

  expect(ids(inOrder(after))).toBe(expected);
  expect(after.every(({ priority }) => priority >= 0 && priority <= 100)).toBe(true);
});

test('a rule for all devices does not move before one of a certain device', () => {
  const rules = inOrder([rule('1', { device_uuids: ['a'] }), rule('2')]);

  expect(moved(rules, '2', -1)).toEqual([]);
});
