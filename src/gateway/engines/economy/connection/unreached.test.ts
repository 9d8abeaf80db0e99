import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startEconomyBench } from '../../../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../../test/harness/tls.ts';

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answering = (status: number) => {
  const server = createServer();
  server.on('upgrade', (_request, socket) =>
    socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`),
  );
  return portOf(server);
};

const untrusted = () => portOf(createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }));

test.each([
  ['a port that refuses', async () => `ws://127.0.0.1:${await closedPort()}/ws`, 'network_unreachable'],
  ['a name that does not exist', async () => 'ws://kurir.invalid/ws', 'network_name_unresolved'],
  ['a foreign certificate', async () => `wss://127.0.0.1:${await untrusted()}/ws`, 'network_certificate'],
  ['HTTP 407', async () => `ws://127.0.0.1:${await answering(407)}/ws`, 'network_blocked'],
  ['HTTP 403', async () => `ws://127.0.0.1:${await answering(403)}/ws`, 'network_blocked'],
  ['HTTP 503', async () => `ws://127.0.0.1:${await answering(503)}/ws`, 'connection_lost'],
])('a pairing that meets %s says why, and the log names the host', async (_name, url, reason) => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const whatsappUrl = await url();
  const bench = await startEconomyBench({ whatsappUrl, log });
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());

  session.connect();
  const told = await host.event('disconnected');

  expect(told).toEqual({ type: 'disconnected', reason, final: false });
  const ended = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'economy.connection_ended');
  expect(ended).toMatchObject({ reason, host: new URL(whatsappUrl).host });
});
