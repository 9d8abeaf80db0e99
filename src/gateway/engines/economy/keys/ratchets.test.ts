import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { MemoryStore } from '../../../../../test/harness/memory-host.ts';
import { createWorkScope, Ratchets } from './ratchets.ts';
import { signalKeys } from './signal-keys.ts';
import { ConnectionGone, KeyVault } from './vault.ts';

function scene(scope = createWorkScope()) {
  const store = new MemoryStore();
  const vault = new KeyVault(store, new LRUCache({ max: 1000 }), '1:', () => {});
  const ratchets = new Ratchets(vault, scope);
  const keys = signalKeys({ vault, ratchets });
  return { store, vault, ratchets, keys };
}

/** A cast, because a session record is a plain object at run time. */
const record = (step: number) => ({ session: { '222_1.0': { step } as unknown as Uint8Array } });
const attempt = (change = {}) => ({
  isAbandoned: false,
  isEncrypting: false,
  hasRecipient: false,
  ...change,
});

test('work runs one after the other, in the order of the calls', async () => {
  const { ratchets } = scene();
  const order: string[] = [];
  const task = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
  };

  await Promise.all([ratchets.run(task('a')), ratchets.run(task('b'))]);

  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('messages of the network go before other work that waits, and let one through from time to time', async () => {
  const { ratchets } = scene();
  const order: string[] = [];
  const begins = (name: string) => async () => void order.push(name);

  await Promise.all([
    ratchets.run(begins('running')),
    ...['send 1', 'send 2'].map((name) => ratchets.run(begins(name))),
    ...Array.from({ length: 12 }, () => ratchets.runFirst(begins('in'))),
  ]);

  expect(order).toEqual(['running', ...Array(10).fill('in'), 'send 1', 'in', 'in', 'send 2']);
});

test('all steps of one work are one commit, which is made before the work resolves', async () => {
  const { store, keys } = scene();

  await keys.transaction(async () => {
    await keys.set(record(1));
    await keys.transaction(
      () => Promise.resolve(keys.set({ 'identity-key': { a: Buffer.from('k') } })),
      'other',
    );
    expect(store.changes).toEqual([]);
    expect(await keys.get('session', ['222_1.0'])).toEqual({ '222_1.0': { step: 1 } });
  }, 'me');

  expect(store.changes).toHaveLength(1);
  expect(store.changes[0]?.keys?.map(({ type }) => type)).toEqual(['session', 'identity-key']);
});

test('failed work leaves its ratchets unchanged, and the next work runs', async () => {
  const { store, keys } = scene();
  await keys.set(record(1));

  const failing = keys.transaction(async () => {
    await keys.set(record(2));
    throw new Error('Bad MAC');
  }, 'me');

  await expect(failing).rejects.toThrow('Bad MAC');
  const seen = await keys.transaction(async () => keys.get('session', ['222_1.0']), 'me');
  expect(seen).toEqual({ '222_1.0': { step: 1 } });
  expect(store.changes).toHaveLength(1);
});

test('a fact that failed work has learned is kept', async () => {
  const { store, keys } = scene();

  await keys
    .transaction(async () => {
      await keys.set({ 'lid-mapping': { '6281': '222', '222_reverse': '6281' } });
      throw new Error('no session');
    }, 'me')
    .catch(() => {});

  expect([...store.keys.keys()]).toEqual(['lid-mapping/6281', 'lid-mapping/222_reverse']);
});

test('a write that comes after the end of its work is kept', async () => {
  const { store, keys } = scene();
  let late: Promise<void> = Promise.resolve();

  await keys.transaction(async () => {
    late = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      await keys.set({ tctoken: { '222@lid': { token: Buffer.alloc(0), senderTimestamp: 5 } } });
      await keys.set(record(9));
    });
  }, 'me');
  await late;

  expect([...store.keys.keys()]).toEqual(['tctoken/222@lid', 'session/222_1.0']);
});

test('the growing index of tokens is not stored', async () => {
  const { store, keys } = scene();

  await keys.set({
    tctoken: { __index: { token: Buffer.from('[]') }, '222@lid': { token: Buffer.from('t') } },
  });

  expect([...store.keys.keys()]).toEqual(['tctoken/222@lid']);
});

test('code that runs in the scope of another device uses its own ratchets', async () => {
  const scope = createWorkScope();
  const [one, other] = [scene(scope), scene(scope)];

  // libsignal runs the jobs of all devices for one contact in the scope of the first caller.
  await one.ratchets.run(async () => {
    const inside = Promise.withResolvers<void>();
    const otherWork = scope.run(null, () => other.ratchets.run(() => inside.promise));
    await new Promise((resolve) => setImmediate(resolve));
    await other.keys.set(record(7));
    inside.resolve();
    await otherWork;
  });

  expect(one.store.changes).toEqual([]);
  expect(other.store.changes).toHaveLength(1);
});

test('the removal of a device takes no lock, because a send in progress may wait for the removal', async () => {
  const { store, keys } = scene();

  await keys.transaction(async () => {
    await scopeless(() =>
      keys.transaction(async () => keys.set({ session: { gone: null } }), 'delete-1-sessions'),
    );
    await scopeless(() =>
      keys.transaction(async () => keys.set({ 'lid-mapping': { a: 'b' } }), 'lid-mapping'),
    );
  }, 'me');

  expect(store.changes.flatMap(({ keys: written = [] }) => written.map(({ type }) => type))).toEqual([
    'lid-mapping',
    'session',
  ]);
});

/** Like a call from another part of the client. */
function scopeless<T>(task: () => Promise<T>): Promise<T> {
  return createWorkScope().run(null, task);
}

test('an abandoned send does not start, and is not written', async () => {
  const { ratchets, keys } = scene();
  const waiting = attempt({ isAbandoned: true });
  const late = attempt({ hasRecipient: true });

  const neverBegun = ratchets.run(() => Promise.reject(new Error('must not run')), waiting);
  const stopped = ratchets.run(async () => {
    late.isAbandoned = true;
    await keys.get('tctoken', ['222@lid']);
  }, late);

  await expect(neverBegun).rejects.toBeInstanceOf(ConnectionGone);
  await expect(stopped).rejects.toBeInstanceOf(ConnectionGone);
});

test('a message that was encrypted only for the own phone is not written', async () => {
  const { ratchets, keys } = scene();

  const sending = ratchets.run(async () => keys.get('tctoken', ['222@lid']), attempt({ isEncrypting: true }));

  await expect(sending).rejects.toThrow('not encrypted for its recipient');
});

test('work in progress at the close is not committed', async () => {
  const { store, vault, ratchets, keys } = scene();
  const gate = Promise.withResolvers<void>();
  const working = ratchets.run(async () => {
    await keys.set(record(3));
    await gate.promise;
  });
  const waiting = ratchets.run(async () => {});

  ratchets.close();
  vault.close();
  gate.resolve();

  await expect(working).rejects.toBeInstanceOf(ConnectionGone);
  await expect(waiting).rejects.toBeInstanceOf(ConnectionGone);
  expect(store.changes).toEqual([]);
});
