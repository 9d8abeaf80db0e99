import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { adminQuery, urlOf } from '../../../../test/harness/database.ts';
import { choosePort } from '../../../../test/harness/free-port.ts';
import { serverOfFile } from '../../../../test/harness/postgres-folder.ts';
import { connectToServer } from '../../../../test/harness/tcp-proxy.ts';
import { transactionPooler } from '../../../../test/harness/transaction-pooler.ts';
import { checkServer } from './check-server.ts';

const SECRET = 'do-not-tell';
// Real passwords and rights, independent of the server of the other tests.
const server = await serverOfFile();

test('a database that can carry Kurir passes', async () => {
  const { database } = await role();

  const checked = await checkServer(urlOf(server, database));

  expect(checked.version).toBeGreaterThanOrEqual(150_000);
});

test.each([
  [140_009, '14.9'],
  [130_014, '13.14'],
  [90_624, '9.6'],
])('a server of version %i is refused as PostgreSQL %s', async (number, name) => {
  const { url, place } = await standIn({ version: number });

  const checking = checkServer(url);

  await expectProblem(
    checking,
    `DATABASE_URL: PostgreSQL ${name} on ${place} is too old, Kurir needs 15 or newer`,
  );
});

test('an address without a listener is reported', async () => {
  const { url, place, close } = await standIn({ version: 0 });
  await close();

  const checking = checkServer(url);

  await expectProblem(checking, `DATABASE_URL: no PostgreSQL listens on ${place}`);
});

test('a host that does not exist is reported', async () => {
  const checking = checkServer(`postgres://kurir:${SECRET}@database.invalid:5432/kurir`);

  await expectProblem(checking, 'DATABASE_URL: the host of database.invalid:5432/kurir is not known');
});

