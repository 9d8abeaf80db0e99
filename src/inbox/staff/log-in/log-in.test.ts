import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { insertUser, PASSWORD, staffOf } from '../../../../test/harness/staff.ts';
import { setStatus } from '../../../platform/accounts/account.ts';
import { countAttempt } from '../throttle/throttle.ts';

const PROXY = '10.0.0.1';
const MINUTE = 60_000;
const ctx = await testContext({ cleanup: afterAll, env: { KURIR_TRUSTED_PROXIES: PROXY } });
const { http } = await openService(ctx);

let addresses = 0;
/** Another block for each attempt, because addresses and blocks have limits. */
const newAddress = () => {
  addresses += 1;
  return `2001:db8:${addresses.toString(16)}::1`;
};

async function logIn(body: Record<string, unknown>, address = newAddress(), cookie = '') {
  const answer = await http.inject({
    method: 'POST',
    url: '/app/api/session',
    remoteAddress: PROXY,
    headers: { host: 'kurir.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': address, cookie },
    payload: { password: PASSWORD, ...body },
  });
  const { error } = answer.json();
  return { status: answer.statusCode, error, body: answer.json(), headers: answer.headers };
}

async function newUser() {
  return insertUser(ctx, { account: await insertAccount(ctx), role: 'agent' });
}

/** Its hash of the same password takes no time. */
async function cheapUser() {
  const user = await newUser();
  await change(user.id, `password_hash = '${CHEAP_HASH}'`);
  return user;
}

const CHEAP_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$KGvkcVuVBF4HRXbVA3KLk7D3gda0yz3LOvs3jid+WAY';
const change = (id: number, sql: string) => ctx.pool.query(`update users set ${sql} where id = $1`, [id]);
const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

test('e-mail and password open a session, in any spelling of the e-mail', async () => {
  const user = await newUser();

  const answer = await logIn({ email: ` ${user.email.toUpperCase()} ` });

  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    csrf_token: expect.stringMatching(/^[\w-]{43}$/),
    expires_at: expect.any(String),
    address_reach: 'anywhere',
    user: expect.objectContaining({ id: user.user_uuid, email: user.email, role: 'agent', device_uuids: [] }),
  });
  expect(await auditEntries(ctx, user.account_id)).toMatchObject([
    { action: 'user.logged_in', actor: 'user', actor_id: user.user_uuid, target: user.user_uuid },
  ]);
});

test('unknown, wrong, disabled, invited and reset users get one answer, byte for byte', async () => {
  const disabled = await newUser();
  await change(disabled.id, `status = 'disabled'`);
  const invited = await newUser();
  await change(invited.id, `status = 'invited', password_hash = null`);
  const withoutPassword = await newUser();
  await change(withoutPassword.id, 'password_hash = null');

  const answers = [
    await logIn({ email: 'unknown@toko.example' }),
    await logIn({ email: 'no e-mail at all' }),
    await logIn({ email: (await newUser()).email.replace('k', '\u212a') }),
    await logIn({ email: (await newUser()).email, password: `${PASSWORD}x` }),
    await logIn({ email: disabled.email }),
    await logIn({ email: invited.email }),
    await logIn({ email: withoutPassword.email }),
    await logIn({ email: (await newUser()).email, account_id: 999_999 }),
  ];

  expect(answers.map(({ status, error }) => [status, error])).toEqual(
    answers.map(() => [401, 'invalid_login']),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.some(({ headers }) => headers['set-cookie'] !== undefined)).toBe(false);
});

test('the time of an answer does not show which users exist', async () => {
  const user = await newUser();
  const times = { known: [] as number[], unknown: [] as number[] };
  const measure = async (list: number[], email: string) => {
    const started = performance.now();
    await logIn({ email, password: 'a wrong password' });
    list.push(performance.now() - started);
  };

  for (let n = 0; n < 9; n += 1) {
    await measure(times.known, user.email);
    await measure(times.unknown, `nobody-${n}@toko.example`);
  }

  const ratio = (median(times.known) ?? 0) / (median(times.unknown) ?? 1);
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(2.5);
});

