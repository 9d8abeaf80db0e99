import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { MemoryStore } from '../../../../../test/harness/memory-host.ts';
import { Fenced } from '../../engine.ts';
import { encodeKey } from './codec.ts';
import { ConnectionGone, type KeyCache, KeyVault } from './vault.ts';

function scene(max = 100) {
  const store = new MemoryStore();
  const loads: string[] = [];
  const failures: unknown[] = [];
  store.beforeLoad = (type) => void loads.push(type);
  const cache: KeyCache = new LRUCache({ max });
  const vault = new KeyVault(store, cache, '1:', (error) => failures.push(error));
  const put = (id: string, value: unknown) =>
    vault.write({
      keys: [{ type: 'lid-mapping', id, value: value === null ? null : encodeKey('lid-mapping', value) }],
    });
  const get = async (id: string) => (await vault.get('lid-mapping', [id])).get(id);
  return { store, loads, failures, cache, vault, put, get };
}

test('a written value is read from memory, as a new object each time', async () => {
  const { vault, loads } = scene();
  await vault.write({ keys: [{ type: 'device-list', id: 'a', value: encodeKey('device-list', ['0']) }] });

  const [first, second] = [await vault.get('device-list', ['a']), await vault.get('device-list', ['a'])];

  expect(first.get('a')).toEqual(['0']);
  expect(second.get('a')).not.toBe(first.get('a'));
  expect(loads).toEqual([]);
});

test('a miss is cached: the store is read once', async () => {
  const { get, loads } = scene();

  expect([await get('x'), await get('x')]).toEqual([undefined, undefined]);

  expect(loads).toHaveLength(1);
});

test('a key whose id fits no index is refused alone: the connection goes on', async () => {
  const { put, get, store, failures } = scene();

  const refused = put('x'.repeat(513), '1');

  await expect(refused).rejects.toThrow('fits no index');
  await put('x'.repeat(512), '1');
  expect(await get('x'.repeat(512))).toBe('1');
  expect([store.keys.size, failures]).toEqual([1, []]);
});

test('a deletion is a miss', async () => {
  const { put, get, loads } = scene();
  await put('x', '1');
  await put('x', null);

  expect(await get('x')).toBeUndefined();
  expect(loads).toEqual([]);
});

test('a write is visible before it is durable', async () => {
  const { store, put, get } = scene();
  const gate = Promise.withResolvers<void>();
  store.beforeCommit = () => gate.promise;

  const written = put('x', '1');

  expect(await get('x')).toBe('1');
  expect(store.keys.size).toBe(0);
  gate.resolve();
  await written;
  expect(store.keys.size).toBe(1);
});

test('a write during a read wins over the read value', async () => {
  const { store, put, get } = scene();
  store.keys.set('lid-mapping/x', encodeKey('lid-mapping', 'old'));
  const gate = Promise.withResolvers<void>();
  const load = store.loadKeys.bind(store);
  store.loadKeys = async (type, ids) => {
    const found = await load(type, ids);
    await gate.promise;
    return found;
  };

  const reading = get('x');
  await put('x', 'new');
  gate.resolve();

  expect(await reading).toBe('new');
  expect(await get('x')).toBe('new');
});

test('an evicted value is read from the store again', async () => {
  const { put, get, loads } = scene(2);
  for (const id of ['a', 'b', 'c', 'd']) await put(id, id);

  expect(await get('a')).toBe('a');

  expect(loads).toHaveLength(1);
});

test('writes that arrive during a commit share the next commit, in order', async () => {
  const { store, put } = scene();
  const gate = Promise.withResolvers<void>();
  store.beforeCommit = () => gate.promise;

  const all = [put('a', '1'), put('b', '2'), put('a', '3')];
  gate.resolve();
  await Promise.all(all);

  expect(store.changes.map(({ keys = [] }) => keys.map(({ id }) => id))).toEqual([['a'], ['b', 'a']]);
  expect(Buffer.from(store.keys.get('lid-mapping/a') ?? []).toString()).toBe('"3"');
});

test('after a failed commit every write is refused; the failure is reported before the writers get it', async () => {
  const { store, put, failures } = scene();
  const order: string[] = [];
  store.beforeCommit = () => {
    throw new Error('disk full');
  };

  const first = put('a', '1').catch(() => order.push(`writer after ${failures.length} failure`));
  const second = put('b', '2').catch(() => order.push('second writer'));
  await Promise.all([first, second]);

  await expect(put('c', '3')).rejects.toThrow('disk full');
  expect(order).toEqual(['writer after 1 failure', 'second writer']);
  expect(store.keys.size).toBe(0);
});

test('a read error is not a miss: the read rejects, and the failure is reported', async () => {
  const { store, get, failures } = scene();
  store.fence();

  await expect(get('a')).rejects.toBeInstanceOf(Fenced);

  expect(failures).toHaveLength(1);
});

test('a closed vault finishes its queued writes and refuses new ones', async () => {
  const { store, vault, put, get } = scene();
  const gate = Promise.withResolvers<void>();
  store.beforeCommit = () => gate.promise;
  const queued = [put('a', '1'), put('b', '2')];

  vault.close();
  gate.resolve();
  await Promise.all(queued);
  await vault.idle();

  expect(store.keys.size).toBe(2);
  await expect(put('c', '3')).rejects.toBeInstanceOf(ConnectionGone);
  await expect(get('a')).rejects.toBeInstanceOf(ConnectionGone);
});

test('two connections share a cache but not its values', async () => {
  const { store, cache, put } = scene();
  await put('a', '1');
  store.keys.set('lid-mapping/a', encodeKey('lid-mapping', 'changed elsewhere'));
  const other = new KeyVault(store, cache, '2:', () => {});

  expect((await other.get('lid-mapping', ['a'])).get('a')).toBe('changed elsewhere');
});
