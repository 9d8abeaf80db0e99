import { afterAll, expect, test } from 'vitest';
import type { Caller } from '../../src/platform/accounts/account.ts';
import { createKey } from '../../src/platform/accounts/key.ts';
import { ROLES, type Role } from '../../src/platform/accounts/role.ts';
import { testContext } from '../harness/context.ts';
import { routesOf } from '../harness/routes.ts';
import { insertAccount, insertDevice } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import { PASSWORD, type Staff, staffOf } from '../harness/staff.ts';
import { GIVES_ACCESS, GIVES_NONE } from './access-rows.ts';
import { matrixOf } from './matrix.ts';
import { askMatrix, errorOf, oneEach, requestOf } from './matrix-request.ts';

import { giveProperty, nobodysProperty, type Property, rowsOf } from './property.ts';
import { LISTS_OF_DEVICES, staffMatrixOf } from './staff-rows.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const ofKeys = matrixOf(routesOf(http));
const STAFF_MATRIX = staffMatrixOf(routesOf(http));
const routes = routesOf(http).filter(({ url }) => url.startsWith('/app/api/'));
const isRead = (method: string) => ['GET', 'HEAD'].includes(method);
const CASES = routes.flatMap(({ method, url, changesState }) => {
  const row = STAFF_MATRIX[`${method === 'HEAD' ? 'GET' : method} ${url}`];
  const isSafe = isRead(method) && changesState !== true;
  return row ? [{ name: `${method} ${url}`, method, url, row, isSafe }] : [];
});
type Case = (typeof CASES)[number];

const HIDDEN = 'rahasia-milik-toko';
const mine = await insertAccount(ctx);
const theirs = await insertAccount(ctx);
const own = await giveProperty(ctx, mine, HIDDEN);
const random = nobodysProperty();

const loggedIn = (role: Role, account: Caller = mine, deviceIds: readonly number[] = []) =>
  staffOf(http, ctx, { account, role, deviceIds });
const operatorOf = (account: Caller, role: Role) => staffOf(http, ctx, { account, role, isOperator: true });
const headersOf = ({ cookie, csrf }: Staff) => ({ cookie, 'x-csrf-token': csrf });

/** The row ids of the devices of a property. */
async function devicesOf(property: Property): Promise<number[]> {
  const uuids = [property.device, property['unpaired device']];
  const { rows } = await ctx.pool.query('select id from devices where device_uuid = any ($1)', [uuids]);
  return rows.map(({ id }) => Number(id));
}

/** From this machine over plain HTTP, except where the caller says otherwise. */
async function call(
  { method, url, row }: Pick<Case, 'method' | 'url' | 'row'>,
  ids: Property,
  { remoteAddress = '127.0.0.1', ...headers }: Record<string, string>,
  values: Record<string, unknown> = {},
) {
  const { path, payload, headers: own } = requestOf(url, { ...row, scopes: [] }, ids, values);
  const call = {
    method,
    url: path,
    headers: { host: 'localhost:8080', ...own, ...headers },
    payload,
    remoteAddress,
  };
  return askMatrix(http, call);
}

// What the matrix covers ------------------------------------------------------------------------------------

test('every route below /app/api has its row, and every row its route', () => {
  const registered = routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);

  expect(Object.keys(STAFF_MATRIX).toSorted()).toEqual(registered.toSorted());
});

test('every route names the least role of its row', () => {
  const named = routes.map(({ method, url, staff }) => [`${method} ${url}`, staff]);

  expect(named).toEqual(CASES.map(({ name, row }) => [name, row.least]));
});

test('every route that can change something gives access, or has a reason why it does not', () => {
  const changing = routes.filter(({ method, changesState }) => !isRead(method) || changesState === true);
  const named = changing
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);

  const reasons = Object.values(GIVES_NONE).flat();
  const covers = (place: string, name: string) =>
    name === place || `${name.split(' ')[1]}/`.startsWith(`${place}/`);
  const open = named.filter((name) => !(name in GIVES_ACCESS) && !reasons.some((each) => covers(each, name)));
  expect(open).toEqual([]);
  const unused = reasons.filter((each) => !named.some((name) => covers(each, name)));
  expect(unused).toEqual([]);
});

test('the routes that give access ask who calls, and no others', () => {
  const asking = routes.filter(({ asksProof }) => asksProof !== undefined);

  expect(Object.fromEntries(asking.map((each) => [`${each.method} ${each.url}`, each.asksProof]))).toEqual(
    GIVES_ACCESS,
  );
});

// Admission -------------------------------------------------------------------------------------------------

interface Outsider {
  name: string;
  headers: Record<string, string>;
  status: number;
  error: string;
  /** Refused only for calls that change something. */
  isUnsafe?: true;
  /** Refused without a session too. */
  isStranger?: true;
}

