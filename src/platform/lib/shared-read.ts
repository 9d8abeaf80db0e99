import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Calls for one key within an iteration of the event loop share a read. It begins after all of them, so that no caller
 * gets older rows than by its own read. The result is read only.
 */
export function sharedRead<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const next = new Map<Key, Promise<Value>>();
  return (key) => {
    const shared = next.get(key) ?? nextIteration().then(() => begin(key));
    next.set(key, shared);
    return shared;
  };

  function begin(key: Key): Promise<Value> {
    next.delete(key);
    return read(key);
  }
}
