import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { runAndShow } from '../acts.ts';
import { writeNote } from '../composer/note.ts';
import { repliesOf } from '../composer/replies-of.ts';
import { sendReplies } from '../composer/send.ts';
import { daysToMonday, hoursFromNow, morningIn } from '../owner/snooze-times.ts';
import { historyQuery } from '../queries.ts';
import { newestId } from '../thread/history.ts';
import { type Act, undoOf } from '../undo.ts';
import { showConversation } from '../use-live-inbox.ts';

type Conversation = Schema<'Conversation'>;
type Prepared = Schema<'PreparedMacro'>;

/** In the order in which a macro does them. */
const STEPS = ['reply', 'note', 'labels', 'assign', 'end'] as const;
export type StepName = (typeof STEPS)[number];

/** What a macro did with one conversation. */
export interface Ran {
  after: Conversation;
  done: StepName[];
  left: StepName[];
  /** Why it stopped. Null: everything is done. */
  problem: unknown;
  /** What takes it back, except what was sent and noted. */
  undo: Act[];
}

/** Does the acts one after another, and stops at the first refusal. `by`: the name of the user. */
export async function runSteps(conversation: Conversation, prepared: Prepared, by: string): Promise<Ran> {
  const left = STEPS.filter((step) => hasStep(prepared, step));
  const ran: Ran = { after: conversation, done: [], left, problem: null, undo: [] };
  try {
    for (let step = left[0]; step !== undefined; step = left[0]) {
      const before = ran.after;
      const act = actOf(before, prepared, step);
      ran.after = act ? await runAndShow(before, act) : await write(before, prepared, step, by);
      if (act) ran.undo.unshift(...undoOf(before, act));
      ran.done.push(step);
      left.shift();
    }
  } catch (problem) {
    ran.problem = problem;
  }
  return ran;
}

const hasStep = (prepared: Prepared, step: StepName) =>
  (step === 'assign' ? prepared.assignee : prepared[step]) !== undefined;

/** Undefined: the step writes a text, or the conversation is as it should be. */
function actOf(conversation: Conversation, prepared: Prepared, step: StepName): Act | undefined {
  if (step === 'labels' && prepared.labels) return { type: 'labels', ...prepared.labels };
  if (step === 'assign' && prepared.assignee !== undefined)
    return { type: 'assign', assignee: prepared.assignee };
  return step === 'end' && prepared.end ? endOf(conversation, prepared.end) : undefined;
}

function endOf({ owner_state }: Conversation, end: NonNullable<Prepared['end']>): Act | undefined {
  const snooze = (until: Date): Act => ({ type: 'snooze', until: until.toISOString() });
  switch (end) {
    case 'resolve':
      return { type: 'resolve' };
    case 'reopen':
      return owner_state === 'closed' ? { type: 'takeover' } : undefined;
    case 'give_back':
      return { type: 'give-back' };
    case 'snooze_hour':
      return snooze(hoursFromNow(1));
    case 'snooze_three_hours':
      return snooze(hoursFromNow(3));
    case 'snooze_tomorrow':
      return snooze(morningIn(1));
    case 'snooze_monday':
      return snooze(morningIn(daysToMonday()));
    case 'snooze_week':
      return snooze(morningIn(7));
  }
}

async function write(conversation: Conversation, prepared: Prepared, step: StepName, by: string) {
  const { id } = conversation;
  if (step === 'note' && prepared.note !== undefined) await writeNote(id, prepared.note);
  if (step !== 'reply' || !prepared.reply) return conversation;
  const { body, media } = prepared.reply;
  const history = queryClient.getQueryData(historyQuery(id).queryKey);
  const seen_message_id = history ? newestId(history) : (conversation.last_message?.id ?? 0);
  const files = media ? [{ key: media.id, caption: '', isVoice: false, media }] : [];
  const replies = repliesOf(body, files).map((each) => ({
    ...each,
    reply: { ...each.reply, seen_message_id },
  }));
  const problem = await sendReplies(id, replies, by);
  if (problem !== null) throw problem;
  // The reply took the conversation over.
  const after = await call('GET /conversations/{id}', { id });
  showConversation(after);
  return after;
}
