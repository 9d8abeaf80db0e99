import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { getActive } from '../log-in/log-in.ts';
import type { Origin } from '../sessions/session.ts';
import { countFromAddress } from '../throttle/throttle.ts';
import { getUser } from '../users/user.ts';
import { hashToken } from './link.ts';
import { type GivenLink, LINK_KINDS } from './schema.ts';
import * as store from './store.ts';

type Given<Kind> = {
  link: Omit<store.LivingLink, 'kind'> & { kind: Kind };
  tokenHash: Buffer;
  account: Account;
};

/**
 * Few attempts per address in 15 minutes, more looks. ApiError invalid_link (wrong, used, expired,
 * or another kind), account_inactive, too_many_attempts.
 */
export async function getGivenLink<Kind extends store.LinkKind>(
  ctx: Context,
  token: string,
  { address }: Pick<Origin, 'address'>,
  kinds: readonly Kind[],
  act: 'link' | 'look' = 'link',
): Promise<Given<Kind>> {
  const tokenHash = hashToken(token);
  await countFromAddress(ctx, act, address);
  const link = await store.findLiving(ctx.db, { tokenHash, at: ctx.now() });
  const kind = kinds.find((each) => each === link?.kind);
  if (!link || !kind) throw new ApiError('invalid_link');
  return { link: { ...link, kind }, tokenHash, account: await getActive(ctx, link) };
}

/** Changes nothing. ApiError as of `getGivenLink`. */
export async function lookAtLink(
  ctx: Context,
  token: string,
  origin: Pick<Origin, 'address'>,
): Promise<GivenLink> {
  const { link, account } = await getGivenLink(ctx, token, origin, LINK_KINDS, 'look');
  const { email } = await getUser(ctx, account, link.user_uuid, 'invalid_link');
  return { kind: link.kind, email, account: account.name };
}
