import type { Context } from '../../src/context.ts';
import { csrfTokenOf, openSession } from '../../src/inbox/staff/sessions/session.ts';
import type { Account } from '../../src/platform/accounts/account.ts';
import type { Role } from '../../src/platform/accounts/role.ts';
import type { Http } from '../../src/platform/lib/http/server.ts';
import type { Answer } from './shop.ts';
import { tablesOf } from './tables.ts';

/** Of every user of tests. */
export const PASSWORD = 'kopi susu tanpa gula';
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$hP6cz5t9XeuWBxBdSMnhcw$osD4bhorWWVkSNMRYDYuF7b/OxC0P7f4Iknbr9phWZk';

/** A user who is logged in on plain HTTP, as on this machine. */
export interface Staff {
  user: { id: number; user_uuid: string; account_id: number; email: string; name: string; role: Role };
  /** For the header Cookie. */
  cookie: string;
  csrf: string;
  /** With cookie and CSRF token. A string is sent as the body as it is, anything else as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

interface StaffOptions {
  account: Pick<Account, 'id'>;
  role: Role;
  /** Row ids of the devices of an agent. */
  deviceIds?: readonly number[];
  name?: string;
  /** Of the installation. */
  isOperator?: boolean;
}

let users = 0;

/** Logs in without the hash of a password, which takes long. */
export async function staffOf(http: Http, ctx: Context, options: StaffOptions): Promise<Staff> {
  return sessionOf(http, ctx, await insertUser(ctx, options));
}

/** Another session of a user. */
export async function sessionOf(http: Http, ctx: Context, user: Staff['user']): Promise<Staff> {
  const origin = { secure: false, address: '127.0.0.1', userAgent: 'test' };
  const { secret } = await ctx.db.transaction((tx) => openSession(tx, ctx, user, origin));
  return { user, ...browserOf(http, secret) };
}

/** An active user with the password of tests. */
export async function insertUser(
  ctx: Context,
  { account, role, deviceIds = [], name, isOperator = false }: StaffOptions,
): Promise<Staff['user']> {
  users += 1;
  const row = await tablesOf(ctx.db)
    .insertInto('users')
    .values({
      account_id: account.id,
      email: `staff-${users}@toko.example`,
      name: name ?? `Staff ${users}`,
      role,
      status: 'active',
      is_operator: isOperator,
      password_hash: PASSWORD_HASH,
      created_at: ctx.now(),
    })
    .returning(['id', 'user_uuid', 'account_id', 'email', 'name', 'role'])
    .executeTakeFirstOrThrow();
  const devices = deviceIds.map((device_id) => ({ account_id: account.id, user_id: row.id, device_id }));
  if (devices.length > 0) await tablesOf(ctx.db).insertInto('user_devices').values(devices).execute();
  return row;
}

/** Calls as a page of the gateway does. */
function browserOf(http: Http, secret: string): Omit<Staff, 'user'> {
  const cookie = `kurir_session=${secret}`;
  const csrf = csrfTokenOf(secret);
  return {
    cookie,
    csrf,
    call: (method, path, body, headers) =>
      callAs(http, method, path, body, { cookie, 'x-csrf-token': csrf, ...headers }),
  };
}

/** From this machine, over plain HTTP. */
export async function callAs(
  http: Http,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const answer = await http.inject({
    method: method as 'GET', // the names of methods are a closed list there
    url: path,
    headers: {
      host: 'localhost:8080',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
  return {
    status: answer.statusCode,
    headers: answer.headers as Answer['headers'], // inject counts numbers among them; HTTP has none
    body: isJson ? answer.json() : answer.payload === '' ? null : answer.payload,
  };
}
