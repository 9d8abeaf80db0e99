import { expect, test } from 'vitest';
import { testClock } from '../../../test/harness/context.ts';
import { createFreshCache } from './fresh-cache.ts';
import { silentLog } from './log.ts';

interface KnownKey {
  id: string;
  scope: 'full' | 'read';
  revoked_at: Date | null;
}

const keyNamed = (id: string): KnownKey => ({ id, scope: 'full', revoked_at: null });

/** A cache over a table in memory that notes which ids each statement asked for. */
function scene(...ids: string[]) {
  const clock = testClock();
  const table = new Map(ids.map((id) => [id, keyNamed(id)]));
  const statements: string[][] = [];
  const source = {
    hold: null as Promise<void> | null,
    broken: false,
    async load(asked: readonly string[]): Promise<KnownKey[]> {
      statements.push([...asked]);
      if (source.broken) throw new Error('no database');
      const found = asked.flatMap((id) => table.get(id) ?? []);
      await source.hold;
      return found;
    },
  };
  const cache = createFreshCache({ now: clock.now, log: silentLog }, (asked) => source.load(asked));
  return { clock, table, statements, source, cache };
}

test('lookups of one batch are one statement that names each key once', async () => {
  const { cache, statements } = scene('a', 'b');

  const found = await Promise.all(['a', 'b', 'a', 'nobody', 'a'].map((id) => cache.find(id)));

  expect(found.map((key) => key?.id ?? null)).toEqual(['a', 'b', 'a', null, 'a']);
  expect(statements).toEqual([['a', 'b', 'nobody']]);
});

test('a young entry answers at once and without a statement', async () => {
  const { cache, clock, statements } = scene('a');
  await cache.find('a');

  clock.advance(449);
  const found = cache.find('a');

  expect(found).toMatchObject({ id: 'a' });
  expect(statements).toHaveLength(1);
});

test('an entry in use is read again in the background before it is too old', async () => {
  const { cache, clock, statements, table } = scene('a');
  await cache.find('a');
  table.set('a', { ...keyNamed('a'), scope: 'read' });

  clock.advance(450);
  const served = cache.find('a');
  await expect.poll(() => cache.find('a')).toMatchObject({ scope: 'read' });

  expect(served).toMatchObject({ scope: 'full' });
  expect(statements).toHaveLength(2);
});

test('nothing older than 0.9 s is ever answered', async () => {
  const { cache, clock, table } = scene('a');
  await cache.find('a');
  table.set('a', { ...keyNamed('a'), revoked_at: clock.now() });

  clock.advance(900);
  const found = await cache.find('a');

  expect(found?.revoked_at).not.toBeNull();
});

test('a lookup does not trust a slow statement that was sent too long before it', async () => {
  const { cache, clock, table, source, statements } = scene('a');
  const held = Promise.withResolvers<void>();
  source.hold = held.promise;
  const early = cache.find('a');
  await expect.poll(() => statements.length).toBe(1);

  table.set('a', { ...keyNamed('a'), revoked_at: clock.now() });
  clock.advance(1000);
  const late = cache.find('a');
  held.resolve();

  expect((await early)?.revoked_at).toBeNull();
  expect((await late)?.revoked_at).not.toBeNull();
});

test('a clock that is set back makes entries stale', async () => {
  const { cache, clock, statements } = scene('a');
  await cache.find('a');

  clock.advance(-10_000);
  await cache.find('a');

  expect(statements).toHaveLength(2);
});

test('a key that does not exist is remembered, and found once it does', async () => {
  const { cache, clock, statements, table } = scene();
  await cache.find('a');
  const again = cache.find('a');

  table.set('a', keyNamed('a'));
  clock.advance(900);
  const later = await cache.find('a');

  expect(again).toBeNull();
  expect(later).toMatchObject({ id: 'a' });
  expect(statements).toHaveLength(2);
});

test('made-up keys cannot push real ones out', async () => {
  const { cache, statements } = scene('real');
  await cache.find('real');

  await Promise.all(Array.from({ length: 30_000 }, (_, index) => cache.find(`made-up-${index}`)));

  expect(cache.find('real')).toMatchObject({ id: 'real' });
  expect(statements.flat().filter((id) => id === 'real')).toHaveLength(1);
});

test('a database that is away fails those who need it, serves the young, and is asked again', async () => {
  const { cache, clock, source } = scene('a');
  await cache.find('a');
  source.broken = true;

  clock.advance(500);
  const young = cache.find('a');
  clock.advance(500);
  const old = cache.find('a');

  expect(young).toMatchObject({ id: 'a' });
  await expect(old).rejects.toThrow('no database');
  source.broken = false;
  expect(await cache.find('a')).toMatchObject({ id: 'a' });
});
