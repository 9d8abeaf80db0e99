import { afterAll, expect, test } from 'vitest';
import { createKey, revokeKey } from '../../src/platform/accounts/key.ts';
import type { AccountStatus, Scope } from '../../src/platform/accounts/schema.ts';
import { testContext } from '../harness/context.ts';
import { routesOf } from '../harness/routes.ts';
import { insertAccount } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { matrixOf } from './matrix.ts';
import { askMatrix, errorOf, oneEach, requestOf } from './matrix-request.ts';
import type { MatrixRow, Position } from './matrix-row.ts';
import { BODIES, NO_IDS, UNUSUAL } from './matrix-rows.ts';
import { giveProperty, nobodysProperty, type Property, phoneOf, rowsOf } from './property.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const routes = routesOf(http).filter(({ url }) => url.startsWith('/v1/'));

const MATRIX = matrixOf(routes);

const mine = await insertAccount(ctx);
const theirs = await insertAccount(ctx);
const MARK = 'rahasia-milik-orang';
const own = await giveProperty(ctx, mine, 'milik-sendiri');
const foreign = await giveProperty(ctx, theirs, MARK);
const random = nobodysProperty();

const keyOf = (accountId: number, scope: Scope = 'full', expiresAt: Date | null = null) =>
  createKey(ctx, { accountId, name: 'k', scope, expiresAt });
const authorize = (key: string) => ({ authorization: `Bearer ${key}` });
const KEYS: Record<Scope, Record<string, string>> = {
  full: authorize((await keyOf(mine.id, 'full')).api_key),
  read: authorize((await keyOf(mine.id, 'read')).api_key),
  send: authorize((await keyOf(mine.id, 'send')).api_key),
};
const SCOPES = ['full', 'read', 'send'] as const;

/** Callers who are refused, with the answer to each of their requests. */
const OUTSIDERS = [
  { name: 'no header', headers: {}, status: 401, error: 'invalid_api_key' },
  { name: 'a made-up key', headers: authorize('kurir_0'), status: 401, error: 'invalid_api_key' },
  { name: 'a revoked key', headers: await revoked(), status: 401, error: 'invalid_api_key' },
  { name: 'an expired key', headers: await expired(), status: 401, error: 'invalid_api_key' },
  {
    name: 'a key of another address',
    headers: await elsewhere(),
    status: 403,
    error: 'address_not_allowed',
  },
  {
    name: 'a suspended account',
    headers: await inactive('suspended'),
    status: 403,
    error: 'account_inactive',
  },
  {
    name: 'a cancelled account',
    headers: await inactive('cancelled'),
    status: 403,
    error: 'account_inactive',
  },
];

async function revoked() {
  const key = await keyOf(mine.id);
  await revokeKey(ctx, key.key_id);
  return authorize(key.api_key);
}
async function expired() {
  const key = await keyOf(mine.id, 'full', new Date(ctx.now().getTime() + 1));
  ctx.clock.advance(1);
  return authorize(key.api_key);
}
async function elsewhere() {
  const allowedAddresses = ['203.0.113.7'];
  const key = { accountId: mine.id, name: 'k', scope: 'full', expiresAt: null, allowedAddresses } as const;
  return authorize((await createKey(ctx, key)).api_key);
}
async function inactive(status: AccountStatus) {
  const { id } = await insertAccount(ctx);
  await tablesOf(ctx.db).updateTable('accounts').set({ status }).where('id', '=', id).execute();
  return authorize((await keyOf(id)).api_key);
}

/** The row of a route; HEAD is answered like GET. */
const rowOf = (method: string, url: string): MatrixRow | undefined =>
  MATRIX[`${method === 'HEAD' ? 'GET' : method} ${url}`];
const CASES = routes.flatMap(({ method, url, changesState, parserOf, bodyLimit }) => {
  const row = rowOf(method, url);
  const isSafe = ['GET', 'HEAD'].includes(method) && changesState !== true;
  return row ? [{ name: `${method} ${url}`, method, url, row, isSafe, parserOf, bodyLimit }] : [];
});
type Case = Pick<(typeof CASES)[number], 'method' | 'url' | 'row'>;
/** Reading all rows takes longer than the calls of a route, so they are compared once. */
const before = { mine: await rowsOf(ctx, mine.id), theirs: await rowsOf(ctx, theirs.id) };