const owner = await loggedIn('owner');
const colleague = await loggedIn('owner');
const other = await loggedIn('owner', theirs);
const admin = await loggedIn('admin');
const wholeAgent = await loggedIn('agent', mine, await devicesOf(own));
const otherDevice = await insertDevice(ctx, mine);
/** Without a device, and with another device of the account. */
const agents = [await loggedIn('agent'), await loggedIn('agent', mine, [otherDevice.id])] as const;
const login = { status: 401, error: 'login_required' };
const csrf = { status: 403, error: 'invalid_csrf_token', isUnsafe: true } as const;
const origin = { status: 403, error: 'foreign_origin', isStranger: true } as const;
const transport = { status: 403, error: 'https_required', isStranger: true } as const;
const by = (headers: Record<string, string>) => ({ headers: { ...headersOf(owner), ...headers } });

const OUTSIDERS: Outsider[] = [
  { name: 'no cookie', headers: {}, ...login },
  { name: 'a forged cookie', ...by({ cookie: `kurir_session=${'A'.repeat(43)}` }), ...login },
  {
    name: 'the cookie of HTTPS',
    ...by({ cookie: owner.cookie.replace('kurir_session', '__Host-kurir') }),
    ...login,
  },
  { name: 'a stolen cookie after the log-out', headers: await loggedOut(), ...login },
  {
    name: 'a session that is over',
    headers: await changed('user_sessions', 'expires_at = created_at'),
    ...login,
  },
  { name: 'a disabled user', headers: await changed('users', `status = 'disabled'`), ...login },
  { name: 'a removed user', headers: await removed(), ...login },
  { name: 'an API key', headers: await keyOf(), ...login },
  { name: 'a suspended account', headers: await suspended(), status: 403, error: 'account_inactive' },
  { name: 'no CSRF token', headers: { cookie: owner.cookie }, ...csrf },
  { name: 'a forged CSRF token', ...by({ 'x-csrf-token': 'A'.repeat(43) }), ...csrf },
  { name: 'the CSRF token of another session', ...by({ 'x-csrf-token': colleague.csrf }), ...csrf },
  { name: 'a page of another site', ...by({ origin: 'https://evil.example' }), ...origin },
  { name: 'a page of another port', ...by({ origin: 'http://localhost:3000' }), ...origin },
  { name: 'a page without an origin', ...by({ origin: 'null' }), ...origin },
  { name: 'a cross-site fetch', ...by({ 'sec-fetch-site': 'cross-site' }), ...origin },
  { name: 'a fetch of a sibling domain', ...by({ 'sec-fetch-site': 'same-site' }), ...origin },
  { name: 'a fetch of no site', ...by({ 'sec-fetch-site': 'none' }), ...origin, isUnsafe: true },
  { name: 'another machine', ...by({ remoteAddress: '192.168.1.7' }), ...transport },
  {
    name: 'a proxy on this machine',
    ...by({ 'x-forwarded-for': '198.51.100.7' }),
    ...transport,
    error: 'proxy_without_protocol',
  },
  { name: 'a rebound name', ...by({ host: 'evil.example' }), ...transport },
];

// Sessions in the cache are read again after a second.
ctx.clock.advance(1_000);
/** No call of this file may change what the account has. */
const before = await rowsOf(ctx, mine.id);

async function loggedOut() {
  const staff = await loggedIn('owner');
  expect((await staff.call('DELETE', '/app/api/session')).status).toBe(200);
  return headersOf(staff);
}
async function changed(table: 'users' | 'user_sessions', set: string) {
  const staff = await loggedIn('owner');
  const column = table === 'users' ? 'id' : 'user_id';
  await ctx.pool.query(`update ${table} set ${set} where ${column} = $1`, [staff.user.id]);
  return headersOf(staff);
}
async function removed() {
  const staff = await loggedIn('owner');
  await ctx.pool.query('delete from users where id = $1', [staff.user.id]);
  return headersOf(staff);
}
async function keyOf() {
  const { api_key } = await createKey(ctx, { accountId: mine.id, name: 'k', scope: 'full', expiresAt: null });
  return { authorization: `Bearer ${api_key}` };
}
async function suspended() {
  const account = await insertAccount(ctx);
  await ctx.pool.query(`update accounts set status = 'suspended' where id = $1`, [account.id]);
  return headersOf(await loggedIn('owner', account));
}

/** One of each kind of route. Admission looks at method, effect and least caller of a route alone. */
const KINDS = oneEach(CASES, ({ method, row, isSafe }) => `${method} ${row.least} ${isSafe}`);

