import type { Context } from '../../../../context.ts';
import type { InboundHook, StoredInbound } from '../../../../gateway/messages/inbound/inbound.ts';
import { isVisitor } from '../../../../gateway/people/identity.ts';
import type { Tx } from '../../../../platform/lib/db/db.ts';
import {
  continueConversation,
  lockContinuations,
} from '../../../conversations/continuations/continuation.ts';
import { webReferencesIn } from '../../codes.ts';
import { type ClaimedCode, claimCodes, hashOf } from './code.ts';

export interface WebReference {
  /** As in the text, with the blanks before it. */
  part: string;
  /** Null: used, expired or unknown code. */
  entry_point_uuid: string | null;
}

/** By row id of the message. */
export type WebReferences = ReadonlyMap<number, WebReference>;

/**
 * An open code moves the web chat to the message's conversation, in one transaction; other messages
 * cost no statement. `hooksWith`: all other hooks, whose locks come later; the chat moves after
 * them.
 */
export function handoverHook(
  ctx: Pick<Context, 'now' | 'log'>,
  hooksWith: (references: WebReferences) => readonly InboundHook[],
): InboundHook {
  return async (tx, messages) => {
    const now = ctx.now();
    const found = candidatesIn(messages);
    const claimed = await claimAll(tx, found, now);
    const chats = claimed.flatMap(({ message, code }) => chatOf(message, code) ?? []);
    const continuations = chats.length > 0 ? await lockContinuations(tx, messages, chats, now) : [];
    const references = referencesOf(found, claimed);
    for (const hook of hooksWith(references)) await hook(tx, messages);
    for (const [index, continuation] of continuations.entries()) {
      const widget_id = chats[index]?.widget_id;
      if (continuation) await continueConversation(tx, continuation, { widget_id }, now);
    }
    for (const { message } of found) {
      if (references.get(message.id)?.entry_point_uuid || message.is_edit) continue;
      ctx.log.info({ accountId: message.account_id, messageId: message.id }, 'entry_points.web_code_refused');
    }
  };
}

interface Candidate {
  message: StoredInbound;
  part: string;
  hash: Buffer;
}

/** A visitor's own messages are not of the app. */
const candidatesIn = (messages: readonly StoredInbound[]): Candidate[] =>
  messages.flatMap((message) =>
    isVisitor(message.phone)
      ? []
      : webReferencesIn(message.body ?? '').map(({ code, part }) => ({ message, part, hash: hashOf(code) })),
  );

interface Claimed extends Candidate {
  code: ClaimedCode;
}

/** Edits use no code. */
async function claimAll(tx: Tx, found: readonly Candidate[], now: Date): Promise<Claimed[]> {
  const given = found.filter(({ message }) => !message.is_edit);
  if (given.length === 0) return [];
  const codes = await claimCodes(
    tx,
    given.map(({ message: { account_id, at }, hash }) => ({ account_id, at, hash })),
    now,
  );
  return codes.flatMap((code) => {
    const candidate = given[code.index];
    return candidate ? [{ ...candidate, code }] : [];
  });
}

/** Null: the widget never had a chat. */
function chatOf({ id: message_id, account_id }: StoredInbound, code: ClaimedCode) {
  const { visitor: phone, chat_device_id: device_id, entry_point_uuid: widget_id } = code;
  return device_id === null ? null : { message_id, widget_id, origin: { account_id, device_id, phone } };
}

/** Counts before other codes of its message. */
function referencesOf(found: readonly Candidate[], claimed: readonly Claimed[]): WebReferences {
  const all = [
    ...found.map(({ message, part }) => [message.id, { part, entry_point_uuid: null }] as const),
    ...claimed.map(({ message, part, code }) => {
      const { entry_point_uuid } = code;
      return [message.id, { part, entry_point_uuid }] as const;
    }),
  ];
  return new Map<number, WebReference>(all);
}
