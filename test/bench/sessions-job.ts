import { setTimeout as wait } from 'node:timers/promises';

/** The job of one side of the benchmark: to pair `count` numbers and keep the sessions, or to connect them. */
export interface SessionsJob {
  phase: 'pair' | 'hold';
  count: number;
  firstNumber: number;
  whatsappUrl: string;
  sandboxUrl: string;
  trustRoot: string;
  token: string;
  /** Where the bare client keeps its sessions from one phase to the next. */
  folder: string;
  databaseUrl: string;
  secretKey: string;
}

/** Bytes with one session, and with all of them. */
export interface Measured {
  before: Memory;
  after: Memory;
}

export interface Memory {
  rss: number;
  heap: number;
}

const SETTLE_MS = 3_000;

/** The phone of this number scans the code. */
export async function scan(job: SessionsJob, index: number, qr: string): Promise<void> {
  await fetch(`${job.sandboxUrl}/sandbox/phones/${job.firstNumber + index}/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-control': job.token },
    body: JSON.stringify({ qr }),
  });
}

/** Memory after everything has come to rest and the garbage is gone; needs --expose-gc. */
export async function measure(): Promise<Memory> {
  await wait(SETTLE_MS);
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await wait(200);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}