test('an account that is not active says so, but only to a person with the password', async () => {
  const user = await newUser();
  await setStatus(ctx, user.account_id, 'suspended');

  const wrong = await logIn({ email: user.email, password: 'a wrong password' });
  const right = await logIn({ email: user.email });

  expect([wrong.error, right.error]).toEqual(['invalid_login', 'account_inactive']);
});

test('a user of several accounts names one, of those with this password', async () => {
  const [one, two, three] = [await newUser(), await newUser(), await newUser()];
  await change(two.id, `email = '${one.email}'`);
  await change(three.id, `email = '${one.email}', password_hash = null`);

  const asked = await logIn({ email: one.email });
  const wrong = await logIn({ email: one.email, password: 'a wrong password' });
  const chosen = await logIn({ email: one.email, account_id: two.account_id });

  expect(asked.body).toMatchObject({
    error: 'account_required',
    accounts: expect.arrayContaining([
      { account_id: one.account_id, name: 'Toko' },
      { account_id: two.account_id, name: 'Toko' },
    ]),
  });
  expect(asked.body.accounts).toHaveLength(2);
  expect(wrong.error).toBe('invalid_login');
  expect(chosen.body.user).toMatchObject({ id: two.user_uuid });
});

test.each([
  ['a user', async () => (await newUser()).email],
  ['an unknown e-mail', async () => `unknown-${addresses}@toko.example`],
])('%s has 5 attempts from one network, also at the same moment', async (_name, emailOf) => {
  const email = await emailOf();
  const address = newAddress();
  const neighbour = address.replace('::1', '::2');
  const attempts = Array.from({ length: 9 }, (_, n) =>
    logIn({ email, password: 'a wrong password' }, n % 2 === 0 ? address : neighbour),
  );

  const answers = await Promise.all(attempts);
  const elsewhere = await logIn({ email, password: 'a wrong password' });

  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(refused.map(({ error }) => error)).toEqual(refused.map(() => 'too_many_attempts'));
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(800);
  expect(elsewhere.status).toBe(401);
});

test('the right password is refused too while attempts are too many, and works after the window', async () => {
  const { email } = await newUser();
  const address = newAddress();
  for (let n = 0; n < 5; n += 1) await logIn({ email, password: 'a wrong password' }, address);

  const early = await logIn({ email }, address);
  ctx.clock.advance(15 * MINUTE);
  const late = await logIn({ email }, address);

  expect([early.status, late.status]).toEqual([429, 201]);
});

test('a log-in clears the attempts of its user and address, and uses up none of its office', async () => {
  const { email } = await newUser();
  const office = newAddress();
  const statuses: number[] = [];

  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 4; n += 1) await logIn({ email, password: 'a wrong password' }, office);
    statuses.push((await logIn({ email }, office)).status);
  }
  for (let n = 0; n < 4; n += 1) await fail(5, office);
  for (let n = 0; n < 4; n += 1) statuses.push((await logIn({ email }, office)).status);

  expect(new Set(statuses)).toEqual(new Set([201]));
});

test('a user of another account with this e-mail does not clear the attempts', async () => {
  const [one, two] = [await newUser(), await newUser()];
  await change(two.id, `email = '${one.email}'`);
  const office = newAddress();
  const of = (account_id: number, password = PASSWORD) =>
    logIn({ email: one.email, account_id, password }, office);

  for (let n = 0; n < 4; n += 1) await of(one.account_id, 'a wrong password');
  const twin = await of(two.account_id);
  const fifth = await of(one.account_id, 'a wrong password');
  const sixth = await of(one.account_id, 'a wrong password');

  expect([twin, fifth, sixth].map(({ status }) => status)).toEqual([201, 401, 429]);
});

test('an address has 30 failed attempts for all users, and refused ones do not use up those of a user', async () => {
  const address = newAddress();
  const victim = await cheapUser();
  const statuses = await fail(55, address, victim.email);

  for (let n = 0; n < 6; n += 1) statuses.push(...(await fail(5, address)));
  const fromElsewhere = await logIn({ email: victim.email });

  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(fromElsewhere.status).toBe(201);
});

