import type { Context } from '../../../context.ts';
import * as store from './store.ts';

/** The header `X-Kurir-Automation` of `message.received`. */
type Mark = 'pending' | 'answered' | 'handed_off' | 'none';

/** In the order of the messages. */
export async function findMarks(
  ctx: Pick<Context, 'db'>,
  messages: readonly store.MarkedMessage[],
): Promise<Mark[]> {
  return (await store.readMarks(ctx.db, messages)).map(markOf);
}

const OUTCOMES: Readonly<Record<string, Mark>> = {
  answered: 'answered',
  clarified: 'answered',
  ended: 'answered',
  handed_off: 'handed_off',
};
/** Other reasons of a gate need staff. */
const LEFT_ALONE: readonly (string | null)[] = [
  'edit',
  'message_gone',
  'own_number',
  'suppressed',
  'account_not_active',
  'no_automation',
];

export function markOf({ is_covered, is_waiting, state, stage, outcome, reason }: store.MarkRow): Mark {
  if (state !== 'decided') return is_covered && (is_waiting || state !== null) ? 'pending' : 'none';
  if (outcome === 'noticed') return stage === 'none' ? 'answered' : 'handed_off';
  if (outcome === 'silent') return isWithStaff(stage, reason) ? 'handed_off' : 'none';
  return OUTCOMES[outcome ?? ''] ?? 'none';
}

function isWithStaff(stage: string | null, reason: string | null): boolean {
  if (stage === 'owner') return reason !== 'closed';
  return reason === 'owner_changed' || (stage === 'gate' && !LEFT_ALONE.includes(reason));
}
