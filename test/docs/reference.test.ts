import { afterAll, expect, test } from 'vitest';
import { EVENTS } from '../../src/app/http/documented-events.ts';
import { type Document, operationsOf } from '../../src/app/reference/open-api.ts';
import { createDevice } from '../../src/gateway/devices/device.ts';
import { DEVICE_STATUS } from '../../src/gateway/devices/events.ts';
import { DEVICE_STATUSES } from '../../src/gateway/devices/schema.ts';
import type { ReceivedMessage } from '../../src/gateway/engines/engine.ts';
import { openCallback } from '../../src/gateway/engines/official-cloud/callbacks/envelope.ts';
import { readItems } from '../../src/gateway/engines/official-cloud/callbacks/items.ts';
import { MESSAGE_RECEIVED, MESSAGE_STATUS } from '../../src/gateway/messages/events.ts';
import { inboundRow, storeInbound } from '../../src/gateway/messages/inbound/inbound.ts';
import { moveStatuses } from '../../src/gateway/messages/queue/settle-store.ts';
import { MESSAGE_STATUSES } from '../../src/gateway/messages/schema.ts';
import { DELIVERED_TYPES } from '../../src/gateway/webhooks/schema.ts';
import { API_ERRORS } from '../../src/platform/lib/error-codes.ts';
import { MEDIA_TYPES } from '../../src/platform/lib/media/formats.ts';
import { testContext } from '../harness/context.ts';
import { eventsOf } from '../harness/events.ts';
import { routesOf } from '../harness/routes.ts';
import { insertAccount, insertDevice, insertMessages } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import { findWrongExamples, judgeOf } from './examples.ts';
import { findGaps } from './reference-gaps.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const document: Document = (await http.inject('/openapi.json')).json();

test('every route of the API is documented', () => {
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );

  const routes = routesOf(http)
    .filter(({ method, url }) => url.startsWith('/v1/') && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
  expect(documented.filter((name) => name.includes('/v1/')).sort()).toEqual(routes.sort());
});

test('every route of the API names its refusals', () => {
  const silent = routesOf(http).filter(({ url, errors }) => url.startsWith('/v1/') && errors === undefined);

  expect(silent).toEqual([]);
});

test('every operation has its name, summary, description, tag and examples', () => {
  const names = operationsOf(document).map(({ operationId }) => operationId);

  expect(findGaps(document)).toEqual([]);
  expect(names).toEqual([...new Set(names)]);
});

test('a bare operation is found, with everything that it leaves out', () => {
  const bare = { responses: { 200: { description: 'Done.', content: { 'application/json': {} } } } };

  expect(findGaps({ paths: { '/v1/things': { get: bare } } })).toEqual([
    'GET /v1/things: no operationId',
    'GET /v1/things: no summary',
    'GET /v1/things: no description',
    'GET /v1/things: no tag',
    'GET /v1/things: an answer without example',
    'GET /v1/things: an answer without description of its own',
  ]);
});

test('every example is what its schema says', () => {
  expect(findWrongExamples(document)).toEqual([]);
});

test('an example that is not what its schema says is found', () => {
  const { schemas } = document.components;
  const wrong = structuredClone(document);
  wrong.components.schemas = {
    ...schemas,
    Usage: { type: 'object', properties: { period: { type: 'integer' } } },
  };

  expect(findWrongExamples(wrong)).toEqual(['get /v1/usage 200: data/period must be integer']);
});

test('names of schemas are stable words, and none is there for nothing', () => {
  const names = Object.keys(document.components.schemas);
  const used = JSON.stringify(document);

  expect(names).toEqual([...names].sort());
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name) || name.endsWith('Input'))).toEqual([]);
  expect(names.filter((name) => !used.includes(`"#/components/schemas/${name}"`))).toEqual([]);
});

test('each refusal stands under its status, with an example under its code', () => {
  const listed = operationsOf(document).flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.values(content ?? {})
        .flatMap(({ examples = {} }) => Object.entries(examples))
        .flatMap(([code, { value }]) => (isRefusal(value) ? [{ status, code, error: value.error }] : [])),
    ),
  );

  expect(listed.length).toBeGreaterThan(50);
  for (const { status, code, error } of listed) {
    expect({ code, status }).toEqual({ code: error, status: String(API_ERRORS[error][0]) });
  }
});