test('a user has 50 attempts an hour from everywhere, and the audit log has ten of them', async () => {
  const user = await cheapUser();

  const statuses = [];
  for (let n = 0; n < 52; n += 1) statuses.push(...(await fail(1, newAddress(), user.email)));

  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  await expect.poll(() => auditEntries(ctx, user.account_id)).toHaveLength(10);
  expect((await auditEntries(ctx, user.account_id))[0]).toMatchObject({
    action: 'user.log_in_refused',
    actor: 'user',
    actor_id: null,
    target: user.user_uuid,
  });
});

test('strangers of one block have 300 failed attempts, which are not those of a known browser', async () => {
  const user = await newUser();
  const known = cookieOf(await logIn({ email: user.email }), '__Host-kurir-known');
  const inBlock = (n: number) => `2001:db8:ffff:${n.toString(16)}::1`;
  for (let n = 0; n < 300; n += 1) {
    await countAttempt(ctx, { by: 'e-mail', user: `guess-${n}`, knownUser: null }, inBlock(n));
  }

  const stranger = await logIn({ email: user.email }, inBlock(300));
  const elsewhere = await logIn({ email: user.email });
  const knownBrowser = await logIn({ email: user.email }, inBlock(301), known);

  expect([stranger, elsewhere, knownBrowser].map(({ status }) => status)).toEqual([429, 201, 201]);
});

test('a known browser has the same attempts at a user, and 30 failed ones for all users', async () => {
  const guesser = await cheapUser();
  const known = cookieOf(await logIn({ email: guesser.email }), '__Host-kurir-known');
  const [victim, address] = [await cheapUser(), newAddress()];
  const guess = async (email: string, from: string) =>
    (await logIn({ email, password: 'a wrong password' }, from, known)).status;

  const atOne = [];
  for (let n = 0; n < 6; n += 1) atOne.push(await guess(victim.email, address));
  const atOthers = [];
  for (let n = 0; n < 26; n += 1) atOthers.push(await guess((await cheapUser()).email, newAddress()));

  expect(atOne).toEqual([401, 401, 401, 401, 401, 429]);
  expect(atOthers).toEqual([...Array(25).fill(401), 429]);
});

/** Name and value. */
function cookieOf({ headers }: Awaited<ReturnType<typeof logIn>>, name: string): string {
  const line = [headers['set-cookie'] ?? []].flat().find((each) => each.startsWith(`${name}=`));
  return line?.split(';')[0] ?? '';
}

/** With a wrong password. Without an e-mail: of a new user. */
async function fail(times: number, address: string, email?: string): Promise<number[]> {
  const statuses: number[] = [];
  const tried = email ?? (await cheapUser()).email;
  for (let n = 0; n < times; n += 1)
    statuses.push((await logIn({ email: tried, password: 'a wrong password' }, address)).status);
  return statuses;
}

test('a password that changes during its check opens no session', async () => {
  const user = await newUser();
  const hold = await ctx.pool.connect();
  await hold.query('begin');
  await hold.query(`update users set password_hash = 'another' where id = $1`, [user.id]);

  const answer = logIn({ email: user.email });
  await expect
    .poll(
      async () =>
        (await ctx.pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount,
    )
    .toBeGreaterThan(0);
  await hold.query('commit');
  hold.release();

  expect((await answer).error).toBe('invalid_login');
});

test('a password with an outdated cost is hashed again at the log-in', async () => {
  const user = await cheapUser();

  const first = await logIn({ email: user.email });
  const { rows } = await ctx.pool.query('select password_hash from users where id = $1', [user.id]);
  const second = await logIn({ email: user.email });

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(rows[0].password_hash).toContain('$m=19456,t=2,p=1$');
});

test('the oldest of more than 50 sessions end', async () => {
  const account = await insertAccount(ctx);
  const { user, call } = await staffOf(http, ctx, { account, role: 'agent' });
  await ctx.pool.query(
    `insert into user_sessions (secret_hash, account_id, user_id, secure, created_at, last_seen_at, expires_at)
     select int8send(n), $1, $2, true, now(), now(), now() from generate_series(1, 49) n`,
    [account.id, user.id],
  );

  const before = (await call('GET', '/app/api/me')).status;
  await logIn({ email: user.email });
  ctx.clock.advance(999);
  const after = (await call('GET', '/app/api/me')).status;

  expect([before, after]).toEqual([200, 401]);
});
