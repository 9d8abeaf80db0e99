import { useMutation, useQuery } from '@tanstack/react-query';
import type { Schema } from '../../../api/schemas.ts';
import { useMe } from '../../../session/session.ts';
import { historyQuery } from '../queries.ts';
import { type Message, newestId } from '../thread/history.ts';
import type { DraftKind } from './drafts.ts';
import { writeNote } from './note.ts';
import type { Reply, StoredFile } from './outbox.ts';
import { repliesOf } from './replies-of.ts';
import { type NewReply, sendReplies } from './send.ts';

interface Acts {
  /** A reply is shown at once. */
  onSent: () => void;
  /** A note is stored. */
  onNoted: () => void;
}

/** Sends replies and notes of the conversation. */
export function useSubmit(
  conversation: Schema<'Conversation'>,
  quote: Message | null,
  { onSent, onNoted }: Acts,
) {
  const me = useMe();
  const { id } = conversation;
  const history = useQuery(historyQuery(id)).data;
  const note = useMutation({
    mutationFn: (body: string) => writeNote(id, body),
    onSuccess: onNoted,
  });
  const sendAll = (replies: readonly NewReply[]) => {
    const seen_message_id = newestId(history);
    const quoting = (index: number) => index === 0 && quote?.id != null && { quote: quote.id };
    const asked = replies.map(({ reply, ...rest }, index) => ({
      ...rest,
      reply: { ...reply, seen_message_id, ...quoting(index) },
    }));
    void sendReplies(id, asked, me.name);
    onSent();
  };
  const send = (reply: Reply) => sendAll([{ reply }]);
  const run = (kind: DraftKind, text: string, files: readonly StoredFile[]) => {
    if (kind === 'note') note.mutate(text);
    else sendAll(repliesOf(text, files));
  };
  return { run, send, problem: note.error, isBusy: note.isPending };
}
