import { createContactBook } from '../../../gateway/contacts/contact.ts';
import { noteNames } from '../../../inbox/conversations/contacts/contact.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { asTapped, type Chat, type Deciding, type Incoming } from '../../chat.ts';
import type { Plan } from '../../plan.ts';
import { valuesFor } from '../../texts.ts';
import type { InputMessage } from './answers.ts';
import { openFlowCache } from './cache.ts';
import { Comparisons } from './comparisons.ts';
import { proceed, start, takesOwnWords, wake } from './interpreter.ts';
import { type FlowDeps, liveWorld, type Taken } from './live-world.ts';
import { leavingPlan, planOf } from './plan-of.ts';
import * as store from './store.ts';
import type { Facts } from './turn.ts';
import { entryPointValues } from './values.ts';

/** The flows of all accounts, as the arbiter asks them. A plan changes nothing until it is saved. */
export function flowProducer(deps: FlowDeps) {
  const flows = openFlows(deps);
  return {
    isRunning: async (chat: Chat): Promise<boolean> =>
      (await flows.readSession(chat, deps.ctx.now())) !== null,
    continue: flows.resume,
    start: flows.begin,
    leave: flows.leave,
    expects: flows.expects,
    /** Null: no flow runs. */
    async end(chat: Chat, { at }: Pick<Deciding, 'at'>): Promise<Plan | null> {
      const before = await flows.readSession(chat, at);
      return before && leavingPlan(chat, before);
    },
    wake: flows.wake,
    nextWake: store.nextWake,

    /** Expired sessions are deleted. The others are not due again before they expire. */
    async takeDueWakes(tx: Tx, now: Date, limit: number): Promise<store.DueWake[]> {
      await store.deleteExpired(tx, { now, limit });
      return store.takeDue(tx, { now, limit });
    },
  };
}

function openFlows(deps: FlowDeps) {
  const { db } = deps.ctx;
  const parts = {
    cache: openFlowCache(db),
    book: createContactBook({ ...deps.ctx, onNamed: noteNames }),
    texts: new Comparisons(deps.pieces),
  };
  const { cache } = parts;
  const world = (chat: Chat, deciding: Deciding, taken: Taken = { incoming: null, saves: [] }) =>
    liveWorld(deps, parts, chat, deciding, taken);

  const readSession = (chat: Chat, at: Date) => findRunning(db, chat, at);

  async function begin(chat: Chat, uuid: string, incoming: Incoming, deciding: Deciding) {
    const flow = await cache.findPublished(chat, uuid);
    if (!flow || !(flow.device_uuids?.includes(chat.device_uuid) ?? true)) return null;
    const before = await findSession(db, chat);
    const given = { seed: `${chat.conversation_uuid} ${incoming.id}`, message: messageOf(incoming) };
    const taken: Taken = { incoming, saves: [] };
    const outcome = await start(world(chat, deciding, taken), factsOf(chat, deciding), flow, given);
    return planOf(chat, outcome, { before, begins: true, saves: taken.saves });
  }

  async function resume(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<Plan | null> {
    const before = await readSession(chat, deciding.at);
    if (!before) return null;
    const taken: Taken = { incoming, saves: [] };
    const [facts, message] = [factsOf(chat, deciding), answerTo(before, incoming)];
    const outcome = await proceed(world(chat, deciding, taken), facts, before.state, message);
    return outcome && planOf(chat, outcome, { before, begins: false, saves: taken.saves });
  }

  /** Whether the message is a choice of the question that waits, or a command. */
  async function expects(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<boolean> {
    const session = await readSession(chat, deciding.at);
    return (
      session !== null && takesOwnWords(world(chat, deciding), session.state, answerTo(session, incoming))
    );
  }

  /** An exit word of the account that the flow does not offer. Another flow can have the same word: then it starts. */
  async function leave(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<Plan | null> {
    const before = await readSession(chat, deciding.at);
    if (!before) return null;
    const other = await deps.flowFor?.(chat, incoming, deciding);
    return (other && (await begin(chat, other, incoming, deciding))) || leavingPlan(chat, before);
  }

  async function wakeUp(chat: Chat, deciding: Deciding): Promise<Plan | null> {
    const before = await readSession(chat, deciding.at);
    const outcome = before && (await wake(world(chat, deciding), factsOf(chat, deciding), before.state));
    return outcome && planOf(chat, outcome, { before, begins: false, saves: [] });
  }

  return { readSession, begin, resume, expects, leave, wake: wakeUp };
}

/** Null: none that the customer can answer. */
async function findRunning(db: Db, chat: Chat, at: Date): Promise<store.SessionRow | null> {
  const row = await findSession(db, chat);
  if (!row || row.ownership_version !== chat.ownership_version) return null;
  return new Date(row.state.expires_at) > at ? row : null;
}

/** Most chats run no flow: no statement says so again. */
const findSession = async (db: Db, { account_id, conversation_id, has_flow_session }: Chat) =>
  has_flow_session
    ? store.findSession(db, { accountId: account_id, conversationId: conversation_id })
    : undefined;

const messageOf = ({ type, text, choice_id, public_id }: Incoming): InputMessage => ({
  type,
  text,
  choice_id,
  message_id: public_id,
});

/** A question has its own numbers. During another wait, the number of a menu is its title. */
const answerTo = ({ state }: store.SessionRow, incoming: Incoming): InputMessage =>
  messageOf(state.waiting.kind === 'answer' ? incoming : asTapped(incoming));

const factsOf = (chat: Chat, { at, decision_id }: Deciding): Facts => ({
  now: at,
  known: { ...valuesFor(chat), ...entryPointValues(chat) },
  turn_id: decision_id,
});
