import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { longTest } from '../../../test/harness/long-test.ts';
import { StreamClient } from './client.ts';
import { AccountTail, MAX_BEHIND } from './tail.ts';
import { message, type Page } from './wire.ts';

const BODY = JSON.stringify('x'.repeat(10_000));
const pageOf = (from: number, last: number, deviceId: number | null = null): Page => ({
  messages: Array.from({ length: last - from + 1 }, (_, n) =>
    message({ position: from + n, deviceId }, 'e', BODY),
  ),
  last,
});

/** A tail on a log in memory, of which retention has deleted the positions up to `forgotten`. */
function scene({ position = 0, forgotten = 0, deviceIds = null as number[] | null } = {}) {
  const tail: AccountTail = new AccountTail(1, position, {
    readPage: async (_, after) =>
      after < forgotten ? undefined : pageOf(after + 1, Math.min(after + 20, tail.position)),
    afterFailure: async () => {},
  });
  const join = (at = position) => {
    const row = { accountId: 1, clientUuid: `${at}`, caller: 'key' };
    const client = new StreamClient({ row, caller: { deviceIds }, findCaller: () => null, position: at });
    onTestFinished(() => void client.destroy());
    tail.add(client);
    return client;
  };
  return { tail, join };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const idsIn = (read: string) =>
  [...read.matchAll(/^id: (\d+)\nevent: (\w+)/gm)].map(([, id, event]) => [Number(id), event]);

longTest('a client that never reads keeps a bounded number of bytes', async () => {
  const { tail, join } = scene();
  const client = join();
  await settled();

  const lengths: number[] = [];
  for (let last = 100; last <= 20_000; last += 100) {
    tail.deliver(pageOf(last - 99, last));
    lengths.push(client.readableLength);
  }
  await settled();

  expect(Math.max(...lengths, client.readableLength)).toBeLessThan(300 * 1024);
});

test('a slow client gets every message, from the log', async () => {
  const { tail, join } = scene();
  const client = join();
  await settled();
  for (let last = 100; last <= 1_000; last += 100) tail.deliver(pageOf(last - 99, last));

  const reading = text(client);
  while (!client.isLive) await settled();
  client.end();

  expect(idsIn(await reading)).toEqual(Array.from({ length: 1_000 }, (_, n) => [n + 1, 'e']));
});

test.each([
  ['is too far behind', { position: MAX_BEHIND + 50, forgotten: 0 }],
  ['continues before the beginning of the log', { position: 100, forgotten: 60 }],
])('a client that %s reads its lists again', async (_, options) => {
  const { tail, join } = scene(options);
  const client = join(10);
  const reading = text(client);
  while (!client.isLive) await settled();

  tail.deliver(pageOf(options.position + 1, options.position + 1));
  client.end();

  expect(idsIn(await reading)).toEqual([
    [options.position, 'resync'],
    [options.position + 1, 'e'],
  ]);
});

test('a client sees the messages of its devices alone, and reads again when they change', async () => {
  const { tail, join } = scene({ deviceIds: [7, 8] });
  const client = join();
  const reading = text(client);
  await settled();

  tail.deliver(pageOf(1, 1, 7));
  tail.deliver(pageOf(2, 2, 9));
  tail.deliver(pageOf(3, 3, null));
  client.see({ deviceIds: [8, 7] });
  client.see({ deviceIds: [9] });
  tail.deliver(pageOf(4, 4, 7));
  tail.deliver(pageOf(5, 5, 9));
  client.end();

  expect(idsIn(await reading)).toEqual([
    [1, 'e'],
    [3, 'resync'],
    [5, 'e'],
  ]);
});
