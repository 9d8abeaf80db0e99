import type { Context } from '../../../context.ts';
import type { StaffCaller } from '../../../platform/accounts/account.ts';
import { inviteUser } from './creation.ts';
import { operatorManager } from './manager.ts';
import { OwnerInput, UserWithLink } from './schema.ts';
import { viewWithLink } from './view.ts';

export { OwnerInput, UserWithLink };

/** Of an account without one. ApiError owner_exists, user_limit_reached; FieldErrors. */
export async function inviteOwner(
  ctx: Context,
  account: { id: number },
  operator: StaffCaller,
  { email, name }: OwnerInput,
  publicUrl: string,
): Promise<UserWithLink> {
  const input = { email, name, role: 'owner' } as const;
  const { user, link } = await inviteUser(ctx, account, operatorManager(operator), input);
  return viewWithLink(user, link, publicUrl);
}
