import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The receivers of the benchmark, the same for both senders. Each listens on a different port, reads the body
 * and answers 200. Below `/hang` it never answers. `GET /counted` answers the counts since the last `GET
 * /forget`, `GET /arrivals` the time of the first request of each event.
 */
export interface Counted {
  posts: number;
  /** Different events: fewer than posts when one of them came twice. */
  events: number;
  /** From the first post to the last one. */
  ms: number;
  /** When the first post came, in ms of the system's monotonic clock. */
  firstAt: number;
  /** CPU time of this process since the last `GET /forget`, in ms. */
  cpuMs: number;
}

/** Event id -> ms of the system's monotonic clock, which all processes of a machine share. */
export type Arrivals = Record<string, number>;

let arrivals = new Map<string, number>();
let posts = 0;
let firstAt = 0;
let lastAt = 0;
let cpu = process.cpuUsage();

const receivers = Number(process.argv[2]);
const ports = await Promise.all(Array.from({ length: receivers }, listen));
console.log(JSON.stringify(ports));

function listen(): Promise<number> {
  const http = createServer(receive);
  // The kept connections of both senders are idle while it is the other one's turn.
  http.keepAliveTimeout = 60_000;
  return new Promise((resolve) => {
    http.listen(0, '127.0.0.1', () => resolve((http.address() as AddressInfo).port)); // listens on TCP
  });
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'GET') {
    tell(request, response);
    return;
  }
  note(String(request.headers['webhook-id']));
  request.resume();
  if (!request.url?.startsWith('/hang')) request.on('end', () => response.end());
}

function note(eventId: string): void {
  lastAt = Number(process.hrtime.bigint()) / 1e6;
  if (posts === 0) firstAt = lastAt;
  posts += 1;
  if (!arrivals.has(eventId)) arrivals.set(eventId, lastAt);
}

function tell({ url }: IncomingMessage, response: ServerResponse): void {
  if (url === '/forget') forget();
  response.end(JSON.stringify(url === '/arrivals' ? Object.fromEntries(arrivals) : counted()));
}

function counted(): Counted {
  const { user, system } = process.cpuUsage(cpu);
  return { posts, events: arrivals.size, ms: lastAt - firstAt, firstAt, cpuMs: (user + system) / 1000 };
}

function forget(): void {
  arrivals = new Map();
  posts = 0;
  cpu = process.cpuUsage();
}
