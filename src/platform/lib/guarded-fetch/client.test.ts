import { execFile } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../test/harness/tls.ts';
import { until } from '../../../../test/harness/until.ts';
import { mayControlSandbox } from '../../../app/sandbox/guard.ts';
import { createGuardedClient, type GuardedClientOptions } from './client.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

function testClient(options: Partial<GuardedClientOptions> = {}) {
  const client = createGuardedClient({ allowNetworks: LOOPBACK, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** A TCP server that does to each connection what `play` says; the way to play a broken receiver. */
async function rawServer(play: (socket: Socket, number: number) => void): Promise<string> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    count += 1;
    play(socket, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
}

/** What `rawServer` plays to speak TLS as receiver.test; `answer` is called when the request comes. */
function speakTls(answer: (socket: TLSSocket) => void): (socket: Socket) => void {
  const server = createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  server.on('tlsClientError', () => {});
  return (socket) => void server.emit('connection', socket);
}

const accept = (socket: Socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\n');

const toThisMachine = async () => [{ address: '127.0.0.1', family: 4 }];

const hello = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"hello":"dunia"}') };

test('posts the bytes and the headers as given and answers status and beginning of the body', async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(201).end('made'));

  const outcome = await testClient().post(`${receiver.url}?a=1`, hello);

  expect(outcome).toEqual({ status: 201, excerpt: 'made', durationMs: expect.any(Number) });
  expect(receiver.requests).toMatchObject([{ method: 'POST', path: '/hook?a=1', body: hello.body }]);
  expect(receiver.requests[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': '17',
  });
});

test('a service on this machine can tell that the request is made for a tenant', async () => {
  const receiver = await startReceiver();

  await testClient().post(receiver.url, { ...hello, headers: { via: 'nobody' } });

  const headers = receiver.requests[0]?.headers ?? {};
  expect(headers).toMatchObject({ via: '1.1 kurir' });
  const door = { token: undefined, open: true };
  expect(mayControlSandbox({ clientAddress: '127.0.0.1', headers }, door)).toBe(false);
});

test.each([301, 302, 303, 307, 308])(
  'status %i is an answer, its location is not followed',
  async (status) => {
    const target = await startReceiver();
    const receiver = await startReceiver((_, response) =>
      response.writeHead(status, { location: target.url }).end(),
    );

    const outcome = await testClient().post(receiver.url, hello);

    expect(outcome).toMatchObject({ status });
    expect(target.connections()).toBe(0);
  },
);

test('kept connections serve requests that follow each other', async () => {
  const receiver = await startReceiver();
  const client = testClient();

  for (let turn = 0; turn < 5; turn += 1) await client.post(receiver.url, hello);

  expect(receiver.requests).toHaveLength(5);
  expect(receiver.connections()).toBeLessThanOrEqual(2);
});

test.each(['end', 'reset'] as const)(
  'a kept connection that the receiver closes (%s) as we write gets one try on a new one',
  async (way) => {
    const url = await rawServer((socket, number) => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (number > 1 || requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        else if (way === 'end') socket.end();
        else socket.resetAndDestroy();
      });
    });
    const client = testClient();

    const first = await client.post(url, hello);
    const second = await client.post(url, hello);

    expect([first, second]).toMatchObject([{ status: 200 }, { status: 200 }]);
  },
);

test('a new connection that is closed without an answer is a failure, tried once', async () => {
  let connections = 0;
  const url = await rawServer((socket) => {
    connections += 1;
    socket.once('data', () => socket.end());
  });

  expect(await testClient().post(url, hello)).toMatchObject({ error: 'connection_closed' });
  expect(connections).toBe(1);
});

test('a long body is cut at the limit, and the status counts', async () => {
  const receiver = await startReceiver((_, response) => {
    response.write('x'.repeat(100_000));
    const drip = setInterval(() => response.write('x'.repeat(100_000)), 5);
    response.on('close', () => clearInterval(drip));
  });

  const outcome = await testClient().post(receiver.url, { ...hello, maxResponseBytes: 1_000 });

  expect(outcome).toMatchObject({ status: 200, excerpt: 'x'.repeat(1_000) });
});

