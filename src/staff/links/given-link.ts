import type { Account } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../lib/errors.ts';
import { getActive } from '../log-in/log-in.ts';
import type { Origin } from '../sessions/session.ts';
import { countFromAddress } from '../throttle/throttle.ts';
import { hashToken } from './link.ts';
import * as store from './store.ts';

type Given<Kind> = {
  link: Omit<store.LivingLink, 'kind'> & { kind: Kind };
  tokenHash: Buffer;
  account: Account;
};

/**
 * The link of a caller, who may use it now. Each address has 30 attempts in 15 minutes. ApiError invalid_link for a
 * wrong, used or expired one, and for one of another kind; account_inactive, too_many_attempts.
 */
export async function getGivenLink<Kind extends store.LinkKind>(
  ctx: Context,
  token: string,
  { address }: Pick<Origin, 'address'>,
  kinds: readonly Kind[],
): Promise<Given<Kind>> {
  const tokenHash = hashToken(token);
  await countFromAddress(ctx, 'link', address);
  const link = await store.findLiving(ctx.db, tokenHash, ctx.now());
  const kind = kinds.find((each) => each === link?.kind);
  if (!link || !kind) throw new ApiError('invalid_link');
  return { link: { ...link, kind }, tokenHash, account: await getActive(ctx, link) };
}