test('every route but the public ones is closed to a call without a session', async () => {
  const closed = CASES.filter(({ row }) => row.least !== 'public');

  const answers = await Promise.all(
    closed.map(async (each) => [each.name, (await call(each, own, {})).status] as const),
  );

  expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
});

test.each(KINDS)(
  '$name is closed to every caller without a session of our page, for any id',
  async (each) => {
    const outsiders = OUTSIDERS.filter(
      ({ isUnsafe, isStranger }) => !(isUnsafe && each.isSafe) && (isStranger || each.row.least !== 'public'),
    );

    for (const { name, headers, status, error } of outsiders) {
      for (const ids of [own, random]) {
        const answer = await call(each, ids, headers);
        const refusal = each.method === 'HEAD' ? error : errorOf(answer.body);
        expect([name, answer.status, refusal]).toEqual([name, status, error]);
      }
    }
  },
);

test('no cookie opens a route of /v1', async () => {
  const keysOnly = routesOf(http).filter(({ url }) => url.startsWith('/v1/'));

  const answers = await Promise.all(
    keysOnly.map(({ method, url }) =>
      http.inject({
        method: method as 'GET', // the names of methods are a closed list there
        url: url.replace(/:\w+/g, own.device),
        headers: { host: 'localhost:8080', ...headersOf(owner) },
      }),
    ),
  );

  expect(keysOnly.length).toBeGreaterThan(50);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
});

// Roles -----------------------------------------------------------------------------------------------------

const ROUTES = CASES.filter(({ method, row }) => method !== 'HEAD' && row.least !== 'public');

const LOWER: Partial<Record<string, Staff[]>> = {
  admin: [wholeAgent],
  owner: [wholeAgent, admin],
  operator: [wholeAgent, admin, owner],
};

test('every route is closed to lower roles, also with all devices', async () => {
  const wrong: unknown[] = [];
  for (const each of ROUTES) {
    for (const staff of LOWER[each.row.least] ?? []) {
      const { status, body } = await call(each, own, headersOf(staff));
      if (status !== 403 || errorOf(body) !== 'insufficient_role')
        wrong.push([each.name, staff.user.role, status]);
    }
  }

  expect(wrong).toEqual([]);
});

async function freshAccount() {
  const account = await insertAccount(ctx);
  const property = await giveProperty(ctx, account, 'milik-kami');
  const devices = await devicesOf(property);
  const staff = (role: Role) => loggedIn(role, account, role === 'agent' ? devices : []);
  return { property, staff, operator: (role: Role) => operatorOf(account, role) };
}

/** A route of /v1 has one handler for keys and staff: `audit.test.ts` has the answers to changes. */
const OF_STAFF = ROUTES.filter(({ name }) => !(name.replace('/app/api/', '/v1/') in ofKeys));
const TWINS = ROUTES.filter(({ name }) => name.replace('/app/api/', '/v1/') in ofKeys);

/** What a call changes is no longer there for the next one, so only reads share an account. */
const reading = await freshAccount();
const readers = {
  ...{ agent: await reading.staff('agent'), admin: await reading.staff('admin') },
  ...{ owner: await reading.staff('owner'), operator: await reading.operator('agent') },
};
// Agents see what they have uploaded.
await ctx.pool.query('update uploads set uploaders = $1 where id = $2', [
  [readers.agent.user.id],
  reading.property.upload,
]);
await ctx.pool.query('update partial_uploads set user_id = $1 where id = $2', [
  readers.agent.user.id,
  reading.property['partial upload'],
]);

test('every route of /v1 is open to its least role', async () => {
  const wrong: unknown[] = [];
  for (const each of TWINS) {
    const { least, own: answered } = each.row;
    const reader = readers[least === 'public' ? 'agent' : least];
    const { status } = await call(each, each.isSafe ? reading.property : random, headersOf(reader));
    if (each.isSafe ? status !== answered : [401, 403].includes(status)) wrong.push([each.name, status]);
  }

  expect(wrong).toEqual([]);
});

test.each(OF_STAFF)('$name is open to its roles', async (each) => {
  const { least, own: answered } = each.row;
  const { property, staff, operator } = each.isSafe ? reading : await freshAccount();
  const isForAll = least === 'public' || least === 'operator';
  const roles = ROLES.slice(ROLES.indexOf(isForAll ? 'agent' : least));
  const answers = [];

  for (const role of roles) {
    const caller = await (least === 'operator' ? operator : staff)(role);
    answers.push(await call(each, property, headersOf(caller)));
  }

  // The first call can change what the next ones find.
  expect(answers[0]?.status).toBe(answered);
  for (const { status } of answers) expect([401, 403]).not.toContain(status);
});