test('something else than PostgreSQL at the address is reported', async () => {
  const { url, place } = await standIn({ greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' });

  const checking = checkServer(url);

  await expectProblem(checking, new RegExp(`^DATABASE_URL: ${place} cannot be reached: `));
});

test('a text that is no URL is reported', async () => {
  await expectProblem(checkServer('kurir'), /^DATABASE_URL: not a URL like postgres:\/\//);
});

test('a wrong password is reported without the password', async () => {
  const { url } = await role();
  const wrong = new URL(url);
  wrong.password = `${SECRET}-wrong`;

  const checking = checkServer(wrong.href);

  await expectProblem(checking, `DATABASE_URL: wrong user or password for ${wrong.host}${wrong.pathname}`);
});

test('a database that does not exist is reported', async () => {
  const url = urlOf(server, 'nowhere');

  const checking = checkServer(url);

  await expectProblem(checking, `DATABASE_URL: database "nowhere" does not exist on ${placeOf(url)}`);
});

test('a role that may not create schemas gets the grant that it lacks', async () => {
  const { url, name, database } = await role();

  const { cannotMigrate } = await checkServer(url);

  const grant = `grant create on database "${database}" to "${name}", or set KURIR_DATABASE_OWNER_URL`;
  expect(cannotMigrate).toBe(
    `DATABASE_URL: role "${name}" may not create schemas: ${grant} (${placeOf(url)})`,
  );
});

test('a role that may not create tables gets the grant that it lacks', async () => {
  const { url, name, database } = await role();
  await adminQuery(urlOf(server, database), `grant create on database ${database} to ${name}`);

  const { cannotMigrate } = await checkServer(url);

  const grant = `grant create on schema "public" to "${name}", or set KURIR_DATABASE_OWNER_URL`;
  expect(cannotMigrate).toBe(
    `DATABASE_URL: role "${name}" may not create tables: ${grant} (${placeOf(url)})`,
  );
});

test('an ordinary role with the two rights is enough', async () => {
  const { url, name, database } = await role();
  await adminQuery(
    urlOf(server, database),
    `grant create on database ${database} to ${name}; grant create on schema public to ${name}`,
  );

  expect((await checkServer(url)).cannotMigrate).toBeNull();
});

test('a role that may not even connect is reported', async () => {
  const { url, database } = await role();
  await adminQuery(urlOf(server, database), `revoke connect on database ${database} from public`);

  const checking = checkServer(url);

  await expectProblem(
    checking,
    `DATABASE_URL: ${placeOf(url)}: permission denied for database "${database}"`,
  );
});

test('a database that takes no writes is reported', async () => {
  const { url, database } = await role();
  await adminQuery(server, `alter database ${database} set default_transaction_read_only = on`);

  const checking = checkServer(url);

  await expectProblem(
    checking,
    `DATABASE_URL: the server takes no writes: it is a standby or read-only (${placeOf(url)})`,
  );
});

test('a database that cannot store every text is reported', async () => {
  await adminQuery(
    server,
    `create database latin template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  );
  const url = urlOf(server, 'latin');

  const checking = checkServer(url);

  await expectProblem(
    checking,
    `DATABASE_URL: database "latin" stores LATIN1, Kurir needs UTF8 (${placeOf(url)})`,
  );
});

test('a server that is just starting is waited for', async () => {
  const { url, place } = await standIn({ version: 140_009, refusals: 2 });

  const checking = checkServer(url);

  await expectProblem(
    checking,
    `DATABASE_URL: PostgreSQL 14.9 on ${place} is too old, Kurir needs 15 or newer`,
  );
});

test('a server that does not listen yet is waited for, and the wait is reported once', async () => {
  const port = await choosePort();
  const waited: string[] = [];
  const checking = checkServer(urlOf(server, 'postgres').replace(/@[^/]*/, `@127.0.0.1:${port}`), {
    waitMs: 30_000,
    onWait: (problem) => void waited.push(problem),
  });
  await expect.poll(() => waited).not.toEqual([]);

  const listener = createServer((socket) => {
    const upstream = connectToServer(server);
    for (const each of [socket, upstream]) each.on('error', () => {});
    socket.pipe(upstream).pipe(socket);
  });
  listener.listen(port, '127.0.0.1');
  onTestFinished(() => void listener.close());

  expect((await checking).version).toBeGreaterThanOrEqual(150_000);
  expect(waited).toEqual([`DATABASE_URL: no PostgreSQL listens on 127.0.0.1:${port}/postgres`]);
});

test('a wait ends with the last problem, and at once with a signal', async () => {
  const { url, place, close } = await standIn({ version: 0 });
  await close();
  const stop = new AbortController();

  const [late, stopped] = await Promise.allSettled([
    checkServer(url, { waitMs: 300 }),
    checkServer(url, { waitMs: 600_000, signal: stop.signal, onWait: () => stop.abort() }),
  ]);

  expect([late, stopped]).toMatchObject([
    { reason: { message: `DATABASE_URL: no PostgreSQL listens on ${place}` } },
    { reason: { name: 'AbortError' } },
  ]);
});

test('of several servers the one that takes writes comes first', async () => {
  const { url, close } = await standIn({ version: 0 });
  await close();
  const { host: absent } = new URL(url);
  const { host: primary } = new URL(server);
  const listed = server.replace(primary, `${absent},${primary}`);

  const checked = await checkServer(`${listed}?target_session_attrs=read-write`);

  expect(checked.url).toBe(
    `${server.replace(primary, `${primary},${absent}`)}?target_session_attrs=read-write`,
  );
});

test('a pooler in transaction mode is noticed, and a server without one is not', async () => {
  const pooler = await transactionPooler(server);

  const [pooled, direct] = await Promise.all([checkServer(pooler), checkServer(server)]);

  expect([pooled.isPooled, direct.isPooled]).toEqual([true, false]);
});

async function expectProblem(checking: Promise<unknown>, message: string | RegExp): Promise<void> {
  const error = await checking.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    name: 'PostgresProblem',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
  expect(String(error)).not.toContain(SECRET);
  expect(String(error)).not.toContain('\n');
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** A new role without rights, and a database of another role. */
async function role(): Promise<{ url: string; name: string; database: string }> {
  const name = `role_${randomBytes(4).toString('hex')}`;
  const database = `database_${randomBytes(4).toString('hex')}`;
  await adminQuery(server, `create role ${name} login password '${SECRET}'`);
  await adminQuery(server, `create database ${database}`);
  const url = new URL(urlOf(server, database));
  url.username = name;
  url.password = SECRET;
  return { url: url.href, name, database };
}

interface StandIn {
  /** What `show server_version_num` answers. */
  version?: number;
  /** Sent instead of PostgreSQL's protocol. */
  greeting?: string;
  /** How many logins are refused because the server is starting. */
  refusals?: number;
}

/** The few messages of PostgreSQL's protocol that a login and one SHOW take: an old server without its binaries. */
async function standIn({ version = 0, greeting, refusals = 0 }: StandIn) {
  let refusalsLeft = refusals;
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    // The first packet is the login and has no type; each that follows is the one query or the good-bye.
    socket.once('data', () => {
      if (greeting !== undefined) return socket.end(greeting);
      if (refusalsLeft > 0) {
        refusalsLeft -= 1;
        return socket.end(packet('E', 'SFATAL\0C57P03\0Mthe database system is starting up\0\0'));
      }
      socket.write(Buffer.concat([packet('R', '\0\0\0\0'), packet('Z', 'I')]));
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) !== 'Q') return socket.end();
        const text = String(version);
        const column = `server_version_num\0${'\0'.repeat(9)}\x19\xff\xff\xff\xff\xff\xff\0\0`;
        socket.write(
          Buffer.concat([
            packet('T', `\0\x01${column}`),
            packet('D', `\0\x01\0\0\0${String.fromCharCode(text.length)}${text}`),
            packet('C', 'SHOW\0'),
            packet('Z', 'I'),
          ]),
        );
      });
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const address = tcp.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      tcp.close(() => resolve());
    });
  onTestFinished(close);
  const place = `127.0.0.1:${port}/kurir`;
  return { url: `postgres://kurir:${SECRET}@${place}`, place, close };
}

function packet(type: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}
