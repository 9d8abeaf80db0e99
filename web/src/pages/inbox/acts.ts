import { useMutation } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';
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
  const params = { path: { id } };
  const body = { ownership_version };
  switch (act.type) {
    case 'takeover':
      return ok(api.POST('/app/api/conversations/{id}/takeover', { params, body }));
    case 'give-back':
      return ok(api.POST('/app/api/conversations/{id}/give-back', { params, body }));
    case 'resolve':
      return ok(api.POST('/app/api/conversations/{id}/resolve', { params, body }));
    case 'assign':
      return ok(
        api.POST('/app/api/conversations/{id}/assign', { params, body: { ...body, assignee: act.assignee } }),
      );
    case 'snooze':
      return ok(api.POST('/app/api/conversations/{id}/snooze', { params, body: { until: act.until } }));
    case 'automation':
      return ok(
        api.PUT('/app/api/conversations/{id}/automation', { params, body: { suppressed: act.suppressed } }),
      );
    case 'labels':
      return ok(
        api.POST('/app/api/conversations/{id}/labels', {
          params,
          body: { add: act.add, remove: act.remove },
        }),
      );
  }
}

/** Everything up to this message is read. */
export async function markRead(id: string, upTo: number): Promise<void> {
  const params = { path: { id } };
  showConversation(await ok(api.POST('/app/api/conversations/{id}/read', { params, body: { up_to: upTo } })));
}
