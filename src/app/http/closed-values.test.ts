import { afterAll, expect, test } from 'vitest';
import { readReference } from '../../../test/docs/reference.ts';
import { testContext } from '../../../test/harness/context.ts';
import { openService } from '../../../test/harness/service.ts';
import { staffOf } from '../../../test/harness/staff.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const { account, api } = await service.customer();
const operator = await staffOf(service.http, ctx, { account, role: 'owner', isOperator: true });
const surfaces = [
  { document: await readReference(), call: (path: string) => api('GET', path) },
  { document: await readReference('staff'), call: (path: string) => operator.call('GET', path) },
];

/** Filters that people fill: names, texts, ids of other systems. Any text is a valid one. */
const FREE = [
  ...[
    'actor',
    'around',
    'assignee',
    'fields',
    'key_id',
    'label',
    'path',
    'phone',
    'plan',
    'q',
    'request_id',
    'search',
    'tag',
    'team',
  ],
  ...['against', 'cursor', 'language', 'last_event_id', 'return_to', 'wa_message_id'],
];

const filters = surfaces.flatMap(({ document, call }) =>
  Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).flatMap((parameter) => {
      if ('$ref' in parameter || parameter.in !== 'query') return [];
      // The document is written by the gateway: each parameter has a plain schema.
      const schema = parameter.schema as { type?: string; enum?: string[]; format?: string };
      return [{ path, call, name: parameter.name, schema }];
    }),
  ),
);

test('every filter with a closed set of values refuses an unknown one, for keys and for staff', async () => {
  const closed = filters.filter(({ schema }) => schema.enum !== undefined);

  const answers = await Promise.all(
    closed.map(async ({ path, call, name, schema }) => {
      const address = path.replace(/\{\w+\}/g, '1b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20');
      // Upper case: the value of another API for the same thing.
      const wrong = await call(`${address}?${name}=${schema.enum?.[0]?.toUpperCase()}_`);
      return { filter: `${path} ${name}`, status: wrong.status, named: Object.keys(wrong.body.errors ?? {}) };
    }),
  );

  expect(closed.length).toBeGreaterThan(50);
  expect(
    answers.filter(
      ({ status, named, filter }) => status !== 422 || !named.includes(filter.split(' ')[1] ?? ''),
    ),
  ).toEqual([]);
});

test('a filter that takes any text is one that people fill', () => {
  const open = filters.filter(({ schema }) => schema.type === 'string' && !schema.enum && !schema.format);

  expect([...new Set(open.map(({ name }) => name))].filter((name) => !FREE.includes(name))).toEqual([]);
});