/** Calls the route with these ids, or with `values` in the places that they name. */
async function call(
  { method, url, row }: Case,
  ids: Property,
  headers: Record<string, string>,
  values: Record<string, unknown> = {},
) {
  const { path, payload, headers: own } = requestOf(url, row, ids, values);
  return ask(method, path, { ...own, ...headers }, payload);
}

async function ask(method: string, url: string, headers: Record<string, string>, payload?: string) {
  return askMatrix(http, { method, url, headers, payload });
}

// What the matrix covers ------------------------------------------------------------------------------------

test('each unusual row and each body belongs to a route', () => {
  const known = [...Object.keys(UNUSUAL), ...Object.keys(BODIES)];

  expect(known.filter((name) => !(name in MATRIX))).toEqual([]);
});

test('every place of a route where an id can stand is in its row', () => {
  const looksLikeId = (field: string) => /(^|_)(u?u?ids?|tag)$/.test(field) && !(field in NO_IDS);
  const missing = routes.flatMap(({ method, url, fields }) => {
    const { ids = [], fixed = {} } = rowOf(method, url) ?? {};
    const known = [
      ...ids.map((position) => `${position.in} ${position.name}`),
      ...Object.keys(fixed).map((name) => `path ${name}`),
    ];
    const places = [
      ...fields.path.map((name) => `path ${name}`),
      ...fields.query.filter(looksLikeId).map((name) => `query ${name}`),
      ...fields.body.filter(looksLikeId).map((name) => `body ${name}`),
    ];
    return places.filter((place) => !known.includes(place)).map((place) => `${method} ${url}: ${place}`);
  });

  expect(missing).toEqual([]);
});

// Admission -------------------------------------------------------------------------------------------------

/** One of each kind of route. Admission looks at method, scopes and effect of a route, and at nothing else of it. */
const KINDS = oneEach(CASES, ({ method, row, isSafe }) => `${method} ${row.scopes} ${isSafe}`);

test('every route is closed to a call without a key', async () => {
  const answers = await Promise.all(
    CASES.map(async (each) => [each.name, (await call(each, own, {})).status] as const),
  );

  expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
});

test.each(KINDS)('$name is closed to every caller without a valid key, for any id', async (each) => {
  for (const { name, headers, status, error } of OUTSIDERS) {
    for (const ids of [own, foreign, random]) {
      const answer = await call(each, ids, headers);
      expect([name, answer.status, each.method === 'HEAD' ? error : errorOf(answer.body)]).toEqual([
        name,
        status,
        error,
      ]);
    }
  }
});

test('no caller without a valid key has changed anything', async () => {
  expect(await rowsOf(ctx, mine.id)).toEqual(before.mine);
});

async function freshCaller(scope: Scope) {
  const account = await insertAccount(ctx);
  const property = await giveProperty(ctx, account, 'milik-kami');
  return { property, headers: authorize((await keyOf(account.id, scope)).api_key) };
}

const readers = {
  full: await freshCaller('full'),
  read: await freshCaller('read'),
  send: await freshCaller('send'),
};

/** `audit.test.ts` calls each route that changes something with a key of scope `full`, and has its answer. */
test('every route is open to the scopes that it is for, and to no other', async () => {
  const wrong: unknown[] = [];
  for (const each of CASES) {
    for (const scope of SCOPES) {
      const isOpen = each.row.scopes.includes(scope);
      const { property, headers } = readers[scope];
      const answer = await call(each, each.isSafe ? property : random, headers);
      const error = each.method === 'HEAD' ? null : errorOf(answer.body);
      const isRight = isOpen
        ? each.isSafe
          ? answer.status === each.row.own
          : ![401, 403].includes(answer.status)
        : answer.status === 403 && [null, 'insufficient_scope'].includes(error);
      if (!isRight) wrong.push([each.name, scope, answer.status, error]);
    }
  }

  expect(wrong).toEqual([]);
});

const BODY_LIMIT = 256 * 1024;
const spoilt = ({ bodyLimit = BODY_LIMIT }: MatrixRow) => [
  { name: 'broken', payload: '{"label":', type: 'application/json' },
  { name: 'too large', payload: JSON.stringify({ label: 'x'.repeat(bodyLimit) }), type: 'application/json' },
  { name: 'of another type', payload: 'label=1', type: 'application/x-www-form-urlencoded' },
];

