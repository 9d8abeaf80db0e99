import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/harness/until.ts';
import { ApiError, FieldErrors } from '../errors.ts';
import { type Log, silentLog } from '../log.ts';
import { createHttp } from './http.ts';

function server(log: Log = silentLog) {
  const http = createHttp({ log, bodyLimit: 1024 });
  http.get(
    '/things',
    { schema: { response: { 200: z.object({ data: z.array(z.string()) }) } } },
    async () => ({ data: [] }),
  );
  http.post('/things', { config: { quiet: true } }, async () => ({}));
  http.get('/things/:id', async (request) => request.params);
  http.patch('/things/:id/part', async () => ({}));
  http.get('/shops/:id', async () => ({}));
  http.put('/shops/:name', async () => ({}));
  http.post('/shops/preview', async () => ({}));
  http.post('/shops/:id/close', async () => ({}));
  http.delete('/shops/*', async () => ({}));
  http.get('/fail/:how', async (request) => {
    const { how } = z.object({ how: z.string() }).parse(request.params);
    throw FAILURES[how];
  });
  http.get(
    '/wrong-answer',
    { schema: { response: { 200: z.object({ id: z.number() }) } } },
    // The test is about the response schema, so it bypasses the types.
    async () => ({ id: 'secret' }) as never,
  );
  onTestFinished(() => http.close());
  return http;
}

const FAILURES: Record<string, unknown> = {
  code: new ApiError('device_not_found'),
  fields: new FieldErrors({ 'interactive.buttons.0.title': ['is required'], to: ['is required'] }),
  bug: new Error('password=hunter2 at /srv/secret.ts'),
  text: 'thrown text',
  database: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  shutdown: Object.assign(new Error('terminating connection due to administrator command'), {
    code: '57P01',
  }),
  later: new ApiError('service_unavailable'),
};

const JSON_TYPE = { 'content-type': 'application/json' };

function recordingLog(level: 'debug' | 'info') {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

test.each([
  [
    'code',
    404,
    {
      error: 'device_not_found',
      message: 'No such device in this account. List the devices: GET /v1/devices.',
    },
    {},
  ],
  [
    'fields',
    422,
    {
      message: 'interactive.buttons.0.title: is required (and 1 more)',
      errors: { 'interactive.buttons.0.title': ['is required'], to: ['is required'] },
    },
    {},
  ],
  ['bug', 500, { error: 'internal_error', message: expect.not.stringContaining('hunter2') }, {}],
  ['text', 500, { error: 'internal_error', message: expect.not.stringContaining('thrown') }, {}],
  [
    'database',
    503,
    { error: 'service_unavailable', message: expect.not.stringContaining('5432') },
    { 'retry-after': '1' },
  ],
  ['shutdown', 503, { error: 'service_unavailable', message: expect.any(String) }, { 'retry-after': '1' }],
  ['later', 503, { error: 'service_unavailable', message: expect.any(String) }, { 'retry-after': '1' }],
])('an error of kind %s answers %i in the shape of the contract', async (how, status, body, headers) => {
  const http = server();

  const answer = await http.inject(`/fail/${how}`);

  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual(body);
  expect(answer.headers).toMatchObject({ ...headers, 'content-type': 'application/json; charset=utf-8' });
});

test('an answer that violates its schema is not sent: 500', async () => {
  const http = server();

  const answer = await http.inject('/wrong-answer');

  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ error: 'internal_error', message: expect.any(String) });
});

test('an unexpected error is logged with the request id of the answer', async () => {
  const { log, lines } = recordingLog('info');
  const http = server(log);

  const answer = await http.inject('/fail/bug');

  const failed = lines.find((line) => line.msg === 'http.failed');
  expect(failed).toMatchObject({
    request_id: answer.headers['x-request-id'],
    route: '/fail/:how',
    method: 'GET',
  });
});

test('a database that is away in a flood of calls does not fill the log', async () => {
  const { log, lines } = recordingLog('info');
  const http = server(log);

  await Promise.all(Array.from({ length: 200 }, () => http.inject('/fail/database')));

  const count = lines.filter(({ msg }) => msg === 'http.unavailable').length;
  expect(count).toBeGreaterThanOrEqual(10);
  // Ten a second, and a slow machine takes more than one.
  expect(count).toBeLessThan(100);
});

