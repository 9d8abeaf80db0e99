import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Numbers the TCP connections, from 1. */
  connection: number;
}

/** A real HTTP server on loopback that plays a customer's endpoint. */
export interface Receiver {
  url: string;
  port: number;
  requests: ReceivedRequest[];
  /** TCP connections accepted so far, also those that never sent a request. */
  connections(): number;
  /** TCP connections that are open now. */
  openConnections(): number;
  /** Resolves once `count` requests have arrived in full. */
  arrived(count: number): Promise<void>;
}

export type Respond = (request: ReceivedRequest, response: ServerResponse) => void;

/** Answers 200 unless `respond` says otherwise; closed, connections and all, when the test ends. */
export async function startReceiver(
  respond: Respond = (_, response) => response.end('ok'),
  host = '127.0.0.1',
  cleanup: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const numbers = new WeakMap<object, number>();
  let connections = 0;
  let open = 0;
  let waiting: { count: number; resolve: () => void }[] = [];

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks),
        connection: numbers.get(incoming.socket) ?? 0,
      };
      requests.push(request);
      respond(request, response);
      for (const { resolve } of waiting.filter(({ count }) => count <= requests.length)) resolve();
      waiting = waiting.filter(({ count }) => count > requests.length);
    });
  });
  server.on('connection', (socket) => {
    connections += 1;
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    numbers.set(socket, connections);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  cleanup(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    port,
    requests,
    connections: () => connections,
    openConnections: () => open,
    arrived: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
  };
}
