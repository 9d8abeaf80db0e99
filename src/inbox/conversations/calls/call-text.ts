import type { Context } from '../../../context.ts';
import { findOptedOutPeople } from '../../../gateway/broadcasts/opt-outs/opt-out.ts';
import type { InboundHook, StoredInbound } from '../../../gateway/messages/inbound/inbound.ts';
import { insert, type Outbound } from '../../../gateway/messages/queue/queue.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Caller, listCallers } from './store.ts';

/** A customer who calls again in this time gets no further text. A call that is reported later gets none. */
const PAUSE_MS = 10 * MINUTE;

/**
 * Once per call, to callers of accounts that reject calls. After the hook of conversations. No
 * quota, no text.
 */
export function callTextHook({ now }: Pick<Context, 'now'>): InboundHook {
  return async (tx, messages) => {
    const ids = messages.filter(isMissedCall).map(({ id }) => id);
    if (ids.length === 0) return;
    const at = now();
    const since = new Date(at.getTime() - PAUSE_MS);
    const callers = await listCallers(tx, ids, { since, pauseMs: PAUSE_MS });
    const optedOut = await findOptedOutPeople(
      tx,
      callers.map(({ person_id }) => person_id),
    );
    const wanted = callers.filter(({ person_id }) => !optedOut.has(person_id));
    // In one order, against deadlocks: each takes the usage of its account.
    const byAccount = Map.groupBy(wanted, ({ account_id }) => account_id);
    for (const accountId of [...byAccount.keys()].toSorted((one, other) => one - other))
      await send(tx, accountId, byAccount.get(accountId) ?? [], at);
  };
}

async function send(tx: Tx, account_id: number, callers: readonly Caller[], at: Date): Promise<void> {
  const origin = { account_id, source: 'bot' as const, author_id: null, broadcast_id: null };
  await insert(tx, origin, callers.map(textFor), at);
}

function textFor({ device_id, phone, conversation_id: id, ownership_version, text }: Caller): Outbound {
  return {
    device_id,
    phone,
    not_before: null,
    type: 'text',
    body: text,
    media_url: null,
    interactive: null,
    conversation: { id, ownership_version },
    details: JSON.stringify({ automation: { kind: 'notice', is_notice: true } }),
    broadcast_place: null,
    refusal: null,
  };
}

function isMissedCall({ details, is_replacement }: StoredInbound): boolean {
  if (!details?.includes('"call"') || is_replacement) return false;
  const { kind, call } = JSON.parse(details);
  return kind === 'call' && call?.action === 'missed';
}