test.each([
  ['/nowhere', 'GET'],
  ['/things/7/', 'GET'],
  ['/THINGS', 'GET'],
  ['/things/%', 'GET'],
  ['/things/%E0%A4%A', 'GET'],
  ['/%ff', 'POST'],
  [`/things/${'a'.repeat(2000)}`, 'GET'],
  ['//evil.example/things', 'GET'],
] as const)('%s is not found', async (url, method) => {
  const http = server();

  const answer = await http.inject({ method, url });

  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ error: 'not_found', message: expect.any(String) });
  expect(answer.headers['x-request-id']).toEqual(expect.any(String));
});

test.each([
  ['DELETE', '/things', 'GET, HEAD, POST'],
  ['OPTIONS', '/things?a=1', 'GET, HEAD, POST'],
  ['PUT', '/things/7', 'GET, HEAD'],
  ['POST', '/things/%37', 'GET, HEAD'],
  ['GET', '/things/7/part', 'PATCH'],
  ['HEAD', '/things/7/part', 'PATCH'],
  ['PATCH', '/shops/7', 'GET, HEAD, PUT'],
  ['PATCH', '/shops/preview', 'POST'],
  ['PATCH', '/shops/preview?a=1', 'POST'],
  ['PATCH', '/shops/7/close', 'POST'],
  ['PATCH', '/shops/7/doors', 'DELETE'],
] as const)('%s %s is 405 and names the methods that work', async (method, url, allow) => {
  const http = server();

  const answer = await http.inject({ method, url });

  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe(allow);
  if (method !== 'HEAD')
    expect(answer.json()).toEqual({ error: 'method_not_allowed', message: expect.any(String) });
});

test('HEAD answers like GET without the body', async () => {
  const http = server();

  const answer = await http.inject({ method: 'HEAD', url: '/things' });

  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('');
});