test('the keys of the API are asked for below /v1 only', () => {
  const open = Object.entries(document.paths).filter(([, { get }]) => get?.security?.length === 0);

  expect(open.map(([path]) => path)).toEqual(['/healthz', '/readyz']);
  expect(document).toMatchObject({
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  });
});

test('what an event may hold is what the product knows', () => {
  expect(EVENTS.map(({ type }) => type)).toEqual(DELIVERED_TYPES);
  expect(Object.keys(document.webhooks ?? {})).toEqual(DELIVERED_TYPES);
  expect(MESSAGE_RECEIVED.fields.type.options).toEqual(['text', ...MEDIA_TYPES]);
  expect(MESSAGE_STATUS.fields.status.options).toEqual(
    MESSAGE_STATUSES.filter((status) => status !== 'queued'),
  );
  expect(DEVICE_STATUS.fields.status.options).toEqual(DEVICE_STATUSES);
});

test('the events that are really written are what the document says', async () => {
  const judge = judgeOf(document);
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  await insertMessages(ctx, device, [{ reserved_wa_id: 'A' }, { reserved_wa_id: 'B' }]);
  const change = { device_id: device.id, error_code: null, error_message: null, refund: false };
  const reason = { error_code: 'expired', error_message: 'Too late.' };
  const heard = { from: '6281234567890', at: ctx.now() };

  await createDevice(ctx, account, { label: 'Kasir', engine: 'economy' });
  await moveStatuses(
    ctx.db,
    [
      { ...change, wa_message_id: 'A', status: 'read' },
      { ...change, ...reason, wa_message_id: 'B', status: 'failed' },
    ],
    ctx.now(),
  );
  const scanned = [
    { ...heard, waMessageId: 'C', type: 'text' as const, body: 'Halo' },
    { ...heard, waMessageId: 'D', type: 'image' as const, body: null },
  ];
  const received = [...scanned, ...ofOfficialCloud()].map((each) => inboundRow(device, each));
  await ctx.db.transaction((tx) => storeInbound(tx, received, { now: ctx.now(), hooks: [] }));

  for (const [type, count] of [
    ['device.status', 1],
    ['message.status', 4],
    ['message.received', 2 + OFFICIAL_KINDS.length],
  ] as const) {
    const bodies = await eventsOf(ctx, type);
    const schema = document.webhooks?.[type]?.post?.requestBody?.content['application/json']?.schema ?? {};
    expect(bodies).toHaveLength(count);
    expect(bodies.map((body) => judge(schema, body))).toEqual(bodies.map(() => null));
  }
});

/** Every kind of message that the official provider knows. */
const OFFICIAL_KINDS: object[] = [
  { type: 'text', text: { body: 'Halo' } },
  { type: 'text', text: { body: '' } },
  { type: 'image', image: { id: '1', caption: 'Ini' } },
  { type: 'video', video: { id: '1' } },
  { type: 'audio', audio: { id: '1', voice: true } },
  { type: 'document', document: { id: '1', filename: 'a.pdf' } },
  { type: 'sticker', sticker: { id: '1', animated: true } },
  { type: 'location', location: { latitude: -6.2, longitude: 106.8 } },
  { type: 'contacts', contacts: [{ name: { formatted_name: 'Ani' } }] },
  { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Ya' } } },
  { type: 'button', button: { payload: 'p', text: 'Oke' } },
  { type: 'order', order: { catalog_id: 'c', product_items: [] } },
  { type: 'unsupported', errors: [{ code: 131051 }] },
];

/** What the engine of the official cloud makes of them. */
function ofOfficialCloud(): ReceivedMessage[] {
  const messages = OFFICIAL_KINDS.map((kind, n) => ({ id: `wamid.${n}`, from: '6281234567890', ...kind }));
  const value = { metadata: { phone_number_id: '1' }, messages };
  const envelope = openCallback({ entry: [{ changes: [{ field: 'messages', value }] }] });
  const { items } = readItems(envelope ?? { changes: [], broken: 0 }, ctx.now());
  return items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
}

function isRefusal(value: unknown): value is { error: keyof typeof API_ERRORS } {
  return typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string';
}
