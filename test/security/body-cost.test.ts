import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Document, METHODS } from '../../src/app/reference/open-api.ts';
import { BODY_LIMIT as FLOW_LIMIT } from '../../src/assistant/flows/schema.ts';
import { IMPORT_LIMIT } from '../../src/assistant/flows/transfer-schema.ts';
import { CREATE_LIMIT } from '../../src/gateway/broadcasts/schema.ts';
import { testContext } from '../harness/context.ts';
import { isLong } from '../harness/long.ts';
import { openService } from '../harness/service.ts';
import {
  type HostileBody,
  hostileBodies,
  ordinaryBody,
  samplesOf,
  unboundedLists,
} from './hostile-bodies.ts';

const BODY_LIMIT = 256 * 1024;
/** CPU time of a hostile body, as a multiple of an ordinary body of the same size. Unbounded lists cost 77 and more. */
const MAX_RATIO = 15;
const MEASUREMENTS = 6;
/** Of the size and of the ratio, for the first look at a body. */
const LOOK = 1 / 4;
const SPARE_BYTES = 64;

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const document: Document = (await service.http.inject({ url: '/openapi.json' })).json();

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    const limit = limitOf(path);
    const samples = operation ? samplesOf(document, operation) : [];
    return samples.map(({ body, fields }) => ({
      ...{ name: `${method} ${path}`, method, path, fields, sample: body },
      kind: String(body.type ?? body.engine ?? ''),
      bytes: limit - SPARE_BYTES,
    }));
  }),
);

/** `npm test` has one field of each kind. */
const seen = new Set<string>();
const CASES = operations.flatMap(({ fields, ...operation }) => {
  const fresh = [...fields].filter(([, kind]) => !seen.has(kind) && seen.add(kind));
  const has = (place: string) => isLong || fresh.some(([path]) => path === place);
  return isLong || fresh.length > 0 ? [{ ...operation, has }] : [];
});

function limitOf(path: string): number {
  if (/^\/v1\/broadcasts(\/preview)?$/.test(path)) return CREATE_LIMIT;
  if (path === '/v1/flows/import') return IMPORT_LIMIT;
  return /^\/v1\/flows(\/\{id\})?$/.test(path) ? FLOW_LIMIT : BODY_LIMIT;
}

type Caller = Awaited<ReturnType<typeof service.customer>>;
let shop: Caller;
/** Every request to POST /v1/messages is beyond the limit of the plan. */
let throttled: Caller;
beforeAll(async () => {
  // Without room for a device, no request asks the provider.
  shop = await service.customer({ max_devices: 0 });
  throttled = await service.customer({ rate_per_minute: 1 });
});

test('every array of a request body has an upper bound in the reference', () => {
  const all = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => item[method] ?? []),
  );

  const unbounded = all.flatMap((operation) => unboundedLists(document, operation));

  expect(unbounded).toEqual([]);
});

describe.each(CASES)('$name $kind', ({ method, path, sample, bytes, has }) => {
  test('no body of the largest size costs much more than an ordinary one', { timeout: 120_000 }, async () => {
    const callers = path === '/v1/messages' ? [shop, throttled] : [shop];

    const dear = [];
    for (const caller of callers) {
      const send = senderOf(caller, method, path, sample);
      dear.push(...(await findDear(send, hostileBodies(send.sample, has), bytes)));
    }

    expect(dear).toEqual([]);
  });
});

/** Sends a body and answers the CPU time in microseconds. */
type Send = ((text: string) => Promise<{ cost: number; status: number }>) & {
  sample: Record<string, unknown>;
};

function senderOf(caller: Caller, method: string, path: string, sample: Record<string, unknown>): Send {
  const url = path.replace('{uuid}', caller.deviceUuid).replace(/\{\w+\}/, '1');
  let keys = 0;
  const send = async (text: string) => {
    keys += 1;
    const headers = {
      authorization: `Bearer ${caller.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': `${method}-${keys}-${text.length}`,
    };
    const started = process.cpuUsage();
    const answer = await service.http.inject({ method: method as 'POST', url, headers, payload: text });
    const { user, system } = process.cpuUsage(started);
    return { cost: user + system, status: answer.statusCode };
  };
  const known = 'device_uuid' in sample ? { device_uuid: caller.deviceUuid } : {};
  return Object.assign(send, { sample: { ...sample, ...known } });
}

/**
 * A cost that grows with the square of the size grows by 4 in relation to an ordinary body of four times the size. So
 * only a body that costs too much for a quarter of the size and of the ratio is measured at full size.
 */
async function findDear(send: Send, bodies: readonly HostileBody[], bytes: number): Promise<string[]> {
  const { sample } = send;
  const look = await gauge(send, sample, Math.floor(bytes * LOOK));
  let whole: Gauge | null = null;
  const dear: string[] = [];
  for (const body of bodies) {
    const { ratio, status } = await look(body, MAX_RATIO * LOOK);
    if (status >= 500) dear.push(`${body.name}: ${status}`);
    if (ratio <= MAX_RATIO * LOOK) continue;
    whole ??= await gauge(send, sample, bytes);
    const full = await whole(body, MAX_RATIO);
    if (full.status >= 500) dear.push(`${body.name}: ${full.status}`);
    if (full.ratio > MAX_RATIO) dear.push(`${body.name}: ${full.ratio.toFixed(1)} times`);
  }
  return dear;
}

/** The cost of a body of one size, in relation to an ordinary one. */
type Gauge = (body: HostileBody, limit: number) => Promise<{ ratio: number; status: number }>;

/** A dear body is measured again: its cheapest request counts, because other work of the machine only adds. */
async function gauge(send: Send, sample: Record<string, unknown>, bytes: number): Promise<Gauge> {
  const ordinary = ordinaryBody(sample, bytes);
  const usual = median(await repeat(MEASUREMENTS, async () => (await send(ordinary)).cost));
  return async (body, limit) => {
    const text = body.textOf(bytes);
    let ratio = Number.POSITIVE_INFINITY;
    let status = 0;
    for (let n = 0; n < MEASUREMENTS && ratio > limit; n += 1) {
      const answer = await send(text);
      ratio = Math.min(ratio, answer.cost / usual);
      status = answer.status;
    }
    return { ratio, status };
  };
}

async function repeat<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n += 1) results.push(await work());
  return results;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
