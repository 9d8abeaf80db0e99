import { expect, test } from 'vitest';
import { foldItems, previewOf, withinBytes } from './fold.ts';
import type { Item } from './item.ts';

/** Takes six bytes in JSON, more than any other character. */
const LONGEST = '\u0001'.repeat(65_536);

function item(id: string, change: Partial<Item> = {}): Item {
  return {
    ...{ id, engine: 'economy', from_phone: true, type: 'text', text: 'Halo', at: 0, read: false },
    ...{ file: null, quote: null, interactive: null, target: null, ...change },
  };
}

const change = (type: string, text: string | null, from_phone = true) =>
  item('change', { type, text, from_phone, target: 'a' });

test.each([
  ['a reaction of the other side', [change('reaction', '👍', false)], { reactions: [{ emoji: '👍' }] }],
  ['another reaction', [change('reaction', '👍'), change('reaction', '❤️')], { reactions: [{ emoji: '❤️' }] }],
  ['a removed reaction', [change('reaction', '👍'), change('reaction', '')], { reactions: [] }],
  ['an edit', [change('edit', 'Hai')], { text: 'Hai', is_edited: true }],
  ['an edit by the other side', [change('edit', 'Hai', false)], { text: 'Halo', is_edited: false }],
  ['a deletion', [change('deletion', null)], { text: null, is_deleted: true }],
  ['a deletion by the other side', [change('deletion', null, false)], { text: 'Halo', is_deleted: false }],
])('shows %s at its message', (_name, changes, expected) => {
  const messages = foldItems([item('a'), ...changes]);

  expect(messages).toMatchObject([{ id: 'a', ...expected }]);
});

test('ignores changes of messages that are not in the page', () => {
  expect(foldItems([change('reaction', '👍')])).toEqual([]);
});

test('the largest page and the largest list of chats are bounded', () => {
  const quote = { id: 'q', text: LONGEST };
  const messages = foldItems(Array.from({ length: 200 }, (_, n) => item(`${n}`, { text: LONGEST, quote })));

  const page = withinBytes(messages);
  const list = messages.map(previewOf);

  expect(page.at(-1)?.id).toBe('199');
  expect(page.length).toBeGreaterThan(50);
  expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(3 * 1024 * 1024);
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(1024 * 1024);
});
