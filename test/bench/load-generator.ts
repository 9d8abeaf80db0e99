import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * Sends HTTP requests over keep-alive connections, one at a time on each, and counts the answers. Runs alone
 * in its process (`node load-generator.ts '<job as JSON>'`) and writes one JSON line. Both sides of a
 * comparison use it.
 */
export interface LoadJob {
  port: number;
  connections: number;
  seconds: number;
  /** Stops after this many requests when the time is not over first. */
  count?: number;
  /** Tells when each request was sent. */
  timed?: boolean;
  /**
   * Sent one after the other. `{key}` in the head becomes a new key for each request, `{uuid}` a random one.
   * `{number}` in the body becomes a new number of 10 digits.
   */
  requests: { head: string; body: string }[];
}

export interface LoadResult {
  answers: number;
  statuses: Record<string, number>;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the generator itself. */
  cpuMs: number;
  /** Of a timed load: `{number}` of a request -> when it was sent, in ms since 1970. */
  sentAt?: Record<string, number>;
}

const HEAD_END = Buffer.from('\r\n\r\n');

async function run(job: LoadJob): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const sentAtOf: Record<string, number> = {};
  const startedAt = performance.now();
  const endsAt = startedAt + job.seconds * 1000;
  let count = 0;
  const prefix = `bench-${process.pid}-`;
  // 10 digits that no other run has.
  const numbers = 1_000_000_000 + (process.pid % 8_000) * 1_000_000;
  const parts = job.requests.map(({ head, body }) => {
    const length = Buffer.byteLength(body.replace('{number}', String(numbers)));
    const text = `${head}content-length: ${length}\r\n\r\n${body}`;
    const [before = '', after] = text.split(/\{(?:key|uuid)\}/);
    return { before, after, random: head.includes('{uuid}'), numbered: body.includes('{number}') };
  });

  await Promise.all(Array.from({ length: job.connections }, () => drive(job.port)));
  const elapsed = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2));
  return {
    answers: count,
    statuses,
    perSecond: Math.round(count / elapsed),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMs: (cpu.user + cpu.system) / 1000,
    ...(job.timed ? { sentAt: sentAtOf } : {}),
  };

  function drive(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, next);
      let received: Buffer = Buffer.alloc(0);
      let sentAt = 0;

      function next(): void {
        sentAt = performance.now();
        if (sentAt >= endsAt || count === job.count) {
          socket.end();
          resolve();
          return;
        }
        const part = parts[count % parts.length];
        count += 1;
        if (!part) return;
        if (job.timed) sentAtOf[numbers + count] = performance.timeOrigin + sentAt;
        const key = part.random ? randomUUID() : `${prefix}${count}`;
        const text = part.after === undefined ? part.before : `${part.before}${key}${part.after}`;
        socket.write(part.numbered ? text.replace('{number}', String(numbers + count)) : text);
      }

      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const headEnd = received.indexOf(HEAD_END);
        if (headEnd < 0) return;
        const head = received.toString('latin1', 0, headEnd);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (received.length < headEnd + 4 + length) return;
        received = received.subarray(headEnd + 4 + length);
        const status = head.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(performance.now() - sentAt);
        next();
      });
      socket.on('error', reject);
    });
  }
}

if (process.argv[2]) {
  const result = await run(JSON.parse(process.argv[2]) as LoadJob); // written by our own benchmark
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
