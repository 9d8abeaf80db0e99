import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { type ExitingSource, stopOnSignals } from './shutdown.ts';

/** A process that can be signalled, with the time in the test's hand and the codes it would have ended with. */
function standIn() {
  const events = new EventEmitter();
  const codes: unknown[] = [];
  const exited = Promise.withResolvers<void>();
  const source = {
    on: (name: string, listener: () => void) => events.on(name, listener),
    exit: (code: unknown) => {
      codes.push(code);
      exited.resolve();
    },
  } as unknown as ExitingSource; // the two methods that are used
  const time = { ms: 0 };
  return {
    source,
    codes,
    exited: exited.promise,
    time,
    now: () => time.ms,
    signal: (name: string) => events.emit(name),
  };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('%s stops in order and ends with 0', async (name) => {
  const { source, codes, exited, now, signal } = standIn();
  const stop = vi.fn(async () => {});
  stopOnSignals({ stop, endAtOnce: vi.fn(), source, now });

  signal(name);
  await exited;

  expect(stop).toHaveBeenCalledOnce();
  expect(codes).toEqual([0]);
});

test('a stop that fails ends with 1', async () => {
  const { source, codes, exited, now, signal } = standIn();
  stopOnSignals({ stop: () => Promise.reject(new Error('no')), endAtOnce: vi.fn(), source, now });

  signal('SIGTERM');
  await exited;

  expect(codes).toEqual([1]);
});

test('a second signal within a second is the same request, a later one ends at once', () => {
  const { source, codes, time, now, signal } = standIn();
  const stop = vi.fn(() => new Promise<void>(() => {}));
  const endAtOnce = vi.fn();
  stopOnSignals({ stop, endAtOnce, source, now });

  signal('SIGINT');
  time.ms = 1_000;
  signal('SIGTERM');
  const afterSame = [endAtOnce.mock.calls.length, codes.length];
  time.ms = 1_001;
  signal('SIGINT');

  expect(afterSame).toEqual([0, 0]);
  expect(endAtOnce).toHaveBeenCalledOnce();
  expect(codes).toEqual([1]);
  expect(stop).toHaveBeenCalledOnce();
});
