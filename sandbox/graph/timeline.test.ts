import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

function timeline() {
  let now = START;
  const line = new Timeline({ now: () => new Date(now) });
  const done: string[] = [];
  return {
    line,
    done,
    plan: (name: string, afterMs: number) => line.after(afterMs, () => done.push(name)),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('moving on does what falls due, earliest first, and nothing else', () => {
  const { line, done, plan } = timeline();
  line.freeze();
  plan('later', 3000);
  plan('second', 2000);
  plan('first', 1000);

  line.advance(2500);

  expect(done).toEqual(['first', 'second']);
  expect(line.now()).toBe(START + 2500);
});

test('while it is stopped no time passes; afterwards it goes on from there', () => {
  const { line, pass } = timeline();

  line.freeze();
  pass(60_000);
  const stopped = line.now();
  line.unfreeze();
  pass(1000);

  expect([stopped, line.now()]).toEqual([START, START + 1000]);
});

test('what waits is done by itself when its time has come', async () => {
  const { line } = timeline();

  await new Promise<void>((resolve) => line.after(1, resolve));

  expect(line.now()).toBe(START);
});

test('after the end nothing happens any more', () => {
  const { line, done, plan } = timeline();
  plan('never', 10);

  line.stop();
  line.advance(1000);

  expect(done).toEqual([]);
});
