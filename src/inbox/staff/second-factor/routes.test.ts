import jsQR from 'jsqr';
import { Secret, TOTP } from 'otpauth';
import { PNG } from 'pngjs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { callAs, PASSWORD, type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { assembleHttp } from '../../../app/http/http-server.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = assembleHttp(ctx, null);
afterAll(() => http.close());
const account = await insertAccount(ctx);

beforeEach(() => {
  // The limits of the address begin again.
  ctx.clock.advance(HOUR);
});

test('a user scans the QR, sends the first code, and logs in with password and code from then on', async () => {
  const staff = await newStaff();

  const begun = await staff.call('POST', '/app/api/totp', { password: PASSWORD });
  const { secret, uri, qr_png } = begun.body;
  const confirmed = await staff.call('POST', '/app/api/totp/confirm', { code: codeOf(secret) });

  expect([begun.status, confirmed.status]).toEqual([200, 200]);
  expect(readQr(qr_png)).toBe(uri);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expect(confirmed.body.recovery_codes).toHaveLength(10);
  expect(await staff.call('GET', '/app/api/totp')).toMatchObject({
    body: { enabled: true, recovery_codes: 10 },
  });
  expect(await logIn(staff)).toMatchObject({ status: 401, body: { error: 'code_required' } });
  expect(await logIn(staff, '000000')).toMatchObject({ status: 401, body: { error: 'invalid_login' } });
  ctx.clock.advance(MINUTE);
  expect(await logIn(staff, codeOf(secret))).toMatchObject({ status: 201 });
  expect(await logIn(staff, confirmed.body.recovery_codes[0])).toMatchObject({ status: 201 });
});

test('a session alone adds, renews and removes no second factor', async () => {
  const staff = await newStaff();
  const wrong = { password: 'salah salah salah' };

  const began = await staff.call('POST', '/app/api/totp', wrong);
  const codes = await addFactor(staff);
  const renewed = await staff.call('POST', '/app/api/totp/recovery-codes', { ...wrong, code: codes[0] });
  const removed = await staff.call('DELETE', '/app/api/totp', { ...wrong, code: codes[0] });
  const withoutCode = await staff.call('DELETE', '/app/api/totp', { password: PASSWORD, code: '000000' });

  for (const answer of [began, renewed, removed]) {
    expect(answer).toMatchObject({ status: 422, body: { errors: { password: ['is wrong'] } } });
  }
  expect(withoutCode).toMatchObject({
    status: 422,
    body: { errors: { code: ['is wrong, or was used before'] } },
  });
  expect((await staff.call('GET', '/app/api/totp')).body).toMatchObject({
    enabled: true,
    recovery_codes: 10,
  });
});

test('a user gets new recovery codes, and removes the second factor', async () => {
  const staff = await newStaff();
  const [first, second] = await addFactor(staff);

  const renewed = await staff.call('POST', '/app/api/totp/recovery-codes', {
    password: PASSWORD,
    code: first,
  });
  const withOld = await staff.call('DELETE', '/app/api/totp', { password: PASSWORD, code: second });
  const [code] = renewed.body.recovery_codes;
  const removed = await staff.call('DELETE', '/app/api/totp', { password: PASSWORD, code });

  expect([renewed.status, withOld.status, removed.status]).toEqual([200, 422, 204]);
  expect(await logIn(staff)).toMatchObject({ status: 201 });
});

test('with a second factor, the password alone proves nothing and changes no password', async () => {
  const staff = await newStaff();
  const codes = await addFactor(staff);
  const prove = (code?: string) => staff.call('POST', '/app/api/session/proof', { password: PASSWORD, code });
  const change = () =>
    staff.call('PATCH', '/app/api/me', { password: 'teh manis tanpa es', current_password: PASSWORD });

  ctx.clock.advance(10 * MINUTE);
  const proofs = [await prove(), await prove('000000')];
  const refused = await change();
  const proved = await prove(codes[0]);
  const used = await prove(codes[0]);
  const changed = await change();

  expect(proofs.map(({ status, body }) => [status, body.error])).toEqual([
    [401, 'code_required'],
    [401, 'invalid_login'],
  ]);
  expect([refused.status, refused.body.error]).toEqual([403, 'confirm_identity']);
  expect([proved.status, used.status, changed.status]).toEqual([204, 401, 200]);
});

test('a new second factor ends the other sessions of the user', async () => {
  const staff = await newStaff();
  const other = await logIn(staff);
  const cookie = String(other.headers['set-cookie']).split(';')[0] ?? '';

  await addFactor(staff);
  ctx.clock.advance(SECOND);

  const [mine, theirs] = [
    await staff.call('GET', '/app/api/me'),
    await callAs(http, 'GET', '/app/api/me', undefined, { cookie }),
  ];
  expect([mine.status, theirs.status]).toEqual([200, 401]);
});

test('ten wrong codes in an hour, from any addresses, close the log-in also for the right code', async () => {
  const staff = await newStaff();
  const codes = await addFactor(staff);
  const statuses: number[] = [];

  for (let address = 1; address <= 11; address += 1) {
    statuses.push((await logIn(staff, '000000', `127.0.0.${address}`)).status);
  }
  const right = await logIn(staff, codes[0], '127.0.0.100');
  ctx.clock.advance(HOUR);
  const later = await logIn(staff, codes[0], '127.0.0.101');

  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  expect(right).toMatchObject({ status: 429, body: { error: 'too_many_attempts' } });
  expect(later.status).toBe(201);
});

const newStaff = () => staffOf(http, ctx, { account, role: 'agent' });

function codeOf(secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ctx.now().getTime() });
}

/** Returns the recovery codes. */
async function addFactor(staff: Staff): Promise<string[]> {
  const begun = await staff.call('POST', '/app/api/totp', { password: PASSWORD });
  const confirmed = await staff.call('POST', '/app/api/totp/confirm', { code: codeOf(begun.body.secret) });
  return confirmed.body.recovery_codes;
}

async function logIn(staff: Staff, code?: string, remoteAddress = '127.0.0.1') {
  const answer = await http.inject({
    method: 'POST',
    url: '/app/api/session',
    remoteAddress,
    headers: { host: 'localhost:8080' },
    payload: { email: staff.user.email, password: PASSWORD, ...(code !== undefined && { code }) },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

function readQr(dataUrl: string): string | undefined {
  const { data, width, height } = PNG.sync.read(Buffer.from(dataUrl.replace(/^.*,/, ''), 'base64'));
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data;
}
