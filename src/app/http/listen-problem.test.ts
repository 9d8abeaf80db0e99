import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { healthRoutes } from '../../platform/lib/http/health.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { listenProblem } from './listen-problem.ts';

/** What listening says where this server listens already, without the port. */
async function problemBeside(server: Server, host: string): Promise<string> {
  const { port } = server.address() as AddressInfo; // a TCP listener has no other kind of address
  return (await listenProblem(await errorOf(host, port), host, port)).message
    .replaceAll(String(port), 'PORT')
    .replaceAll(String(port + 1), 'NEXT');
}

async function errorOf(host: string, port: number): Promise<unknown> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

test.each(['127.0.0.1', '::1'])(
  'a port of %s that another program has is named with the program',
  async (host) => {
    const server = createServer((_, response) => response.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    onTestFinished(() => void server.close());

    const problem = await problemBeside(server, host);

    const who = `another program (process ${process.pid}: `;
    expect(problem.startsWith(`KURIR_PORT: port PORT is taken by ${who}`)).toBe(true);
    expect(problem.endsWith('). Stop it, or choose another port: KURIR_PORT=NEXT')).toBe(true);
    expect(problem).not.toContain('\n');
  },
);

test('another Kurir on the port is named with its folder, and logs no failed request', async () => {
  const failed: number[] = [];
  const http = createHttp({ log: silentLog, bodyLimit: 1024 });
  healthRoutes(http, { ready: async () => false, log: silentLog });
  http.addHook(
    'onResponse',
    async (_, { statusCode }) => void (statusCode === 200 || failed.push(statusCode)),
  );
  http.server.on('clientError', () => failed.push(400));
  await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => http.close());

  const problem = await problemBeside(http.server, '127.0.0.1');

  const who = `another Kurir in ${process.cwd()} (process ${process.pid})`;
  expect(problem).toBe(
    `KURIR_PORT: port PORT is taken by ${who}. Stop it there (./kurir stop), or choose another port: KURIR_PORT=NEXT`,
  );
  expect(failed).toEqual([]);
});

test.each([
  [
    'an address of another machine',
    '192.0.2.7',
    /^KURIR_HOST: this machine has no address 192\.0\.2\.7\. Use .*127\.0\.0\.1/,
  ],
  ['a name without address', 'kurir.invalid', /^KURIR_HOST: kurir\.invalid is no address, and no name/],
  ['IPv6 in brackets', '[::1]', /^KURIR_HOST: \[::1\] is no address/],
])('%s is refused with the addresses of this machine', async (_name, host, text) => {
  const problem = await listenProblem(await errorOf(host, 0), host, 8080);

  expect(problem.message).toMatch(text);
});

test('a port for root is refused with a port for users', async () => {
  const { message } = await listenProblem(Object.assign(new Error(), { code: 'EACCES' }), '127.0.0.1', 80);

  expect(message).toMatch(/^KURIR_PORT: ports below 1024 are for root\. .*KURIR_PORT=8080/);
});
