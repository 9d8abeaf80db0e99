import type { Context } from '../../../context.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { countAttempt } from '../throttle/throttle.ts';
import type { Passwords } from './password.ts';
import * as store from './store.ts';

export interface OwnPassword {
  user: { id: number; user_uuid: string };
  password: string;
  /** Of the caller. */
  address: string;
}

/**
 * For acts beyond an open session. A wrong password counts as in a log-in. Returns its earlier
 * hash. FieldErrors; ApiError too_many_attempts and service_unavailable.
 */
export async function proveOwnPassword(
  { ctx, passwords }: { ctx: Pick<Context, 'db' | 'now'>; passwords: Passwords },
  { user, password, address }: OwnPassword,
  field: 'password' | 'current_password' = 'password',
): Promise<string> {
  const { user_uuid } = user;
  const attempts = await countAttempt(ctx, { by: 'id', user: user_uuid, knownUser: user_uuid }, address);
  const hash = await store.findPasswordHash(ctx.db, user.id);
  const isRight = await passwords.verify(password, hash);
  if (!isRight || hash === null) throw new FieldErrors({ [field]: ['is wrong'] });
  await attempts.succeeded();
  return hash;
}