test('the excerpt is storable text: no NUL, no half character', async () => {
  const receiver = await startReceiver((_, response) =>
    response.end(Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff]), Buffer.from('é')])),
  );

  const whole = await testClient().post(receiver.url, hello);
  const cut = await testClient().post(receiver.url, { ...hello, maxResponseBytes: 5 });

  expect(whole).toMatchObject({ excerpt: 'ab\ufffdé' });
  expect(cut).toMatchObject({ excerpt: 'ab\ufffd' });
});

test('a receiver that says nothing times out', async () => {
  const receiver = await startReceiver(() => {});

  const outcome = await testClient().post(receiver.url, { ...hello, timeoutMs: 80 });

  expect(outcome).toMatchObject({ error: 'timeout' });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(75);
});

test('a status whose body never ends counts', async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(200).write('so far'));

  // Long enough for a busy machine to bring the status before it.
  expect(await testClient().post(receiver.url, { ...hello, timeoutMs: 1_500 })).toMatchObject({
    status: 200,
    excerpt: 'so far',
  });
});

test('header bytes that drip do not outlive the deadline', async () => {
  const url = await rawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x: y\r\n'), 10);
    socket.on('close', () => clearInterval(drip));
  });

  expect(await testClient().post(url, { ...hello, timeoutMs: 80 })).toMatchObject({ error: 'timeout' });
});

test('a name service that hangs is cut off by the connect deadline', async () => {
  const client = testClient({ connectTimeoutMs: 60, resolve: () => new Promise(() => {}) });

  expect(await client.post('http://slow.test/', hello)).toMatchObject({ error: 'connect_timeout' });
});

test('a TLS handshake that hangs is cut off by the connect deadline', async () => {
  const url = await rawServer(() => {});
  const client = testClient({ connectTimeoutMs: 60 });

  const outcome = await client.post(url.replace('http', 'https'), hello);

  expect(outcome).toMatchObject({ error: 'connect_timeout' });
});

test('a request that is given up is not sent later', async () => {
  const receiver = await startReceiver();
  let answer: (addresses: { address: string; family: number }[]) => void = () => {};
  const client = testClient({ resolve: () => new Promise((resolve) => (answer = resolve)) });

  const outcome = await client.post(`http://late.test:${receiver.port}/`, { ...hello, timeoutMs: 30 });
  answer([{ address: '127.0.0.1', family: 4 }]);
  await client.post(receiver.url, hello);

  expect(outcome).toMatchObject({ error: 'timeout' });
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook']);
});

test('the signal gives a request up', async () => {
  const receiver = await startReceiver(() => {});
  const stop = new AbortController();
  const client = testClient();

  const waiting = client.post(receiver.url, { ...hello, signal: stop.signal });
  await receiver.arrived(1);
  stop.abort();

  expect(await waiting).toMatchObject({ error: 'aborted' });
  expect(await client.post(receiver.url, { ...hello, signal: stop.signal })).toMatchObject({
    error: 'aborted',
  });
});

