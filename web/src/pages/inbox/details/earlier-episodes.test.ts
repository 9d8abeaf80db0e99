import { expect, test } from 'vitest';
import { earlierEpisodes } from './earlier-episodes.ts';

const entry = (episode: number, kind: string, day: number, actor = 'Ani') => ({
  ...{ episode, kind, actor },
  created_at: `2025-11-${String(day).padStart(2, '0')}T08:00:00.000Z`,
});

test('each earlier episode has its beginning and its last end, newest first', () => {
  const entries = [
    entry(3, 'opened', 9, 'customer'),
    entry(2, 'resolved', 8, 'system'),
    entry(2, 'taken_over', 7),
    entry(2, 'resolved', 6),
    entry(2, 'opened', 5, 'customer'),
    entry(1, 'resolved', 4),
  ];

  const found = earlierEpisodes(entries, 3);

  expect(found).toEqual([
    { number: 2, openedAt: entries[4]?.created_at, resolvedAt: entries[1]?.created_at, resolvedBy: null },
    { number: 1, openedAt: null, resolvedAt: entries[5]?.created_at, resolvedBy: 'Ani' },
  ]);
});
