/** A reply that may end a wait. Row of `open_answers`. */
export interface OpenAnswer {
  /** Rises with each reply of a conversation. */
  id: number;
  episode: number;
  source: 'staff' | 'bot' | 'phone';
  /** The first question since the reply before. Null: none. */
  asked_at: Date | null;
  /** The first question whose earlier replies were not sent when this one was written. Null: none. */
  answering_since: Date | null;
  /** It answers questions up to this time. */
  up_to: Date;
  /** Null: it is queued, or failed. */
  sent_at: Date | null;
}

/** An answer that was counted before. */
export type Counted = Pick<OpenAnswer, 'id' | 'episode' | 'up_to'> & { asked_at: Date };

/** The wait that a reply ended. */
export interface EndedWait {
  id: number;
  asked_at: Date;
}

/**
 * The waits that the sent replies of one conversation ended, in the order of their times. A reply ends the wait since
 * the first question up to its `up_to` that no answer ended before it. Replies that end none are left out.
 */
export function endedWaits(replies: readonly OpenAnswer[], counted: readonly Counted[]): EndedWait[] {
  const known: Counted[] = [...counted];
  const ended: EndedWait[] = [];
  for (const { id, episode, up_to } of replies.filter(isSent).toSorted(byTime)) {
    const questions = replies
      .filter((reply) => reply.episode === episode && reply.id <= id)
      .flatMap((reply) => questionsOf(reply).filter((at) => at <= up_to && !isAnswered(known, reply, at)))
      .map((at) => at.getTime());
    if (questions.length === 0) continue;
    const asked_at = new Date(Math.min(...questions));
    known.push({ id, episode, asked_at, up_to });
    ended.push({ id, asked_at });
  }
  return ended;
}

const isSent = (reply: OpenAnswer): reply is OpenAnswer & { sent_at: Date } => reply.sent_at !== null;

const byTime = (one: { id: number; sent_at: Date }, other: { id: number; sent_at: Date }) =>
  one.sent_at.getTime() - other.sent_at.getTime() || one.id - other.id;

const questionsOf = ({ asked_at, answering_since }: OpenAnswer) =>
  [asked_at, answering_since].filter((at) => at !== null);

/** An answer ends the wait for all questions that it and the replies before it in its episode were written for. */
function isAnswered(known: readonly Counted[], reply: OpenAnswer, question: Date): boolean {
  return known.some(
    ({ id, episode, asked_at, up_to }) =>
      asked_at.getTime() === question.getTime() ||
      (episode === reply.episode && id >= reply.id && question <= up_to),
  );
}
