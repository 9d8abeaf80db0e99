import { z } from 'zod';
import { SECOND } from '../../../../platform/lib/clock.ts';
import type { AccountChange } from '../../callbacks.ts';
import { lenient } from '../graph/lenient-values.ts';

const Seconds = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

const AccountUpdate = z.object({
  event: z.string(),
  ban_info: lenient(z.object({ waba_ban_state: z.unknown() })),
  restriction_info: lenient(
    z.array(lenient(z.object({ restriction_type: lenient(z.string()), expiration: lenient(Seconds) }))),
  ),
});

const REMOVALS: readonly string[] = ['ACCOUNT_DELETED', 'PARTNER_REMOVED', 'PARTNER_APP_UNINSTALLED'];
const NO_NEW_NUMBERS = 'RESTRICTED_ADD_PHONE_NUMBER_ACTION';

/** Null: numbers send as before. */
export function accountChangeOf(value: object): AccountChange | null {
  const update = AccountUpdate.safeParse(value).data;
  if (!update) return null;
  if (REMOVALS.includes(update.event)) return { change: 'removed' };
  switch (update.event) {
    case 'DISABLED_UPDATE':
      return banOf(update);
    case 'ACCOUNT_RESTRICTION':
      return restrictionOf(update);
    case 'ACCOUNT_VIOLATION':
      return { change: 'restricted', reason: 'violation', until: null };
    default:
      return null;
  }
}

function banOf({ ban_info }: z.infer<typeof AccountUpdate>): AccountChange | null {
  // A text, or a list of one.
  const state = [ban_info?.waba_ban_state].flat()[0];
  if (state === 'DISABLE') return { change: 'disabled' };
  return state === 'REINSTATE' ? { change: 'reinstated' } : null;
}

/** One unreadable time makes the end unknown. */
function restrictionOf({ restriction_info }: z.infer<typeof AccountUpdate>): AccountChange | null {
  const about = restriction_info?.filter((each) => each?.restriction_type !== NO_NEW_NUMBERS) ?? [];
  if (about.length === 0 && restriction_info?.length) return null;
  const ends = about.map((each) => (each?.expiration ? each.expiration * SECOND : Number.NaN));
  const last = new Date(Math.max(...ends));
  return { change: 'restricted', reason: 'account', until: Number.isNaN(last.getTime()) ? null : last };
}
