import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { asProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { notifyProblem } from '../../ui/toast.tsx';
import { conversationQuery } from './queries.ts';
import { showConversation } from './use-live-inbox.ts';

type Conversation = Schema<'Conversation'>;

/** An act of staff on a conversation. The owner that the user saw must still be the present one. */
export type Act =
  | { type: 'takeover' | 'give-back' | 'resolve' }
  | { type: 'assign'; assignee: string | null }
  | { type: 'snooze'; until: string | null }
  | { type: 'automation'; suppressed: boolean }
  | { type: 'labels'; add: string[]; remove: string[] };

/** Shows the answer at once; a refusal as a notice, with the conversation as it is now. */
export function useAct(conversation: Conversation) {
  return useMutation({
    mutationFn: (act: Act) => run(conversation, act),
    onSuccess: showConversation,
    onError: (error) => {
      notifyProblem(error);
      if (asProblem(error).status === 409)
        void queryClient.invalidateQueries({ queryKey: conversationQuery(conversation.id).queryKey });
    },
  });
}

function run({ id, ownership_version }: Conversation, act: Act): Promise<Conversation> {
  const body = { ownership_version };
  switch (act.type) {
    case 'takeover':
      return call('POST /conversations/{id}/takeover', { id, body });
    case 'give-back':
      return call('POST /conversations/{id}/give-back', { id, body });
    case 'resolve':
      return call('POST /conversations/{id}/resolve', { id, body });
    case 'assign':
      return call('POST /conversations/{id}/assign', { id, body: { ...body, assignee: act.assignee } });
    case 'snooze':
      return call('POST /conversations/{id}/snooze', { id, body: { until: act.until } });
    case 'automation':
      return call('PUT /conversations/{id}/automation', { id, body: { suppressed: act.suppressed } });
    case 'labels':
      return call('POST /conversations/{id}/labels', { id, body: { add: act.add, remove: act.remove } });
  }
}

/** Everything up to this message is read. */
export async function markRead(id: string, upTo: number): Promise<void> {
  showConversation(await call('POST /conversations/{id}/read', { id, body: { up_to: upTo } }));
}
