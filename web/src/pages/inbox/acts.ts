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
 * as it is now. Another notice takes the act back. `onDone`: none was refused.
 */
export function useActs(conversations: readonly Conversation[], onDone?: (act: Act) => void): Acting {
  const t = useTexts('inbox.page');
  const { isPending, mutate } = useMutation({
    mutationFn: (act: Act) => runAll(conversations, act),
    onSuccess: ({ done, isWhole }, act) => {
      if (isWhole) onDone?.(act);
      const changed = done.filter((each) => hasChanged(each, act));
      const told = toldOf(act);
      if (changed.length === 0 || told === null || (told === 'labelled' && conversations.length === 1))
        return;
      const backs = changed.map(({ before, after }) => ({ after, acts: undoOf(before, act) }));
      const isUndoable = backs.some(({ acts }) => acts.length > 0);
      const action = { label: t('undo'), run: () => void undo(backs) };
      notify(t(`did_${told}`, { count: changed.length }), isUndoable ? action : undefined);
    },
  });
  return { isPending, mutate };
}

async function runAll(conversations: readonly Conversation[], act: Act) {
  const done: Done[] = [];
  const isWhole = await forEach(conversations, async (before) => {
    done.push({ before, after: await runAndShow(before, act) });
  });
  return { done, isWhole };
}

/** The owner that the user saw must still be the present one. */
export function undo(backs: readonly { after: Conversation; acts: readonly Act[] }[]): Promise<boolean> {
  return forEach(
    backs.map(({ after, acts }) => ({ ...after, acts })),
    async ({ acts, ...after }) => {
      let present: Conversation = after;
      for (const act of acts) present = await runAndShow(present, act);
    },
  );
}

/** A refusal of one conversation does not stop the others; a lost line does. False: some were refused. */
async function forEach<Each extends Conversation>(
  conversations: readonly Each[],
  work: (conversation: Each) => Promise<void>,
): Promise<boolean> {
  const problems: unknown[] = [];
  for (const conversation of conversations) {
    try {
      await work(conversation);
    } catch (problem) {
      problems.push(problem);
      const { status, isTemporary } = asProblem(problem);
      if (status === 409)
        void queryClient.invalidateQueries({ queryKey: conversationQuery(conversation.id).queryKey });
      if (isTemporary || status === 401) break;
    }
  }
  if (problems.length > 0) notifyProblem(problems[0]);
  return problems.length === 0;
}

export async function runAndShow(conversation: Conversation, act: Act): Promise<Conversation> {
  const after = await run(conversation, act);
  showConversation(after);
  return after;
}

/** A repeated act of an owner changes nothing. */
const hasChanged = ({ before, after }: Done, { type }: Act) =>
  type === 'snooze' ||
  type === 'labels' ||
  before.ownership_version !== after.ownership_version ||
  before.assignee !== after.assignee ||
  before.team !== after.team;

/** Null: what the person sees says it. */
function toldOf(act: Act) {
  switch (act.type) {
    case 'resolve':
      return 'resolved';
    case 'assign':
      return act.assignee || act.team ? 'assigned' : 'unassigned';
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
      return call('POST /conversations/{id}/assign', { id, body: { ...body, ...assigned(act) } });
    case 'snooze':
      return call('POST /conversations/{id}/snooze', { id, body: { until: act.until } });
    case 'automation':
      return call('PUT /conversations/{id}/automation', { id, body: { suppressed: act.suppressed } });
    case 'fields':
      return call('PATCH /conversations/{id}/fields', { id, body: { fields: act.fields } });
    case 'labels':
      return call('POST /conversations/{id}/labels', { id, body: { add: act.add, remove: act.remove } });
  }
}

const assigned = ({ type: _, ...given }: Act & { type: 'assign' }) => given;

/** Everything up to this message is read. */
export async function markRead(id: string, upTo: number): Promise<void> {
  showConversation(await call('POST /conversations/{id}/read', { id, body: { up_to: upTo } }));
}
