import { afterAll, expect, test } from 'vitest';
import { assembleHttp } from '../../src/app/http/http-server.ts';
import { testContext } from '../harness/context.ts';
import { routesOf } from '../harness/routes.ts';
import { PUBLIC } from './matrix-rows.ts';

const TOKEN = 'sandbox-token-of-a-test';
const ctx = await testContext({ env: { KURIR_SANDBOX_TOKEN: TOKEN }, cleanup: afterAll });
// No server listens at that address. An admitted request learns that the sandbox is unavailable.
const http = assembleHttp(ctx, { url: 'http://127.0.0.1:1', token: 'control' });
await http.ready();
afterAll(() => http.close());
const open = assembleHttp(
  { ...ctx, config: { ...ctx.config, KURIR_SANDBOX_OPEN: '1' } },
  { url: 'http://127.0.0.1:1', token: 'control' },
);
afterAll(() => open.close());
const routes = routesOf(http);
const sandbox = routes.filter(({ url }) => url.startsWith('/sandbox') && !PUBLIC.includes(url));

const LOCAL = { host: '127.0.0.1:8080' };
const STRANGERS = [
  { name: 'a program on this machine without the token', headers: LOCAL },
  {
    name: 'a page of another port, with the token',
    headers: { ...LOCAL, origin: 'http://127.0.0.1:3000', 'x-sandbox-token': TOKEN },
  },
  { name: 'another machine', remoteAddress: '192.168.1.7', headers: LOCAL },
  { name: 'a proxy on this machine', headers: { ...LOCAL, 'x-forwarded-for': '127.0.0.1' } },
  { name: 'a proxy with the standard header', headers: { ...LOCAL, forwarded: 'for=127.0.0.1' } },
  { name: 'a page of another site', headers: { ...LOCAL, origin: 'https://evil.example' } },
  { name: 'a rebound name', headers: { host: 'evil.example' } },
  {
    name: 'somebody who guesses at the token',
    headers: { host: 'evil.example', 'x-sandbox-token': 'control' },
  },
];

async function ask(
  method: string,
  url: string,
  options: { remoteAddress?: string; headers: Record<string, string> },
  door = http,
) {
  const path = url
    .replace(':uuid', '11111111-1111-4111-8111-111111111111')
    .replace(':action', 'ban')
    .replace('*', 'phones');
  return door.inject({ method: method as 'GET', url: path, ...options });
}

test('what is outside /v1 is public, for staff, or it is the sandbox', () => {
  const others = routes.filter(({ url }) => !/^\/(v1|app\/api|sandbox)(\/|$)/.test(url));

  expect(others.map(({ url }) => url).filter((url) => !PUBLIC.includes(url))).toEqual([]);
});

test.each(STRANGERS)(
  'the control of the sandbox is closed to $name, on every route',
  async ({ name: _, ...stranger }) => {
    for (const { method, url } of sandbox) {
      const answer = await ask(method, url, stranger);

      expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
      if (method !== 'HEAD') expect(answer.json().error).toBe('sandbox_forbidden');
    }
  },
);

test.each([
  ['the token', http, { ...LOCAL, 'x-sandbox-token': TOKEN }],
  ['an open door, without a token', open, LOCAL],
])('a program on this machine gets through with %s', async (_name, door, headers) => {
  const answers = await Promise.all(sandbox.map(({ method, url }) => ask(method, url, { headers }, door)));

  expect(sandbox.length).toBeGreaterThan(10);
  expect(answers.map(({ statusCode }) => statusCode)).not.toContain(403);
});
