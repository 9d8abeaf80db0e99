import { api, ok } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { historyQuery } from '../queries.ts';
import { type History, type Message, withSent } from '../thread/history.ts';
import { refresh } from '../use-live-inbox.ts';
import { type OutboxEntry, putEntry, type Reply, removeEntry } from './outbox.ts';

/** Sends a new reply of the user `by`. The thread shows it at once, and a refusal keeps it with its reason. */
export function sendReply(conversationId: string, reply: Reply, by: string): Promise<void> {
  const at = new Date().toISOString();
  return attempt(
    { key: crypto.randomUUID(), conversationId, reply, at, state: 'sending', problem: null },
    by,
  );
}

/** Sends an unsent reply again. `seen`: although another person has answered. */
export function sendAgain(entry: OutboxEntry, by: string, seen?: number): Promise<void> {
  const reply = seen === undefined ? entry.reply : { ...entry.reply, seen_message_id: seen };
  return attempt({ ...entry, reply, state: 'sending', problem: null }, by);
}

async function attempt(entry: OutboxEntry, by: string): Promise<void> {
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
  } catch (problem) {
    putEntry({ ...entry, state: 'failed', problem });
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
    interactive: null,
  };
}