test('every route has the limit of bodies that its row says', () => {
  // Files have limits of their resource.
  const wrong = CASES.filter(
    ({ bodyLimit = BODY_LIMIT, row }) => !row.raw && bodyLimit !== (row.bodyLimit ?? BODY_LIMIT),
  );

  expect(wrong.map(({ name, bodyLimit }) => [name, bodyLimit])).toEqual([]);
});

const WITH_BODY = oneEach(
  CASES.filter(({ row }) => row.body),
  ({ method, row }) => `${method} ${row.scopes} ${row.bodyLimit}`,
);

test.each(WITH_BODY)(
  '$name says who may not come in before it says what is wrong with the body',
  async ({ method, url, row }) => {
    const path = url.replace(/:\w+/, own.device);
    const bodies = spoilt(row);
    const refused = SCOPES.filter((scope) => !row.scopes.includes(scope)).map((scope) => ({
      headers: KEYS[scope],
      status: 403,
      error: 'insufficient_scope',
    }));

    for (const { headers, status, error } of [...OUTSIDERS, ...refused]) {
      for (const { payload, type } of bodies) {
        const answer = await ask(method, path, { ...headers, 'content-type': type }, payload);
        expect([answer.status, errorOf(answer.body)]).toEqual([status, error]);
      }
    }
    for (const [n, status] of [400, 413, 415].entries()) {
      const { payload = '', type = '' } = bodies[n] ?? {};
      expect((await ask(method, path, { ...KEYS.full, 'content-type': type }, payload)).status).toBe(status);
    }
  },
);

// Isolation of accounts -------------------------------------------------------------------------------------

