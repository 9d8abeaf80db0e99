import type { Context } from '../../context.ts';
import { shownEvents } from '../../gateway/messages/shown-event.ts';
import { readLiveTemplates } from '../../gateway/templates/template.ts';
import { type LiveConversation, readLiveConversations } from '../conversations/live.ts';
import { type LiveEntry, readLiveEntries } from '../conversations/timeline/live-entries.ts';
import type { LogRow } from './log-store.ts';
import { type Message, message, resync } from './wire.ts';

/** Rows whose subject has gone make no message. */
export async function render(ctx: Context, accountId: number, rows: readonly LogRow[]): Promise<Message[]> {
  const latest = new Map(rows.map(({ kind, ref_id, position }) => [`${kind} ${ref_id}`, position]));
  const wanted = rows.filter(({ kind, ref_id, position }) => latest.get(`${kind} ${ref_id}`) === position);
  const idsOf = (kind: string) => wanted.flatMap((row) => (row.kind === kind ? (row.ref_id ?? []) : []));
  const received = wanted.flatMap(({ kind, body, position }) =>
    (kind === 'message.received' || kind === 'visitor.received') && body !== null
      ? [[position, body] as const]
      : [],
  );
  const [conversations, entries, templates, shown] = await Promise.all([
    readLiveConversations(ctx, accountId, idsOf('conversation.changed')).then(byId),
    readLiveEntries(ctx, idsOf('conversation.event')).then(byId),
    readLiveTemplates(ctx, idsOf('template.changed')).then(byId),
    shownEvents(ctx.db, accountId, new Map(received)),
  ]);
  return wanted.flatMap((row) => {
    const { position, ref_id, kind } = row;
    switch (row.kind) {
      case 'resync':
        return resync(position);
      case 'conversation.changed':
        return conversationMessage(position, conversations.get(ref_id ?? 0));
      case 'conversation.event':
        return entryMessage(position, entries.get(ref_id ?? 0));
      case 'template.changed':
        return templateMessage(position, kind, templates.get(ref_id ?? 0));
      case 'template.deleted':
        return templateMessage(position, kind, { id: ref_id });
      default:
        if (row.body === null) return [];
        return eventMessage(row, row.body, shown.get(position));
    }
  });
}

/** `ofUsers`: the body for people, if it differs. */
function eventMessage(
  { position, device_id: deviceId, kind }: LogRow,
  body: string,
  ofUsers?: string,
): Message {
  const sent = message({ position, deviceId }, kind, body);
  return ofUsers === undefined
    ? sent
    : { ...sent, textOfUsers: message({ position, deviceId }, kind, ofUsers).text };
}

const byId = <T extends { id: number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));

function conversationMessage(position: number, found: LiveConversation | undefined): Message[] {
  if (!found) return [];
  const place = { position, deviceId: found.device_id };
  if ('merged' in found.body)
    return [message(place, 'conversation.merged', JSON.stringify(found.body.merged))];
  const { conversation, ofUsers } = found.body;
  const changed = message(place, 'conversation.changed', JSON.stringify(conversation));
  // Only the path of a file differs.
  const { last_message, last_customer_message } = conversation;
  if (!last_message?.media && !last_customer_message?.media) return [changed];
  const { text } = message(place, 'conversation.changed', JSON.stringify(ofUsers));
  return [{ ...changed, textOfUsers: text }];
}

function entryMessage(position: number, found: LiveEntry | undefined): Message[] {
  if (!found) return [];
  const place = { position, deviceId: found.device_id };
  return [message(place, 'conversation.event', JSON.stringify(found.body))];
}

/** Several numbers share a template: for callers who see all. */
function templateMessage(position: number, kind: string, body: object | undefined): Message[] {
  return body ? [message({ position, deviceId: null }, kind, JSON.stringify(body))] : [];
}