test.each([
  ['nonsense', 'SSH-2.0-OpenSSH_9.6\r\n'],
  [
    'an upgrade that nobody asked for',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  ['a word that nobody waits for', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
])('an answer of %s is no valid HTTP', async (_, answer) => {
  const url = await rawServer((socket) => socket.once('data', () => socket.write(answer)));

  expect(await testClient().post(url, hello)).toMatchObject({ error: 'invalid_response' });
});

test('a port without a listener is a failure to connect', async () => {
  const receiver = await startReceiver();
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
  const address = free.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => free.close(resolve));

  const outcome = await testClient().post(`http://127.0.0.1:${port}/`, hello);

  expect(outcome).toMatchObject({
    error: 'connect_failed',
    message: expect.stringContaining('ECONNREFUSED'),
  });
  expect(receiver.connections()).toBe(0);
});

test('a header that would break out of its line is refused, not sent', async () => {
  const receiver = await startReceiver();

  const outcome = await testClient().post(receiver.url, {
    ...hello,
    headers: { 'x-name': 'a\r\nx-evil: 1' },
  });

  expect(outcome).toMatchObject({ error: 'request_failed' });
  expect(receiver.requests).toEqual([]);
});

test('TLS: a trusted certificate for the name is needed', async () => {
  const { port } = new URL(await rawServer(speakTls(accept)));
  const trusted = testClient({ resolve: toThisMachine, ca: TEST_CERTIFICATE });
  const stranger = testClient({ resolve: toThisMachine });

  expect(await trusted.post(`https://receiver.test:${port}/`, hello)).toMatchObject({ status: 204 });
  expect(await trusted.post(`https://other.test:${port}/`, hello)).toMatchObject({ error: 'tls_failed' });
  expect(await stranger.post(`https://receiver.test:${port}/`, hello)).toMatchObject({ error: 'tls_failed' });
});

test('a new connection by TLS that is closed without an answer is tried once, too', async () => {
  let requests = 0;
  const url = await rawServer(
    speakTls((socket) => {
      requests += 1;
      socket.end();
    }),
  );
  const client = testClient({ resolve: toThisMachine, ca: TEST_CERTIFICATE });

  const outcome = await client.post(`https://receiver.test:${new URL(url).port}/`, hello);

  expect(outcome).toMatchObject({ error: 'connection_closed' });
  expect(requests).toBe(1);
});

test('a TLS handshake that hangs holds up no other request to the same host', async () => {
  const begun = Promise.withResolvers<void>();
  const speak = speakTls(accept);
  const url = await rawServer((socket, number) => {
    if (number > 1) speak(socket);
    else begun.resolve();
  });
  const client = testClient({ resolve: toThisMachine, ca: TEST_CERTIFICATE });
  const post = () => client.post(`https://receiver.test:${new URL(url).port}/`, hello);

  const hanging = post();
  await begun.promise;
  const others = await Promise.all([post(), post()]);
  await client.close();

  expect(others).toMatchObject([{ status: 204 }, { status: 204 }]);
  expect(await hanging).toMatchObject({ error: 'aborted' });
});

test('a host that moves is found at its new address, even under steady traffic', async () => {
  const receiver = await startReceiver();
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const client = testClient({ resolve, lifeMs: 20 });

  await until(async () => {
    expect(await client.post(`http://receiver.test:${receiver.port}/`, hello)).toMatchObject({ status: 200 });
    return receiver.connections() > 1;
  });

  expect(asked).toBe(2);
});

test('proxy settings of the machine are not followed', async () => {
  const receiver = await startReceiver();
  const proxy = await startReceiver();
  const source = `
    const { createGuardedClient } = await import(${JSON.stringify(new URL('client.ts', import.meta.url).href)});
    const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
    const outcome = await client.post(${JSON.stringify(receiver.url)}, { headers: {}, body: Buffer.from('{}') });
    await client.close();
    console.log(JSON.stringify(outcome));`;
  const { origin } = new URL(proxy.url);
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: origin, http_proxy: origin, ALL_PROXY: origin };

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], {
    env,
  });

  expect(JSON.parse(stdout)).toMatchObject({ status: 200 });
  expect(proxy.connections()).toBe(0);
  expect(receiver.requests).toHaveLength(1);
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)(
  '%s goes as given, with a body or without one',
  async (method) => {
    const receiver = await startReceiver();

    await testClient().post(receiver.url, { method, headers: {}, body: null });
    await testClient().post(receiver.url, { ...hello, method });

    expect(receiver.requests).toMatchObject([
      { method, body: Buffer.from('') },
      { method, body: hello.body },
    ]);
  },
);

test('an answer that is not whole says so', async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(200).write('so far'));

  const endless = await testClient().post(receiver.url, { ...hello, timeoutMs: 1_500 });
  const long = await testClient().post(receiver.url, { ...hello, maxResponseBytes: 3, timeoutMs: 1_500 });

  expect([endless, long]).toMatchObject([{ isCut: true }, { isCut: true, excerpt: 'so ' }]);
});
