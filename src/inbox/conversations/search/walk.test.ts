import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../gateway/broadcasts/seeded-random.ts';
import { rangeSize } from './lexemes.ts';
import { Repeats } from './repeats.ts';
import { type Hit, walkBack } from './walk.ts';

const END = 1_000_000;

/** Searches like the database, with hits at these messages, until `wanted` conversations are found. */
async function walk(
  stored: readonly Hit[],
  { before = END, wanted = Number.POSITIVE_INFINITY, floor = 0 } = {},
) {
  const repeats = new Repeats();
  const taken: Hit[] = [];
  const seen = { reads: 0, rows: 0, conversations: new Set<number>() };
  const rest = await walkBack(before, {
    floor,
    async find({ level, range, before, limit }) {
      const [start, end] = [range * rangeSize(level), (range + 1) * rangeSize(level)];
      const without = new Set(repeats.most());
      const hits = stored.filter(
        ({ message_id: id, conversation_id }) =>
          id >= start && id < Math.min(end, before) && !without.has(conversation_id),
      );
      seen.reads += 1;
      seen.rows += Math.min(hits.length, limit);
      return hits.slice(0, limit);
    },
    async take(hits) {
      repeats.add(hits);
      taken.push(...hits);
      for (const { conversation_id } of hits) seen.conversations.add(conversation_id);
      return seen.conversations.size < wanted;
    },
  });
  return { ...seen, taken, rest };
}

const hit = (message_id: number, conversation_id = message_id): Hit => ({ message_id, conversation_id });

test('takes all hits of different conversations once, newest first', async () => {
  for (let round = 0; round < 20; round += 1) {
    const random = createSeededRandom(7, round);
    const dense = random(END);
    const ids = new Set([
      ...Array.from({ length: random(2_000) }, () => random(END)),
      ...Array.from({ length: random(3_000) }, (_, n) => Math.min(END - 1, dense + n)),
    ]);

    const { taken, rest } = await walk([...ids].map((id) => hit(id)));

    expect(rest).toBeNull();
    expect(taken.map(({ message_id }) => message_id)).toEqual([...ids].sort((a, b) => b - a));
  }
});

test('a word that only the oldest tenth has is found in few reads', async () => {
  const stored = Array.from({ length: END / 10 }, (_, id) => hit(id));

  const { reads, rows, conversations } = await walk(stored, { wanted: 50 });

  expect(conversations.size).toBeGreaterThanOrEqual(50);
  expect(reads).toBeLessThan(25);
  expect(rows).toBeLessThan(7_000);
});

test('a word that few conversations repeat is read a few times of each', async () => {
  const stored = Array.from({ length: END / 50 }, (_, n) => hit(n * 50, n % 3));

  const { rows, conversations, rest } = await walk(stored);

  expect([conversations.size, rest]).toEqual([3, null]);
  expect(rows).toBeLessThan(1_000);
});

test('a search that reads too much ends, and says where it continues', async () => {
  const stored = Array.from({ length: 100_000 }, (_, n) => hit(END - 1 - n, Math.floor(n / 7)));

  const { rows, taken, rest } = await walk(stored);

  expect(rows).toBeLessThan(21_000);
  expect(rest).toBe(taken.at(-1)?.message_id);
});
