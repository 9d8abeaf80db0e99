import { request as rawRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../log.ts';
import { apiString } from '../text.ts';
import { createHttp } from './http.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Returns the parsed body; `/free` has no schema. */
function echoServer() {
  const http = createHttp({ log: silentLog, bodyLimit: 1024 });
  const schema = { body: z.object({ name: apiString().default('none') }) };
  http.post('/echo', { schema }, async (request) => ({ got: request.body }));
  http.delete('/echo', { schema }, async (request) => ({ got: request.body }));
  http.post('/free', async (request) => ({ got: request.body ?? null }));
  http.post('/large', { schema, bodyLimit: 8192 }, async (request) => ({ got: request.body }));
  onTestFinished(() => http.close());
  return http;
}

test.each([
  ['no body and no type', {}, undefined],
  ['an empty body as JSON', JSON_TYPE, ''],
  ['an empty body as text', { 'content-type': 'text/plain' }, ''],
  ['an empty body as a form', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
  ['an empty body of an invalid type', { 'content-type': 'nonsense' }, ''],
  ['an empty body of a type without letters', { 'content-type': ';;;=' }, ''],
  ['an empty object', JSON_TYPE, '{}'],
])('%s is an empty object', async (_name, headers, payload) => {
  const http = echoServer();

  const answers = await Promise.all(
    (['POST', 'DELETE'] as const).map((method) =>
      http.inject({ method, url: '/echo', headers, ...(payload === undefined ? {} : { payload }) }),
    ),
  );

  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    [200, { got: { name: 'none' } }],
    [200, { got: { name: 'none' } }],
  ]);
});

test.each([
  ['half an object', '{"name":', 400, 'invalid_json'],
  ['words', 'hello', 400, 'invalid_json'],
  ['only white space', '  ', 400, 'invalid_json'],
  ['two objects', '{}{}', 400, 'invalid_json'],
  ['a trailing comma', '{"name":"a",}', 400, 'invalid_json'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, 'invalid_json'],
  ['the first bytes of gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 400, 'invalid_json'],
  ['too many bytes', `{"name":"${'a'.repeat(1024)}"}`, 413, 'payload_too_large'],
])('refuses %s', async (_name, payload, status, error) => {
  const http = echoServer();

  const answer = await http.inject({ method: 'POST', url: '/echo', headers: JSON_TYPE, payload });

  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ error, message: expect.any(String) });
});

test.each(['null', '[]', '[{"name":"a"}]', '"text"', '17', 'true'])(
  '%s is JSON but not an object: a field error',
  async (payload) => {
    const http = echoServer();

    const answers = await Promise.all(
      ['/echo', '/free'].map((url) => http.inject({ method: 'POST', url, headers: JSON_TYPE, payload })),
    );

    for (const answer of answers) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toEqual({
        message: expect.any(String),
        errors: { body: ['must be a JSON object'] },
      });
    }
  },
);

test.each([
  ['text', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['an invalid type', { 'content-type': 'json' }],
  ['no type', {}],
  ['compressed JSON', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
])('refuses a body sent as %s', async (_name, headers) => {
  const http = echoServer();

  const answer = await http.inject({
    method: 'POST',
    url: '/echo',
    headers,
    payload: Buffer.from('{"name":"a"}'),
  });

  expect(answer.statusCode).toBe(415);
  expect(answer.json()).toEqual({ error: 'unsupported_media_type', message: expect.any(String) });
});

test.each([
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/problem+json',
  'application/json;',
])('reads a body sent as %s', async (type) => {
  const http = echoServer();

  const answer = await http.inject({
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': type },
    payload: '\uFEFF{"name":"Åsa 😀"}',
  });

  expect(answer.json()).toEqual({ got: { name: 'Åsa 😀' } });
});

test.each([
  ['__proto__', '{"name":"a","__proto__":{"polluted":true}}'],
  ['__proto__ written in escapes', '{"name":"a","\\u005f_proto__":{"polluted":true}}'],
  ['constructor.prototype', '{"name":"a","constructor":{"prototype":{"polluted":true}}}'],
  ['a nested __proto__', '{"name":"a","deep":[{"__proto__":{"polluted":true}}]}'],
])('a key that reaches a prototype (%s) changes nothing', async (_name, payload) => {
  const http = echoServer();

  const answers = await Promise.all(
    ['/echo', '/free'].map((url) => http.inject({ method: 'POST', url, headers: JSON_TYPE, payload })),
  );

  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect(answers[1]?.body).not.toContain('polluted');
  expect(Object.prototype).not.toHaveProperty('polluted');
});

test.each([
  ['NUL', '{"name":"a\\u0000b"}'],
  ['a lone surrogate', '{"name":"\\ud83d"}'],
])('a string with %s is a field error', async (_name, payload) => {
  const http = echoServer();

  const answer = await http.inject({ method: 'POST', url: '/echo', headers: JSON_TYPE, payload });

  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toHaveProperty('name');
});

test('a deeply nested body is a field error', async () => {
  const http = echoServer();
  const payload = `{"name":"a","deep":${'['.repeat(500)}${']'.repeat(500)}}`;

  const answer = await http.inject({ method: 'POST', url: '/echo', headers: JSON_TYPE, payload });

  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toHaveProperty('body');
});

test('a route may allow larger bodies', async () => {
  const http = echoServer();
  const payload = `{"name":"${'a'.repeat(4000)}"}`;

  const answer = await http.inject({ method: 'POST', url: '/large', headers: JSON_TYPE, payload });

  expect(answer.statusCode).toBe(200);
});

test('an unknown address is 404, even with an invalid body', async () => {
  const http = echoServer();

  const answer = await http.inject({ method: 'POST', url: '/nowhere', headers: JSON_TYPE, payload: '{' });

  expect(answer.statusCode).toBe(404);
});

test.each([
  ['with its length', { 'content-length': String(5 * 2 ** 20) }],
  ['in chunks', {}],
])('a client that sends 5 MB %s gets a 413 and keeps the connection', async (_name, headers) => {
  const http = echoServer();
  await http.listen({ port: 0, host: '127.0.0.1' });

  const { status, connection } = await upload(http.server.address() as AddressInfo, headers, 5 * 2 ** 20);

  expect(status).toBe(413);
  expect(connection).not.toBe('close');
});

test('an empty body in chunks is an empty object', async () => {
  const http = echoServer();
  await http.listen({ port: 0, host: '127.0.0.1' });

  const { status } = await upload(
    http.server.address() as AddressInfo,
    { 'transfer-encoding': 'chunked' },
    0,
  );

  expect(status).toBe(200);
});

/** Uses a real socket, because the state of the connection is tested. */
function upload(address: AddressInfo, headers: Record<string, string>, size: number) {
  return new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    const sent = rawRequest(
      {
        host: '127.0.0.1',
        port: address.port,
        path: '/echo',
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...headers },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
      },
    );
    sent.on('error', reject);
    sent.end(Buffer.alloc(size, 'a'));
  });
}
