import type { Tx } from '../../../platform/lib/db/db.ts';
import type { Chat } from '../../chat.ts';
import { fitToEngine, shownChoices } from '../../choices.ts';
import { EXIT_WORD, type Plan } from '../../plan.ts';
import type { Outcome } from './interpreter.ts';
import type { Taken } from './live-world.ts';
import { type SessionState, wakeAt } from './session.ts';
import * as store from './store.ts';

interface Saved {
  /** The session as it was read. */
  before: store.SessionRow | undefined;
  /** A flow starts, in place of the session before. */
  begins: boolean;
  /** Rows beside the session. */
  saves: Taken['saves'];
}

/** What the outcome asks the arbiter to do. The session is stored with it, or nothing happens. */
export function planOf(chat: Chat, outcome: Outcome, saved: Saved): Plan {
  const { flow_uuid: flow_id, node_id, score, addLabels, removeLabels } = outcome;
  const end = endOf(outcome);
  return {
    stage: 'flow',
    outcome: resultOf(outcome),
    reason: reasonOf(outcome),
    flow_id,
    node_id,
    addLabels,
    removeLabels,
    ...(score !== null && { score }),
    replies: outcome.replies.map(({ flow_uuid, node_id: node, faq_id, content }) => ({
      ...fitToEngine(content, chat.engine),
      ...shownChoices(content),
      by: { kind: 'flow', flow_id: flow_uuid, node_id: node, ...(faq_id !== undefined && { faq_id }) },
    })),
    ...(end && { end }),
    async save(tx, now) {
      if (!(await save(tx, chat, outcome.session, saved, now))) return false;
      for (const each of saved.saves) await each(tx, now);
      return true;
    },
  };
}

function resultOf({ end, replies, session }: Outcome): Plan['outcome'] {
  if (end?.kind === 'handed_off') return 'handed_off';
  return replies.length === 0 && session === null ? 'ended' : 'answered';
}

function reasonOf({ end, failure, session }: Outcome): string {
  if (failure !== null) return failure;
  if (end !== null) return end.kind === 'handed_off' ? end.reason : end.kind;
  return session?.waiting.kind === 'time' ? 'waits_for_time' : 'waits_for_answer';
}

function endOf({ end }: Outcome): Plan['end'] {
  if (end?.kind === 'closed') return { to: 'closed', reason: 'flow' };
  if (end?.kind !== 'handed_off') return undefined;
  const { reason, text, note } = end;
  return { to: 'human_waiting', reason, text, ...(note !== null && { note }) };
}

async function save(
  tx: Tx,
  { account_id: accountId, conversation_id: conversationId, ownership_version: ownershipVersion }: Chat,
  session: SessionState | null,
  { before, begins }: Saved,
  now: Date,
): Promise<boolean> {
  if (session === null) {
    return before === undefined || store.deleteSession(tx, { accountId, conversationId }, before.revision);
  }
  const [root] = session.frames;
  if (!root) throw new Error('a session runs a flow');
  const times = { wakeAt: wakeAt(session), expiresAt: new Date(session.expires_at) };
  const row = {
    accountId,
    conversationId,
    ownershipVersion,
    versionId: root.version_id,
    state: JSON.stringify(session),
    ...times,
  };
  if (before === undefined) return store.insertSession(tx, row, now);
  return store.updateSession(tx, { ...row, revision: before.revision, startedAt: begins ? now : null }, now);
}

/** The flow ends, and nothing is sent. */
export const leavingPlan = (
  { account_id: accountId, conversation_id: conversationId }: Chat,
  before: store.SessionRow,
): Plan => ({
  stage: 'flow',
  outcome: 'ended',
  reason: EXIT_WORD,
  replies: [],
  node_id: before.state.waiting.node,
  ...(before.state.frames[0] && { flow_id: before.state.frames[0].flow_uuid }),
  save: (tx) => store.deleteSession(tx, { accountId, conversationId }, before.revision),
});
