import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { touchAutomation } from '../../account.ts';
import { BAD_NAME, VARIABLE_NAME } from '../definition/template.ts';
import { MAX_SECRETS } from './schema.ts';
import * as store from './store.ts';

type Account = { id: number };

/** In alphabetical order. Values are never shown. */
export function listSecrets(ctx: Pick<Context, 'db'>, { id }: Account): Promise<store.SecretRow[]> {
  return store.listSecrets(ctx.db, { accountId: id });
}

export async function listSecretNames(db: Db, accountId: number): Promise<string[]> {
  return (await store.listSecrets(db, { accountId })).map(({ name }) => name);
}

/** Values by name, for headers of requests. Names without a secret are missing. */
export async function openSecrets(
  { db, box }: Pick<Context, 'db' | 'box'>,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await store.readSecrets(db, { accountId, names });
  return new Map(
    rows.map(({ name, sealed }) => [name, box.open(sealed, flowSecretPlace(accountId, name)).toString()]),
  );
}

/** Makes the secret, or replaces its value. FieldErrors for a bad name; ApiError flow_secret_limit_reached. */
export async function setSecret(
  ctx: Context,
  { id: accountId }: Account,
  { name, value }: { name: string; value: string },
): Promise<store.SecretRow> {
  if (!VARIABLE_NAME.test(name)) throw new FieldErrors({ name: [BAD_NAME] });
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await touchAutomation(tx, accountId, now);
    const names = await listSecretNames(tx, accountId);
    if (!names.includes(name) && names.length >= MAX_SECRETS) throw new ApiError('flow_secret_limit_reached');
    const sealed = ctx.box.seal(Buffer.from(value), flowSecretPlace(accountId, name));
    const secret = await store.setSecret(tx, { accountId, name, sealed, now });
    await record(tx, ctx, [{ action: 'flow_secret.changed', accountId, target: name }]);
    return secret;
  });
}

/** Requests that use it fail from now on. ApiError flow_secret_not_found. */
export function deleteSecret(ctx: Context, { id: accountId }: Account, name: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, accountId, ctx.now());
    const isName = VARIABLE_NAME.test(name);
    if (!isName || !(await store.deleteSecret(tx, accountId, name)))
      throw new ApiError('flow_secret_not_found');
    await record(tx, ctx, [{ action: 'flow_secret.removed', accountId, target: name }]);
  });
}

export const flowSecretPlace = (accountId: number, name: string) =>
  `flow_secrets|sealed|${accountId}|${name}`;
