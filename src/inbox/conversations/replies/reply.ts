import type { Context } from '../../../context.ts';
import type { Parts } from '../../../gateway/messages/admission/check-content.ts';
import {
  type AdmissionAnswer,
  type AdmissionRequest,
  admitReply,
  type Problem,
  type ReplyRequest,
} from '../../../gateway/messages/admission/reply.ts';
import type { HistoryRow, Writer } from '../../../gateway/messages/history/history.ts';
import { findUnderWay, lockOpenBotMessages, underWayBefore } from '../../../gateway/messages/queue/queue.ts';
import type { StaffCaller } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { actorOf, recordAct } from '../acting.ts';
import { getConversation } from '../conversation.ts';
import { lockForReply, ownershipChanged, takeOverByQueuedReply } from '../ownership/ownership.ts';
import type { ConversationRow } from '../store.ts';
import { contentFor, type ReplyChat } from './content.ts';
import { answeredMeanwhile, findSeen, findUnseen, type Seen } from './meanwhile.ts';
import type { SendReply } from './schema.ts';

export interface ReplyCall extends Omit<AdmissionRequest, 'message'> {
  /** Of the conversation. */
  uuid: string;
  /** Unchecked when there is a problem. */
  input: SendReply;
  /** Null: a key calls. Users are outside the account's rate window. */
  staff: StaffCaller | null;
}

export interface ReplyAnswer extends AdmissionAnswer {
  /** Public ids of messages that may be written already. */
  underWay: number[];
}

interface Admitted extends ReplyAnswer {
  /** Answers of others, for a refused reply. */
  unseen?: readonly HistoryRow[];
}

type Prepared =
  | {
      chat: ConversationRow;
      message: NonNullable<AdmissionRequest['message']>;
      /** Null: the writer does not say. */
      seen: Seen | null;
      problem: null;
    }
  | { chat: ConversationRow | null; message: null; seen?: null; problem: Problem };

/** Merges and other devices of a number are rare. */
const MAX_ATTEMPTS = 3;

/** An accepted reply takes the conversation over, in one transaction. */
export async function sendReply(parts: Parts, call: ReplyCall): Promise<ReplyAnswer> {
  const { ctx } = parts;
  // A replay would show an agent messages it does not see.
  if (call.account.deviceIds !== null) await getConversation(ctx, call.account, call.uuid);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const now = ctx.now();
    const prepared = await prepare(parts, call);
    const answer = await ctx.db.transaction((tx) => admit(tx, ctx, { call, prepared, now }));
    // Changed since it was read.
    if (!answer) continue;
    const { unseen, ...rest } = answer;
    if (unseen && prepared.seen)
      return {
        ...rest,
        verdict: await answeredMeanwhile(ctx, prepared.seen, { rows: unseen, reader: call.account }),
      };
    announce(ctx, answer);
    return answer;
  }
  throw new ApiError('service_unavailable');
}

/** After the commit. */
export function announce(ctx: Context, { verdict }: ReplyAnswer): void {
  if (verdict instanceof Error || verdict.replayed) return;
  ctx.bus.publish('messages');
  ctx.bus.publish('events');
}

/** The admission answers problems: a replay comes first. */
async function prepare(parts: Parts, call: ReplyCall): Promise<Prepared> {
  const { account, uuid, input, problem } = call;
  if (problem) return { chat: null, message: null, problem };
  let chat: ConversationRow | null = null;
  try {
    actorOf(call, input.actor);
    chat = await getConversation(parts.ctx, account, uuid);
    const seenId = input.seen_message_id;
    const seen = seenId === undefined ? null : await findSeen(parts.ctx, chat, seenId);
    const message = await messageFor(parts, call, chat);
    return { chat, message, seen, problem: null };
  } catch (error) {
    if (error instanceof ApiError || error instanceof FieldErrors)
      return { chat, message: null, problem: error };
    throw error;
  }
}

export async function messageFor(
  parts: Parts,
  call: ReplyCall,
  chat: ReplyChat,
): Promise<NonNullable<AdmissionRequest['message']>> {
  const checked = await contentFor(parts, call.account, chat, call.input);
  const actor = nameOf(call);
  const details = { ...(actor && { actor }), ...checked.details };
  return { ...checked, ...(Object.keys(details).length > 0 && { details }) };
}

/** Null: changed. Locks in the order of all transactions. */
export async function admit(
  tx: Tx,
  ctx: Context,
  { call, prepared, now }: { call: ReplyCall; prepared: Prepared; now: Date },
): Promise<Admitted | null> {
  if (prepared.problem) return admitProblem(tx, call, prepared, now);
  const { chat, seen: known } = prepared;
  const owner = await lockForReply(tx, { id: chat.id, deviceId: chat.device_id });
  if (!owner) return null;
  const { ownership_version: version } = owner;
  const { ownership_version: seen = version } = call.input;
  if (seen !== version)
    return admitProblem(tx, call, { chat, message: null, problem: ownershipChanged(owner) }, now);
  const open = await lockOpenBotMessages(tx, [chat.id]);
  const unseen = known ? await findUnseen(tx, known, writerOf(call)) : [];
  if (unseen.length > 0) return admitUnseen(tx, call, chat, { unseen, now });
  const answer = await admitReply(tx, requestOf(call, prepared), now);
  const { verdict } = answer;
  if (verdict instanceof Error) return { ...answer, underWay: [] };
  if (verdict.replayed) return { ...answer, underWay: underWayBefore(open, version) };
  const by = { actor: nameOf(call) ?? 'api', assignee: call.staff?.name ?? null, open };
  await takeOverByQueuedReply(tx, owner, by, now);
  const act = { action: 'conversation.replied', target: call.uuid } as const;
  await recordAct(tx, ctx, call.account, { ...act, detail: { message_id: verdict.message.public_id } });
  return { ...answer, underWay: underWayBefore(open, version + 1) };
}

/** Only a replay is accepted. */
async function admitUnseen(
  tx: Tx,
  call: ReplyCall,
  chat: ConversationRow,
  { unseen, now }: { unseen: readonly HistoryRow[]; now: Date },
): Promise<Admitted> {
  const problem = new ApiError('answered_meanwhile');
  const answer = await admitProblem(tx, call, { chat, message: null, problem }, now);
  return answer.verdict === problem ? { ...answer, unseen } : answer;
}

/** The user who writes, or the person that a key names. */
const nameOf = ({ staff, input }: ReplyCall): string | null => staff?.name ?? input.actor ?? null;

const writerOf = (call: ReplyCall): Writer => ({ userId: call.staff?.id ?? null, name: nameOf(call) });

/** A replay gets the messages under way of its first answer. */
async function admitProblem(tx: Tx, call: ReplyCall, prepared: Prepared, now: Date): Promise<ReplyAnswer> {
  const { chat } = prepared;
  const answer = await admitReply(tx, requestOf(call, prepared), now);
  const isReplay = !(answer.verdict instanceof Error);
  const underWay = isReplay && chat ? await findUnderWay(tx, chat.id, chat.ownership_version) : [];
  return { ...answer, underWay };
}

function requestOf(
  { account, idempotencyKey, rawBody, uuid, staff }: ReplyCall,
  { chat, message, problem }: Prepared,
): ReplyRequest {
  return {
    account,
    idempotencyKey,
    message,
    problem,
    isLimited: staff === null,
    authorId: staff?.id ?? null,
    conversationId: chat?.id ?? null,
    // A key of another conversation is a mismatch.
    rawBody: { conversation: uuid, body: rawBody },
  };
}
