import { api, ok } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { historyQuery } from '../queries.ts';
import { type History, type Message, withSent } from '../thread/history.ts';
import { refresh } from '../use-live-inbox.ts';
import { type OutboxEntry, putEntry, type Reply, removeEntry } from './outbox.ts';

export type NewReply = Pick<OutboxEntry, 'reply' | 'media'>;

/**
 * Sends new replies of the user `by`, one after another. The thread shows them at once, and a refusal keeps one with
 * its reason. Answers the first reason; null: all are accepted.
 */
export async function sendReplies(
  conversationId: string,
  replies: readonly NewReply[],
  by: string,
): Promise<unknown> {
  const at = new Date().toISOString();
  const entries = replies.map(({ reply, media }): OutboxEntry => {
    const key = crypto.randomUUID();
    return { key, conversationId, reply, ...(media && { media }), at, state: 'sending', problem: null };
  });
  for (const entry of entries) putEntry(entry);
  const problems: unknown[] = [];
  for (const entry of entries) problems.push(await attempt(entry, by));
  return problems.find((problem) => problem !== null) ?? null;
}

/** Sends an unsent reply again. `seen`: although another person has answered. */
export function sendAgain(entry: OutboxEntry, by: string, seen?: number): Promise<unknown> {
  const reply = seen === undefined ? entry.reply : { ...entry.reply, seen_message_id: seen };
  return attempt({ ...entry, reply, state: 'sending', problem: null }, by);
}

/** Answers why the reply is refused; null: it is accepted. */
async function attempt(entry: OutboxEntry, by: string): Promise<unknown> {
  putEntry(entry);
  const { conversationId, reply, key } = entry;
  try {
    const accepted = await ok(
      api.POST('/app/api/conversations/{id}/messages', {
        params: { path: { id: conversationId }, header: { 'Idempotency-Key': key } },
        body: reply,
      }),
    );
    queryClient.setQueryData<History>(historyQuery(conversationId).queryKey, (history) =>
      withSent(history, sentMessage(reply, accepted, by)),
    );
    removeEntry(key);
    void refresh(conversationId);
    return null;
  } catch (problem) {
    putEntry({ ...entry, state: 'failed', problem });
    return problem;
  }
}

function sentMessage(reply: Reply, accepted: Schema<'AcceptedReply'>, actor: string): Message {
  const { id, status, type, wa_message_id, created_at } = accepted;
  return {
    id,
    status,
    type,
    wa_message_id,
    created_at,
    actor,
    direction: 'out',
    author: 'staff',
    body: reply.body ?? null,
    media_url: reply.media_url ?? null,
    ...('media_id' in reply && { media_id: reply.media_id }),
    interactive: null,
  };
}
