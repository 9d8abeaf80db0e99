import { expect, test } from 'vitest';
import type { Message } from './history.ts';
import { type Entry, threadItems } from './items.ts';

const at = (minute: number) => `2025-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`;

/** Only what the order of a thread depends on. */
const message = (id: number, minute: number, author: string, kind?: 'rule' | 'assistant') =>
  ({
    ...{ id, author, actor: null, created_at: at(minute) },
    ...(kind && { automation: { kind } }),
  }) as unknown as Message;

test('messages in a row share the name of their author, and each automation has its own', () => {
  const messages = [
    message(5, 9, 'staff'),
    message(4, 3, 'bot', 'assistant'),
    message(3, 2, 'bot', 'assistant'),
    message(2, 1, 'bot', 'rule'),
    message(1, 0, 'customer'),
  ];

  const items = threadItems({ messages, entries: [], outbox: [], hasOlder: false, hasNewer: false });

  const firsts = items.flatMap((item) => (item.type === 'message' && item.isFirst ? [item.message.id] : []));
  expect(items[0]).toMatchObject({ type: 'day', at: at(0) });
  expect(firsts).toEqual([1, 2, 3, 5]);
});

test('a message far behind the one before has its name again', () => {
  const messages = [message(2, 30, 'staff'), message(1, 0, 'staff')];

  const items = threadItems({ messages, entries: [], outbox: [], hasOlder: false, hasNewer: false });

  expect(items.filter((item) => item.type === 'message' && item.isFirst)).toHaveLength(2);
});

test('a conversation is opened before the messages of the customer that open it', () => {
  const entry = (minute: number, kind: string, actor: string) =>
    ({ id: `${kind} ${minute}`, kind, actor, created_at: at(minute) }) as unknown as Entry;
  const messages = [message(3, 9, 'bot'), message(2, 8, 'customer'), message(1, 7, 'customer')];
  const entries = [entry(8, 'opened', 'customer'), entry(6, 'resolved', 'Ani')];

  const items = threadItems({ messages, entries, outbox: [], hasOlder: false, hasNewer: false });

  const keys = items.flatMap(({ type, key }) => (type === 'day' ? [] : [key]));
  expect(keys).toEqual(['resolved 6', 'opened 8', '1', '2', '3']);
});

test('a line is below the messages from before the connection, once', () => {
  const imported = (id: number, minute: number) => ({
    ...message(id, minute, 'customer'),
    imported: true as const,
  });
  const messages = [message(4, 9, 'bot'), message(3, 8, 'customer'), imported(2, 1), imported(1, 0)];

  const typesOf = (shown: Message[]) =>
    threadItems({ messages: shown, entries: [], outbox: [], hasOlder: false, hasNewer: false }).map(
      ({ type }) => type,
    );

  expect(typesOf(messages)).toEqual(['day', 'message', 'message', 'imported', 'message', 'message']);
  expect(typesOf(messages.slice(2))).toEqual(['day', 'message', 'message', 'imported']);
  expect(typesOf(messages.slice(0, 2))).not.toContain('imported');
});

test('an edit is shown in the place of its message, and by itself only without that message', () => {
  const first = { ...message(1, 0, 'customer'), wa_message_id: 'a' };
  const edit = { ...message(2, 1, 'customer'), wa_message_id: 'b', edit_of: 'a' };
  const idsOf = (messages: Message[]) =>
    threadItems({ messages, entries: [], outbox: [], hasOlder: true, hasNewer: false }).flatMap((item) =>
      item.type === 'message' ? [item.message.id] : [],
    );

  expect(idsOf([edit, first])).toEqual([1]);
  expect(idsOf([edit])).toEqual([2]);
});

test('of reactions, edits and deletions, only a failed one has a line', () => {
  const changes = ['queued', 'sent', 'delivered', 'failed'].map((status, index) => ({
    ...message(index + 2, index + 1, 'staff'),
    ...{ type: 'reaction', status },
  }));

  const items = threadItems({
    messages: [...changes.reverse(), message(1, 0, 'customer')],
    ...{ entries: [], outbox: [], hasOlder: false, hasNewer: false },
  });

  const ids = items.flatMap((item) => (item.type === 'message' ? [item.message.id] : []));
  expect(ids).toEqual([1, 5]);
});
