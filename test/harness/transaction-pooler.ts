import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Calls `found` with type and body of each message of the protocol. */
function messagesOf(found: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1;
      found(rest.toString('latin1', 0, 1), rest.subarray(5, end));
      rest = rest.subarray(end);
    }
  };
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Logs in, and hands out the raw connection. */
async function openSession(target: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  for (const event of ['data', 'end', 'close', 'error']) stream.removeAllListeners(event);
  return stream.on('error', () => {});
}

/**
 * What PgBouncer does in transaction mode: each transaction gets any session of the server that is free, with what the
 * last one left in it. Answers its URL.
 */
export async function transactionPooler(target: string): Promise<string> {
  const idle: Socket[] = [];
  const all = new Set<Socket>();

  function serve(client: Socket): void {
    all.add(client);
    client.on('error', () => {});
    let session: Promise<Socket> | null = null;
    /** Queries that are not answered. */
    let asked = 0;
    client.once('data', () => {
      const ready = message('Z', Buffer.from('I'));
      client.write(Buffer.concat([message('R', Buffer.alloc(4)), message('K', randomBytes(8)), ready]));
      const count = messagesOf((type) => {
        if (type === 'Q' || type === 'S') asked += 1;
        if (type === 'X') client.end();
      });
      client.on('data', async (chunk: Buffer) => {
        count(chunk);
        if (chunk.toString('latin1', 0, 1) === 'X') return;
        session ??= take();
        (await session).write(chunk);
      });
    });

    async function take(): Promise<Socket> {
      const taken = idle.pop() ?? (await openSession(target));
      all.add(taken);
      const follow = messagesOf((type, body) => {
        if (type !== 'Z') return;
        asked -= 1;
        if (asked > 0 || body.toString() !== 'I') return;
        taken.removeAllListeners('data');
        session = null;
        idle.push(taken);
      });
      taken.on('data', (chunk: Buffer) => {
        follow(chunk);
        client.write(chunk);
      });
      return taken;
    }
  }

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of all) socket.destroy();
    server.close();
  });
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port); // a TCP listener has no other kind of address
  return url.href;
}
