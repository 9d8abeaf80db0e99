import { z } from 'zod';
import { SECOND } from '../../lib/clock.ts';
import type { Restriction } from '../engine.ts';

/** What became of a business account, and with it of all its numbers. */
export type AccountChange =
  | { change: 'disabled' | 'reinstated' | 'removed' }
  | { change: 'restricted'; reason: Extract<Restriction, 'account' | 'violation'>; until: Date | null };

const AccountUpdate = z.looseObject({
  event: z.string(),
  ban_info: z.looseObject({ waba_ban_state: z.unknown() }).optional(),
  restriction_info: z
    .array(
      z.looseObject({ restriction_type: z.string().optional(), expiration: z.coerce.number().optional() }),
    )
    .optional(),
});

const REMOVALS: readonly string[] = ['ACCOUNT_DELETED', 'PARTNER_REMOVED', 'PARTNER_APP_UNINSTALLED'];
/** It has nothing to do with messages. */
const NO_NEW_NUMBERS = 'RESTRICTED_ADD_PHONE_NUMBER_ACTION';

/** What an `account_update` says; null for what leaves the account as able to send as it was. */
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

function restrictionOf({ restriction_info = [] }: z.infer<typeof AccountUpdate>): AccountChange | null {
  const about = restriction_info.filter(({ restriction_type }) => restriction_type !== NO_NEW_NUMBERS);
  if (about.length === 0 && restriction_info.length > 0) return null;
  const ends = about.flatMap(({ expiration }) => expiration ?? []).map((seconds) => seconds * SECOND);
  const until = ends.length > 0 ? new Date(Math.max(...ends)) : null;
  return { change: 'restricted', reason: 'account', until };
}
