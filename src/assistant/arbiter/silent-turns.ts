import type { Context } from '../../context.ts';
import { MAX_OPEN, type OpenDecision } from './chat-store.ts';
import { type Decided, decide, silently } from './decision-store.ts';
import { gateOf, isMessage } from './gates.ts';
import { settingsFrom } from './settings/settings.ts';
import type { ReadTurn } from './turn.ts';
import { endTurns, releaseTurn } from './turn-store.ts';

/**
 * Decides the turns of a claim that nothing may answer, with two statements for all of them: most messages reach staff.
 * Returns the other turns.
 */
export async function endSilentTurns(
  ctx: Pick<Context, 'db' | 'now'>,
  claim: string,
  reads: readonly ReadTurn[],
): Promise<readonly ReadTurn[]> {
  const now = ctx.now();
  const silent = new Map(
    reads.flatMap((read) => {
      const decisions = silentDecisionsOf(read, now);
      return decisions ? [[read, decisions] as const] : [];
    }),
  );
  if (silent.size === 0) return reads;
  await decide(ctx.db, [...silent.values()].flat(), now);
  const turns = [...silent.keys()].map(({ turn }) => ({ ...turn, claim }));
  const ended = await endTurns(ctx.db, turns);
  for (const { account_id: accountId, conversation_id: conversationId, version } of turns) {
    if (ended.has(conversationId)) continue;
    await releaseTurn(
      ctx.db,
      { accountId, conversationId, claim, version },
      { now, dueAt: now, failed: false },
    );
  }
  return reads.filter((read) => !silent.has(read));
}

/** Null: a producer may have a word in it. */
function silentDecisionsOf(read: ReadTurn, now: Date): Decided[] | null {
  const { open } = read;
  if (open.length === 0 || open.length === MAX_OPEN) return null;
  const decisions: Decided[] = [];
  for (const decision of open) {
    const silence = silenceOf(read, decision, now);
    if (!silence) return null;
    const { account_id, conversation_id } = read.turn;
    decisions.push(silently({ id: decision.id, account_id, conversation_id, ...silence }));
  }
  return decisions;
}

function silenceOf(
  { chat, isOptedOut }: ReadTurn,
  decision: OpenDecision,
  now: Date,
): Pick<Decided, 'stage' | 'reason'> | null {
  if (!chat || chat.merged_into !== null || chat.is_watched) return null;
  const { owner_state: owner } = chat;
  // A flow that wakes waits for the end of the suspension.
  if (!isMessage(decision) && owner === 'bot' && chat.account_status === 'suspended') return null;
  const gate = gateOf({ chat, decision, settings: settingsFrom(chat.settings), isOptedOut, now });
  // The words of an opt-out are looked up.
  if (gate?.reason === 'opted_out') return null;
  if (gate) return gate.handOff === null || owner !== 'bot' ? { stage: 'gate', reason: gate.reason } : null;
  return owner === 'closed' ? { stage: 'owner', reason: owner } : null;
}
