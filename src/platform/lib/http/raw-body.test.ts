import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { until } from '../../../../test/harness/until.ts';
import { createHttp } from './http.ts';
import { MAX_BODIES, parseRawBodies } from './raw-body.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = createHttp({ log: ctx.log, bodyLimit: 1024 });
let inside = 0;
let most = 0;
let gate = Promise.withResolvers<void>();
http.register(async (scope) => {
  parseRawBodies(scope, ({ headers }) => Number(headers['x-account']));
  scope.post('/raw', { schema: { hide: true } }, async ({ body }) => {
    inside += 1;
    most = Math.max(most, inside);
    await gate.promise;
    inside -= 1;
    return { length: (body as Buffer).length }; // of this parser
  });
});
const base = await http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => http.close());

const send = async (account: number) => {
  const headers = { 'content-type': 'application/octet-stream', 'x-account': String(account) };
  const answer = await fetch(`${base}/raw`, { method: 'POST', headers, body: 'x'.repeat(500) });
  return answer.json();
};

test('bodies of many accounts are in memory a few at a time, and all are answered', async () => {
  const accounts = Array.from({ length: 3 * MAX_BODIES }, (_, n) => n);
  gate = Promise.withResolvers();

  const answers = accounts.map(send);
  await until(async () => inside >= MAX_BODIES, { what: 'the first bodies' });
  // A further call is not kept out, and has passed all of the waiting ones.
  expect((await fetch(`${base}/none`)).status).toBe(404);
  gate.resolve();

  expect(await Promise.all(answers)).toEqual(accounts.map(() => ({ length: 500 })));
  expect(most).toBe(MAX_BODIES);
});

test('a second body of one account waits for the first, and delays no other account', async () => {
  gate = Promise.withResolvers();
  const own = [send(1), send(1), send(1)];
  const other = send(2);

  await until(async () => inside === 2, { what: 'one body of each account' });
  gate.resolve();

  expect(await Promise.all([...own, other])).toHaveLength(4);
});

test('bodies whose senders are gone free their places', async () => {
  const head = (account: number) =>
    `POST /raw HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\nX-Account: ${account}\r\n` +
    'Content-Length: 500\r\n\r\nhalf';
  for (let account = 0; account < 2 * MAX_BODIES; account += 1) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    await once(socket, 'connect');
    const arrived = once(http.server, 'request');
    socket.write(head(account));
    await arrived;
    socket.destroy();
  }

  expect(await send(100)).toEqual({ length: 500 });
});
