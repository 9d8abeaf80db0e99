import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../log.ts';
import { apiString, requiredString } from '../text.ts';
import { createHttp } from './http.ts';

const Body = z.object({
  label: requiredString(10),
  kind: z.enum(['a', 'b']).default('a'),
  count: z.int().min(1).max(9).optional(),
  ratio: z.number().optional(),
  on: z.boolean().optional(),
  url: z.url().optional(),
  email: z.email().optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  code: z.string().regex(/^x/).optional(),
  only: z.literal('one').optional(),
  short: apiString().min(2).max(3).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  match: z.enum(['exact', 'starts']).optional(),
  said: z.array(z.union([z.string(), z.object({ text: z.string(), after: z.int().min(0) })])).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  interactive: z.object({ buttons: z.array(z.strictObject({ title: requiredString(20) })) }).optional(),
});

function server() {
  const http = createHttp({ log: silentLog, bodyLimit: 262_144 });
  http.post('/things', { schema: { body: Body } }, async () => ({}));
  http.get(
    '/things',
    { schema: { querystring: z.object({ page: z.coerce.number().int().min(1) }) } },
    async () => ({}),
  );
  http.get(
    '/things/:id',
    { schema: { params: z.object({ id: z.coerce.number().int() }) } },
    async () => ({}),
  );
  onTestFinished(() => http.close());
  return http;
}

test.each([
  [{}, { label: ['is required'] }],
  [{ label: null }, { label: ['must be a string'] }],
  [{ label: 7 }, { label: ['must be a string'] }],
  [{ label: '  ' }, { label: ['is required'] }],
  [{ label: 'a'.repeat(11) }, { label: ['must have at most 10 characters'] }],
  [{ label: 'a', kind: 'c' }, { kind: ['must be one of a, b'] }],
  [{ label: 'a', match: 'startsWith' }, { match: ['must be one of exact, starts; did you mean starts?'] }],
  [{ label: 'a', match: 'starts_with' }, { match: ['must be one of exact, starts; did you mean starts?'] }],
  [{ label: 'a', match: 'exatc' }, { match: ['must be one of exact, starts; did you mean exact?'] }],
  [{ label: 'a', match: 'exact'.repeat(9) }, { match: ['must be one of exact, starts'] }],
  [{ label: 'a', said: [7] }, { 'said.0': ['is not valid'] }],
  [{ label: 'a', said: ['', { text: 'b', after: -1 }] }, { 'said.1.after': ['must be at least 0'] }],
  [{ label: 'a', count: 0 }, { count: ['must be at least 1'] }],
  [{ label: 'a', count: 10 }, { count: ['must be at most 9'] }],
  [{ label: 'a', count: 1.5 }, { count: ['must be an integer'] }],
  [{ label: 'a', ratio: '1' }, { ratio: ['must be a number'] }],
  [{ label: 'a', on: 'yes' }, { on: ['must be true or false'] }],
  [{ label: 'a', url: 'nope' }, { url: ['must be a URL'] }],
  [{ label: 'a', email: 'nope' }, { email: ['must be an e-mail address'] }],
  [{ label: 'a', at: 'tomorrow' }, { at: ['must be an ISO 8601 timestamp'] }],
  [{ label: 'a', code: 'y' }, { code: ['has the wrong format'] }],
  [{ label: 'a', only: 'two' }, { only: ['must be one'] }],
  [{ label: 'a', short: 'x' }, { short: ['must have at least 2 characters'] }],
  [{ label: 'a', either: true }, { either: ['is not valid'] }],
  [{ label: 'a', tags: [] }, { tags: ['must have at least 1 items'] }],
  [{ label: 'a', tags: ['a', 'b', 'c'] }, { tags: ['must have at most 2 items'] }],
  [{ label: 'a', tags: ['a', 2] }, { 'tags.1': ['must be a string'] }],
  [{ label: 'a', tags: { length: { toString: 7 } } }, { tags: ['must be an array'] }],
  [{ label: 'a', interactive: [] }, { interactive: ['must be an object'] }],
  [
    { label: 'a', interactive: { buttons: [{ title: '' }, { title: 'ok', colour: 'red' }] } },
    { 'interactive.buttons.0.title': ['is required'], 'interactive.buttons.1.colour': ['is not known'] },
  ],
])('%j names its wrong fields', async (payload, errors) => {
  const http = server();

  const answer = await http.inject({ method: 'POST', url: '/things', payload });

  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toEqual({ message: expect.any(String), errors });
  expect(answer.json().message).toContain(Object.keys(errors)[0]);
});

test('the answer to a body with errors in every field is limited', async () => {
  const http = server();
  const payload = { label: 'a', interactive: { buttons: Array.from({ length: 1000 }, () => 1) } };

  const answer = await http.inject({ method: 'POST', url: '/things', payload });

  expect(Object.keys(answer.json().errors)).toHaveLength(50);
});

test('a wrong or doubled query parameter is a field error', async () => {
  const http = server();

  const answers = await Promise.all(
    ['?page=x', '?page=0', '?page=1&page=2', ''].map((query) => http.inject(`/things${query}`)),
  );

  expect(answers.map((answer) => [answer.statusCode, Object.keys(answer.json().errors)])).toEqual(
    Array.from({ length: 4 }, () => [422, ['page']]),
  );
});

test('a path that does not fit its schema is an unknown address', async () => {
  const http = server();

  const answer = await http.inject('/things/seven');

  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ error: 'not_found', message: expect.any(String) });
});