/** Other spellings of an id that name the same thing. */
function spellings(id: string, place: Position['in']): string[] {
  if (place !== 'path') return [id];
  const encoded = [...id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  return [id, encoded];
}

/** What is no id at all. */
const HOSTILE: Record<Position['in'], unknown[]> = {
  path: [
    ...['x', '-1', '0', '1.5', '1e3', '0x10', '%20', '%D9%A3', 'null', 'undefined', '__proto__', '*'],
    ...['9'.repeat(30), '9'.repeat(255), 'a'.repeat(5000), '9223372036854775808'],
    ...[
      '%00',
      '%ED%A0%80',
      '%C0%AF',
      '%FF',
      '%',
      '%2e%2e',
      '..%2f..',
      '%2e%2e%2f',
      "'%20or%20'1'='1",
      '%3B--',
    ],
  ],
  query: ['', '\0', '\ufffd', '9'.repeat(5000), "' or '1'='1", '%', '*', '__proto__'],
  body: [
    ...['x', '', '\0', '\ud800', '9'.repeat(5000), "' or '1'='1", '__proto__', '%00'],
    ...[null, 0, -1, 1.5, 1e308, true, [], {}, [foreign.device], { uuid: foreign.device }],
  ],
};

const WITH_IDS = CASES.filter(({ row }) => row.ids.length > 0);

test.each(WITH_IDS)(
  '$name answers for what is another account’s exactly as for what does not exist',
  async (each) => {
    for (const scope of SCOPES) {
      const nothing = await call(each, random, KEYS[scope]);
      for (const { name, kind, in: place } of each.row.ids) {
        for (const id of spellings(foreign[kind], place)) {
          const answer = await call(each, random, KEYS[scope], { [name]: id });
          expect(answer).toEqual(nothing);
        }
      }
      if (scope === 'full' && each.row.unknown) {
        const { status, error } = each.row.unknown;
        expect(nothing.status).toBe(status);
        if (each.method !== 'HEAD') expect(errorOf(nothing.body)).toBe(error);
      }
      expect(nothing.body).not.toContain(MARK);
    }
  },
);

const WITH_SEVERAL = WITH_IDS.filter(({ row, method }) => row.ids.length > 1 && method !== 'HEAD');

test.each(WITH_SEVERAL)('$name takes no id of another account beside ids of one’s own', async (each) => {
  const { property, headers } = readers.full;
  for (const { name, kind } of each.row.ids) {
    const nothing = await call(each, property, headers, { [name]: random[kind] });
    const theirs = await call(each, property, headers, { [name]: foreign[kind] });

    expect([name, theirs]).toEqual([name, nothing]);
    expect([name, theirs.status >= 400]).toEqual([name, true]);
  }
});

/** Fastify answers HEAD with the handler of GET. */
const PLACES = WITH_IDS.filter(({ method }) => method !== 'HEAD').flatMap(({ row, ...each }) =>
  row.ids.map((id) => ({ ...each, row, id, kind: id.kind, at: `${id.in} ${id.name}` })),
);

test('no route takes a text that is no id', async () => {
  const wrong = [];
  for (const { id, ...each } of PLACES) {
    for (const value of ['x', `${foreign[id.kind]}${id.in === 'path' ? '%00' : '\0'}`]) {
      const { status, body } = await call(each, random, KEYS.full, { [id.name]: value });
      const isEmptyList = each.row.unknown?.status === 200 && status === 200;
      const isRefused = status >= 400 && status < 500;
      if (!(isEmptyList || isRefused) || body.includes(MARK)) wrong.push([each.name, id.name, value, status]);
    }
  }

  expect(wrong).toEqual([]);
});

/** What parsers do not refuse, a statement looks for. */
const PARSERS = oneEach(PLACES, ({ parserOf, id }) => `${id.kind} ${id.listed} ${parserOf(id.in, id.name)}`);

test.each(PARSERS)('$name takes nothing as $kind in $at that is no id', async (each) => {
  for (const { name, kind, in: place, nullable } of [each.id]) {
    const near = place === 'path' ? `${foreign[kind]}%00` : `${foreign[kind]}\0`;
    for (const value of [...HOSTILE[place], near, ` ${foreign[kind]}x`]) {
      if (nullable && value === null) continue;
      const answer = await call(each, random, KEYS.full, { [name]: value });
      const shown = `${JSON.stringify(value)?.slice(0, 40)} -> ${answer.status} ${answer.body.slice(0, 80)}`;
      const isEmptyList = each.row.unknown?.status === 200 && answer.status === 200;
      const isRefused = answer.status >= 400 && answer.status < 500;
      expect(isEmptyList || isRefused || isOtherRoute(each, value), shown).toBe(true);
      expect(answer.body, shown).not.toContain(MARK);
    }
  }
});

/** Dots in a path are resolved before the call: the route without the id answers. */
function isOtherRoute({ method, url }: { method: string; url: string }, value: unknown): boolean {
  const parent = `${method === 'HEAD' ? 'GET' : method} ${url.replace(/[^/]+\/:\w+\//, '')}`;
  return value === '%2e%2e' && parent in MATRIX;
}

test('the key of another account’s message is a new key here', async () => {
  const body = JSON.stringify({ device_uuid: own.device, to: '081234567890', body: 'Halo' });

  const answers = [MARK, 'a-key-of-nobody'].map((key) =>
    ask('POST', '/v1/messages', { ...KEYS.full, 'idempotency-key': key }, body),
  );

  for (const { status, headers, body: text } of await Promise.all(answers)) {
    expect([status, JSON.parse(text).status]).toEqual([202, 'queued']);
    expect(headers).not.toHaveProperty('idempotency-replayed');
    expect(text).not.toContain(MARK);
  }
});

test('a number, a tag or an address that another account has too is one of one’s own', async () => {
  const contact = { phone: phoneOf(MARK), name: 'Sama', tags: [MARK] };
  const hook = { url: `https://example.com/${MARK}`, events: ['device.status'] };
  const account = await insertAccount(ctx);
  const headers = authorize((await keyOf(account.id)).api_key);
  const post = (url: string, body: object) =>
    ask('POST', url, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body));

  const answers = [await post('/v1/contacts', contact), await post('/v1/webhooks', hook)];
  const tagged = JSON.parse((await ask('GET', `/v1/contacts?tag=${MARK}`, headers)).body);

  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(tagged.data).toMatchObject([contact]);
});

test('no list shows a row of another account', async () => {
  // The log of calls repeats ids that the caller has sent; its own test has two accounts.
  const isLog = (url: string) => url === '/v1/requests';
  const lists = routes.filter(({ method, url }) => method === 'GET' && !url.includes(':') && !isLog(url));

  const answers = await Promise.all(lists.map(({ url }) => ask('GET', url, KEYS.full)));

  expect(lists.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/v1/devices', '/v1/contacts', '/v1/webhooks', '/v1/opt-outs']),
  );
  for (const [n, { status, body }] of answers.entries()) {
    expect([lists[n]?.url, status]).toEqual([lists[n]?.url, 200]);
    for (const secret of [MARK, foreign.device, foreign['unpaired device'], `"id":${foreign.webhook},`]) {
      expect(body).not.toContain(secret);
    }
  }
});

test('no call of another account has changed anything of this one', async () => {
  expect(await rowsOf(ctx, theirs.id)).toEqual(before.theirs);
});
