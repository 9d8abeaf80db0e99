import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { asProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import { notify, notifyProblem } from '../../ui/toast.tsx';
import { conversationQuery } from './queries.ts';
import { type Act, undoOf } from './undo.ts';
import { showConversation } from './use-live-inbox.ts';

type Conversation = Schema<'Conversation'>;

/** What a bar of acts needs: of one conversation, or of the chosen ones. */
export interface Acting {
  isPending: boolean;
  mutate: (act: Act) => void;
}

/** Acts on one conversation. */
export function useAct(conversation: Conversation, onDone?: (act: Act) => void): Acting {
  return useActs([conversation], onDone);
}

interface Done {
  before: Conversation;
  after: Conversation;
}

/**
 * Acts on conversations, one after another. Shows each answer at once, and refusals as a notice, with the conversation
 * as it is now. Another notice takes the act back.
 */
export function useActs(conversations: readonly Conversation[], onDone?: (act: Act) => void): Acting {
  const t = useTexts('inbox.page');
  const { isPending, mutate } = useMutation({
    mutationFn: (act: Act) => runAll(conversations, act),
    onSuccess: (done, act) => {
      if (done.length === 0) return;
      onDone?.(act);
      const told = toldOf(act);
      if (told === null || (told === 'labelled' && conversations.length === 1)) return;
      const action = { label: t('undo'), run: () => void undo(done, act).catch(notifyProblem) };
      notify(t(`did_${told}`, { count: done.length }), action);
    },
  });
  return { isPending, mutate };
}

async function runAll(conversations: readonly Conversation[], act: Act): Promise<Done[]> {
  const done: Done[] = [];
  const problems: unknown[] = [];
  for (const before of conversations) {
    try {
      const after = await run(before, act);
      showConversation(after);
      done.push({ before, after });
    } catch (problem) {
      problems.push(problem);
      if (asProblem(problem).status === 409)
        void queryClient.invalidateQueries({ queryKey: conversationQuery(before.id).queryKey });
    }
  }
  if (problems.length > 0) notifyProblem(problems[0]);
  return done;
}

/** The owner that the user saw must still be the present one. */
async function undo(done: readonly Done[], act: Act): Promise<void> {
  for (const { before, after } of done) {
    let present = after;
    for (const back of undoOf(before, act)) present = await run(present, back);
    showConversation(present);
  }
}

/** Null: what the person sees says it. */
function toldOf(act: Act) {
  switch (act.type) {
    case 'resolve':
      return 'resolved';
    case 'assign':
      return act.assignee === null ? 'unassigned' : 'assigned';
    case 'snooze':
      return act.until === null ? 'woken' : 'snoozed';
    case 'give-back':
      return 'givenBack';
    case 'takeover':
      return 'takenOver';
    case 'labels':
      return 'labelled';
    default:
      return null;
  }
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
    case 'reopen':
      return call('POST /conversations/{id}/reopen', { id, body });
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
