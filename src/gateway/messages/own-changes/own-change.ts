import type { Context } from '../../../context.ts';
import type { Caller, StaffCaller } from '../../../platform/accounts/account.ts';
import { HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { isMediaType } from '../../../platform/lib/media/formats.ts';
import { codePoints } from '../../../platform/lib/text.ts';
import { ENGINE_KINDS, SENT_CHANGES } from '../../engines/kinds.ts';
import type { Problem } from '../admission/engine-refusals.ts';
import { type AdmissionAnswer, type AdmissionRequest, admitChange } from '../admission/reply.ts';
import { appliedTo } from '../changes/applied.ts';
import { MAX_CAPTION } from '../content.ts';
import { type FoundMessage, findMessage } from '../history/history.ts';
import { getMessage } from '../message.ts';
import { FAILURES } from '../queue/failures.ts';
import { failQueued } from '../queue/status-writer.ts';
import type { MessageRow } from '../store.ts';
import { problemOf, quoteOf } from '../target.ts';
import * as store from './store.ts';

/** As the network allows them. */
const LIMITS_MS = { edit: 15 * MINUTE, deletion: 60 * HOUR };

export type Change = { type: 'edit'; body: string } | { type: 'deletion' };

export interface ChangeCall extends Omit<AdmissionRequest, 'message' | 'account'> {
  account: Caller;
  staff: StaffCaller | null;
  publicId: number;
}

/** `done`: the message was still waiting. Otherwise its change is a separate message. */
export type Changed = { done: MessageRow } | { admitted: AdmissionAnswer };

/** ApiError message_not_found, message_in_flight, message_not_changeable, type_not_supported; FieldErrors. */
export async function changeMessage(ctx: Context, call: ChangeCall, change: Change): Promise<Changed> {
  const { account, publicId } = call;
  const now = ctx.now();
  const admitted = await ctx.db.transaction(async (tx) => {
    const { id: accountId, deviceIds } = account;
    const target = Number.isSafeInteger(publicId)
      ? await store.lockTarget(tx, { accountId, deviceIds, publicId })
      : undefined;
    const found = target && (await findMessage(tx, { accountId, publicId }));
    if (!target || !found) throw new ApiError('message_not_found');
    if (found.status === 'queued') return changeWaiting(tx, { target, found, change, now });
    return changeSent(tx, call, { target, found, change, now });
  });
  ctx.bus.publish('messages');
  ctx.bus.publish('events');
  return admitted ? { admitted } : { done: await getMessage(ctx, account, publicId) };
}

interface Work {
  target: store.Target;
  found: FoundMessage;
  change: Change;
  now: Date;
}

async function changeWaiting(tx: Tx, { target, found, change, now }: Work): Promise<null> {
  if (!target.is_waiting) throw new ApiError('message_in_flight');
  if (change.type === 'deletion') {
    const failure = { error_code: 'withdrawn', error_message: FAILURES.withdrawn, refund: true };
    await failQueued(tx, [{ id: target.id, ...failure }], now);
    return null;
  }
  const problem = problemOfText(found, change.body);
  if (problem) throw problem;
  await store.rewrite(tx, target, change.body);
  return null;
}

function problemOfText({ type, engine, details }: FoundMessage, body: string): Problem | null {
  const isText = type === 'text' && details?.template === undefined;
  const hasCaption = isMediaType(type) && type !== 'audio';
  if (!isText && !hasCaption)
    return unchangeable('Only a text or a caption can be changed. Delete the message, and send another one.');
  const max = isText ? ENGINE_KINDS[engine].maxText : MAX_CAPTION;
  return codePoints(body) > max ? new FieldErrors({ body: [`must have at most ${max} characters`] }) : null;
}

async function changeSent(tx: Tx, call: ChangeCall, work: Work): Promise<AdmissionAnswer | null> {
  const { target, found, change, now } = work;
  const isWithdrawn = found.status === 'failed' && found.error_code === 'withdrawn';
  if (isWithdrawn && change.type === 'deletion') return null;
  const applied = (await appliedTo(tx, [{ places: [found], messages: [found] }])).get(found);
  const problem = problemOfChange(work, applied?.deleted_at ?? null);
  const until = new Date(found.created_at.getTime() + LIMITS_MS[change.type]);
  const message = problem
    ? null
    : {
        input: { ...change, device_uuid: target.device_uuid },
        phone: found.phone,
        details: {
          quote: quoteOf(found, applied?.edits.at(-1)?.body ?? found.body),
          target: call.publicId,
          until: until.toISOString(),
          ...(call.staff && { actor: call.staff.name }),
        },
      };
  const request = { ...call, message, problem: call.problem ?? problem };
  return admitChange(tx, request, call.staff?.id ?? null, now);
}

function problemOfChange({ found, change, now }: Work, deletedAt: Date | null): Problem | null {
  const { engine, type, created_at } = found;
  const verb = change.type === 'edit' ? 'edit' : 'delete';
  if (!ENGINE_KINDS[engine].sends.has(change.type))
    return new ApiError('type_not_supported', `The provider of this device cannot ${verb} a sent message.`);
  if (type === 'reaction' || SENT_CHANGES.some((each) => each === type))
    return unchangeable(`The id is of ${type === 'reaction' ? 'a reaction' : 'a change of a message'}.`);
  const problem = problemOf(found, deletedAt, verb);
  if (problem) return unchangeable(`The id ${problem}.`);
  const refusal = change.type === 'edit' ? problemOfText(found, change.body) : null;
  if (refusal) return refusal;
  if (now.getTime() - created_at.getTime() > LIMITS_MS[change.type])
    return unchangeable(
      change.type === 'edit'
        ? 'A message can be changed within 15 minutes.'
        : 'A message can be deleted within 60 hours.',
    );
  return null;
}

const unchangeable = (text: string) => new ApiError('message_not_changeable', text);
