import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useMe } from '../../../session/session.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { historyQuery, type Timeline, timelineQuery } from '../queries.ts';
import { type Message, newestId } from '../thread/history.ts';
import type { DraftKind } from './drafts.ts';
import { mentionedIn } from './mentions.ts';
import type { Reply } from './outbox.ts';
import { sendReply } from './send.ts';

/** A reply is shown at once and leaves the field. A note leaves it when it is stored. */
export function useSubmit(conversation: Schema<'Conversation'>, quote: Message | null, onDone: () => void) {
  const me = useMe();
  const { id } = conversation;
  const history = useQuery(historyQuery(id)).data;
  const colleagues = useQuery(presenceQuery).data?.data ?? [];
  const note = useMutation({
    mutationFn: (body: string) => {
      const mentions = mentionedIn(body, colleagues);
      return call('POST /conversations/{id}/notes', { id, body: { body, mentions } });
    },
    onSuccess: (entry) => {
      queryClient.setQueryData<Timeline>(timelineQuery(id).queryKey, (timeline) =>
        timeline && !timeline.entries.some((known) => known.id === entry.id)
          ? { ...timeline, entries: [entry, ...timeline.entries] }
          : timeline,
      );
      onDone();
    },
  });
  const send = (reply: Reply) => {
    const seen = newestId(history?.messages ?? []);
    const answered = quote?.id != null && { quote: quote.id };
    void sendReply(id, { ...reply, seen_message_id: seen, ...answered }, me.name);
    onDone();
  };
  const run = (kind: DraftKind, text: string) => {
    if (kind === 'note') note.mutate(text);
    else send({ type: 'text', body: text });
  };
  return { run, send, problem: note.error, isBusy: note.isPending };
}