test('an incoming request id is kept when it is plain, otherwise a random one is made', async () => {
  const http = server();

  const kept = await http.inject({ url: '/things', headers: { 'x-request-id': 'order-17.a:b' } });
  const key = await http.inject({ url: '/things', headers: { 'x-request-id': `kurir_${'a'.repeat(39)}` } });
  const odd = await http.inject({ url: '/things', headers: { 'x-request-id': 'a b<script>' } });
  const long = await http.inject({ url: '/things', headers: { 'x-request-id': 'a'.repeat(65) } });
  const none = await http.inject('/things');

  expect(kept.headers['x-request-id']).toBe('order-17.a:b');
  const made = [odd, key, long, none].map((answer) => answer.headers['x-request-id']);
  expect(new Set(made).size).toBe(4);
  // Version 4: random, with no part that counts requests.
  for (const id of made)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('each answer is one log line with the route pattern; quiet successes log at level debug', async () => {
  const info = recordingLog('info');
  const debug = recordingLog('debug');

  for (const { log } of [info, debug]) {
    const http = server(log);
    await http.inject('/things/my-secret-id?token=abc');
    await http.inject({ method: 'POST', url: '/things' });
    await http.inject({ method: 'POST', url: '/things', payload: '{', headers: JSON_TYPE });
  }

  const routes = ({ lines }: typeof info) =>
    lines.map((line) => [line.msg, line.method, line.route, line.status, line.code]);
  const first = ['http.answered', 'GET', '/things/:id', 200, undefined];
  const refused = ['http.answered', 'POST', '/things', 400, 'invalid_json'];
  expect(routes(info)).toEqual([first, refused]);
  expect(routes(debug)).toEqual([first, ['http.answered', 'POST', '/things', 200, undefined], refused]);
  expect(debug.lines[0]?.ms).toEqual(expect.any(Number));
  expect(JSON.stringify([info.lines, debug.lines])).not.toContain('secret');
});

test('lines that many answers share are written before the server ends', async () => {
  const { log, lines } = recordingLog('info');
  const http = server(log);
  const answers = await Promise.all(Array.from({ length: 103 }, () => http.inject('/things')));

  await http.close();

  expect(lines.at(-1)).toMatchObject({ msg: 'http.answered_many', route: '/things', status: 200, count: 3 });
  const ids = answers.slice(-3).map(({ headers }) => headers['x-request-id']);
  expect(lines.at(-1)?.request_ids).toEqual(ids);
});

test.each([
  ['not HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
  ['an unknown method', 'FETCH /things HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'bad_request'],
  [
    'two lengths',
    'POST /things HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{',
    400,
    'bad_request',
  ],
  [
    'headers beyond 16 KiB',
    `GET /things HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])(
  'invalid HTTP (%s) is refused in the shape of the contract, and logged',
  async (_name, bytes, status, error) => {
    const { log, lines } = recordingLog('info');
    const http = server(log);
    await http.listen({ port: 0, host: '127.0.0.1' });

    const answer = await exchange(http.server.address() as AddressInfo, bytes);

    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ error, message: expect.any(String) });
    const request_id = /^x-request-id: (\S+)$/im.exec(head)?.[1];
    expect(lines).toMatchObject([{ request_id, status, code: error }]);
  },
);

test.each([
  ['a method that requires a type', 'QUERY /things HTTP/1.1', 'accept: */*', 405],
  ['an unknown expectation', 'GET /things HTTP/1.1', 'expect: the-unexpected', 200],
])('%s gets a usual answer', async (_name, line, header, status) => {
  const http = server();
  await http.listen({ port: 0, host: '127.0.0.1' });

  const request = [line, 'host: a', 'connection: close', header, '', ''].join('\r\n');
  const answer = await exchange(http.server.address() as AddressInfo, request);

  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toEqual(expect.any(Object));
});

test.each([
  ['GET /nowhere HTTP/1.1', 404],
  ['DELETE /things HTTP/1.1', 405],
  ['GET /fail/code HTTP/1.1', 404],
  ['POST /things HTTP/1.1\r\ncontent-type: text/plain\r\ncontent-length: 0', 200],
  ['POST /things HTTP/1.1\r\ncontent-type: text/plain\r\ncontent-length: 2000', 413],
])('%s answers with the connection header of the request', async (line, status) => {
  const http = server();
  await http.listen({ port: 0, host: '127.0.0.1' });
  const headOf = async (connection: string) => {
    const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
    const length = Number(/content-length: (\d+)/.exec(line)?.[1] ?? 0);
    socket.write(`${line}\r\nhost: a\r\nconnection: ${connection}\r\n\r\n${'x'.repeat(length)}`);
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer).split('\r\n\r\n')[0];
  };

  const heads = await Promise.all(['close', 'keep-alive'].map(headOf));

  expect(heads[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} .*^connection: close$`, 'ims'));
  expect(heads[1]).toMatch(new RegExp(`^HTTP/1.1 ${status} .*^connection: keep-alive$`, 'ims'));
});

test('closing answers the request in flight, and then closes its connection', async () => {
  const http = server();
  http.get('/closes', async () => {
    void http.close();
    await until(() => !http.server.listening);
    return { still: 'answered' };
  });
  await http.listen({ port: 0, host: '127.0.0.1' });

  const request = 'GET /closes HTTP/1.1\r\nhost: a\r\n\r\n';
  const answer = await exchange(http.server.address() as AddressInfo, request);

  expect(answer).toContain('{"still":"answered"}');
});

test('a connection without a request does not delay the stop', async () => {
  const http = server();
  const accepted = new Promise<void>((resolve) => http.server.once('connection', () => resolve()));
  await http.listen({ port: 0, host: '127.0.0.1' });
  const answer = exchange(http.server.address() as AddressInfo, '');
  await accepted;

  await http.close();

  expect(await answer).toBe('');
});

test('a client that disconnects during its body is not logged as a failure', async () => {
  const { log, lines } = recordingLog('debug');
  const http = server(log);
  const gone = Promise.withResolvers<void>();
  http.server.on('connection', (socket) => socket.on('close', () => gone.resolve()));
  await http.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');

  const head =
    'POST /things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{';
  socket.write(head, () => socket.destroy());
  await gone.promise;
  const next = await http.inject('/things');

  expect(next.statusCode).toBe(200);
  expect(lines.map((line) => [line.msg, line.method])).toEqual([['http.answered', 'GET']]);
});

test('a request that breaks while its answer is written gets no second answer', async () => {
  const http = server();
  const broken = new Promise((resolve) => http.server.once('clientError', resolve));
  async function* parts() {
    yield 'part';
    await broken;
  }
  http.get('/stream', (_, reply) => reply.type('text/csv').send(Readable.from(parts())));
  await http.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');

  socket.write('GET /stream HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n');
  const [begin] = await once(socket, 'data');
  socket.end();
  const answer = String(begin) + (await text(socket));

  expect(answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*4\r\npart\r\n/);
  expect(answer).not.toContain('bad_request');
});

async function exchange({ port }: AddressInfo, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}
