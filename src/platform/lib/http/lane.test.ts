import { expect, test } from 'vitest';
import { Lane, type LaneCall, type LaneLimits, newCall } from './lane.ts';

/** A lane whose calls write their names when they start. */
function lane(limits: Partial<LaneLimits>) {
  const opened = new Lane({ working: 1, unread: 1_000, ...limits });
  const started: string[] = [];
  const enter = (name: string, accountId = 1): LaneCall | null => {
    const call = newCall(opened, accountId, () => started.push(name));
    return opened.enter(call) ? call : null;
  };
  return { opened, started, enter };
}

/** Waiting calls start after the code that made room. */
const turn = () => Promise.resolve();

test('calls above the share of their account wait in the order of their arrival', async () => {
  const { opened, started, enter } = lane({ working: 2 });
  const calls = ['a', 'b', 'c', 'd'].map((name) => enter(name));
  const before = [...started];

  for (const call of calls.slice(0, 2)) if (call) opened.answered(call);
  await turn();

  expect(before).toEqual(['a', 'b']);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('waiting calls of one account do not delay another account', () => {
  const { started, enter } = lane({ working: 1 });
  for (const name of ['a', 'b', 'c']) enter(name, 1);

  enter('other', 2);

  expect(started).toEqual(['a', 'other']);
});

test('accounts get a common limit by turns', async () => {
  const { opened, started, enter } = lane({ working: 1, total: 1 });
  const calls = new Map(
    [...['a1', 'a2', 'a3'].map((name) => [name, 1]), ...['b1', 'b2'].map((name) => [name, 2])].map(
      ([name, account]) => [String(name), enter(String(name), Number(account))],
    ),
  );

  for (let n = 0; n < 5; n += 1) {
    const call = calls.get(started.at(-1) ?? '');
    if (call) opened.answered(call);
    await turn();
  }

  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('a call beyond the waiting ones is refused, and one that has gone leaves its place', () => {
  const { opened, enter } = lane({ waiting: 1 });
  enter('works');
  const waits = enter('waits');

  const refused = enter('refused');
  if (waits) opened.left(waits);
  const next = enter('next');

  expect([waits === null, refused, next === null]).toEqual([false, null, false]);
});

test('with all waiting places taken, the sharer with most of them gives its newest one to another', async () => {
  const opened = new Lane({ working: 1, total: 1, unread: 1_000, waitingOfAll: 3 });
  const log: string[] = [];
  const enter = (name: string, sharer: string) => {
    const note = (what: string) => () => log.push(`${name} ${what}`);
    const call = newCall(opened, sharer, note('starts'), note('refused'));
    if (!opened.enter(call)) log.push(`${name} turned away`);
    return call;
  };
  const calls = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'd1'].map((name) => enter(name, name.charAt(0)));

  for (const call of [calls[0], calls[1], calls[5]]) {
    if (call) opened.answered(call);
    await turn();
  }

  expect(log).toEqual([
    ...['a1 starts', 'a5 turned away', 'a4 refused', 'a3 refused', 'd1 turned away'],
    ...['a2 starts', 'b1 starts', 'c1 starts'],
  ]);
});

test('a waiting call whose client has gone never starts', async () => {
  const { opened, started, enter } = lane({});
  const first = enter('first');
  const gone = enter('gone');
  enter('last');

  if (gone) opened.left(gone);
  if (first) opened.answered(first);
  await turn();

  expect(started).toEqual(['first', 'last']);
});

test('work goes on when its client has gone, and counts until it ends', async () => {
  const { opened, started, enter } = lane({});
  const first = enter('first');
  enter('second');

  if (first) opened.left(first);
  await turn();
  const whileItWorks = [...started];
  if (first) opened.answered(first);
  await turn();

  expect(whileItWorks).toEqual(['first']);
  expect(started).toEqual(['first', 'second']);
});

test('without a limit of unread answers, a call ends with its connection', async () => {
  const opened = new Lane({ working: 1 });
  const started: string[] = [];
  const calls = ['a', 'b'].map((name) => newCall(opened, 1, () => started.push(name)));
  for (const call of calls) opened.enter(call);
  const before = [...started];

  if (calls[0]) opened.left(calls[0]);
  await turn();

  expect(before).toEqual(['a']);
  expect(started).toEqual(['a', 'b']);
});

test('answers that have not left stop further calls of their account only', async () => {
  const { opened, started, enter } = lane({ working: 2, unread: 2 });
  const [a, b] = ['a', 'b'].map((name) => enter(name));
  for (const call of [a, b]) if (call) opened.answered(call);
  enter('c');
  enter('other', 2);
  const before = [...started];

  if (a) opened.left(a);
  await turn();

  expect(before).toEqual(['a', 'b', 'other']);
  expect(started).toEqual(['a', 'b', 'other', 'c']);
});

test('calls that are answered at once do not nest', async () => {
  const opened = new Lane({ working: 1, unread: 100_000 });
  let depth = 0;
  let deepest = 0;
  let ended = 0;
  const first = newCall(opened, 1, () => {});
  opened.enter(first);
  for (let n = 0; n < 20_000; n += 1) {
    const call: LaneCall = newCall(opened, 1, () => {
      depth += 1;
      deepest = Math.max(deepest, depth);
      opened.answered(call);
      opened.left(call);
      ended += 1;
      depth -= 1;
    });
    opened.enter(call);
  }

  opened.answered(first);
  await turn();

  expect([ended, deepest]).toEqual([20_000, 1]);
});