/** A body of the fields that ask, where only some do. */
const ASKING = ROUTES.flatMap((each) => {
  const asks = GIVES_ACCESS[each.name];
  if (asks === undefined || asks === 'handler') return [];
  const body = asks === true ? each.row.body : { role: 'agent', status: 'active' };
  return [{ ...each, row: { ...each.row, ...(body && { body }) } }];
});

test.each(ASKING)(
  '$name asks who calls ten minutes after the log-in, and opens after the proof',
  async (each) => {
    const { property, staff, operator } = await freshAccount();
    const caller = await (each.row.least === 'operator' ? operator('owner') : staff('owner'));
    const aged = `update user_sessions set created_at = created_at - interval '10 minutes' where user_id = $1`;
    await ctx.pool.query(aged, [caller.user.id]);
    const before = await rowsOf(ctx, caller.user.account_id);

    const refused = await call(each, property, headersOf(caller));
    const after = await rowsOf(ctx, caller.user.account_id);
    const proof = await caller.call('POST', '/app/api/session/proof', { password: PASSWORD });
    const repeated = await call(each, property, headersOf(caller));

    expect([refused.status, errorOf(refused.body)]).toEqual([403, 'confirm_identity']);
    expect(after).toMatchObject(withoutUses(before));
    expect([proof.status, repeated.status]).toEqual([204, each.row.own]);
  },
);

// Isolation of accounts and devices -------------------------------------------------------------------------

const WITH_IDS = ROUTES.filter(({ row }) => row.ids.length > 0);

/** Every id of `hidden` in each place of the row, one at a time. */
async function expectHidden(each: Case, staff: Staff, hidden: Property): Promise<void> {
  const nothing = await call(each, random, headersOf(staff));
  for (const { name, kind } of each.row.ids) {
    expect(await call(each, random, headersOf(staff), { [name]: hidden[kind] })).toEqual(nothing);
  }
  expect(await call(each, hidden, headersOf(staff))).toEqual(nothing);
  if (each.row.unknown) {
    const { status, error } = each.row.unknown;
    expect([nothing.status, errorOf(nothing.body)]).toEqual([status, error]);
  }
}

/** `accounts.test.ts` has the others: their handler knows the account alone. */
const STAFF_IDS = WITH_IDS.filter((each) => OF_STAFF.includes(each) || each.row.least === 'agent');

test.each(STAFF_IDS)('$name answers staff of another account as if nothing existed', (each) =>
  expectHidden(each, other, own),
);

test.each(WITH_IDS.filter(({ row }) => row.least === 'agent'))(
  '$name answers agents without the device as if nothing existed',
  async (each) => {
    for (const agent of agents) await expectHidden(each, agent, own);
  },
);

/** Streams have a test of what agents see. */
const READS = ROUTES.filter(({ method, url }) => method === 'GET' && url !== '/app/api/stream');

const OF_ACCOUNT: readonly string[] = [
  '/app/api/contact-fields',
  '/app/api/conversation-fields',
  '/app/api/labels',
  '/app/api/teams',
  '/app/api/users/presence',
];

test.each(READS.filter(({ row }) => row.least === 'agent' && row.ids.length === 0))(
  '$name shows agents nothing of other devices',
  async (each) => {
    for (const agent of agents) {
      const { status, body } = await call(each, random, headersOf(agent));

      expect(status).toBe(each.row.own);
      // Fields, labels and names of users belong to the account.
      if (!OF_ACCOUNT.includes(each.url)) expect(body).not.toContain(HIDDEN);
      for (const kind of ['device', 'unpaired device', 'conversation', 'person'] as const)
        expect(body).not.toContain(own[kind]);
    }
  },
);

test.each(LISTS_OF_DEVICES)('%s is empty for an agent without devices', async (name) => {
  const [method = '', path = ''] = name.split(' ');

  expect((await agents[0].call(method, path)).body.data).toEqual([]);
});

test('no refused call has changed anything', async () => {
  expect(before).toMatchObject(withoutUses(await rowsOf(ctx, mine.id)));
});

/** Sessions and users note when they were seen. */
function withoutUses({ user_sessions: _, user_presence: __, ...rows }: Awaited<ReturnType<typeof rowsOf>>) {
  return rows;
}

test('a key of another user of the account sends another message', async () => {
  const account = await insertAccount(ctx);
  const property = await giveProperty(ctx, account, 'milik-kami');
  const [first, second] = [await loggedIn('admin', account), await loggedIn('admin', account)];
  const reply = (staff: Staff) =>
    staff.call(
      'POST',
      `/app/api/conversations/${property.conversation}/messages`,
      { body: 'Halo' },
      {
        'idempotency-key': 'milik-kami',
      },
    );

  const answers = [await reply(first), await reply(second), await reply(first)];

  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(answers.map(({ headers }) => headers['idempotency-replayed'])).toEqual([
    undefined,
    undefined,
    'true',
  ]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
});
