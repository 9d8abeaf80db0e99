/** A reply that may end a wait. Row of `open_answers`. */
export interface OpenAnswer {
  /** Rises with each reply of a conversation. */
  id: number;
  episode: number;
  source: 'staff' | 'bot' | 'phone';
  /** First question since the reply before, or null. */
  asked_at: Date | null;
  /** First question without a sent reply at that time, or null. */
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

/** By time. A reply ends the wait since the first unanswered question up to its `up_to`. */
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

/** For all questions of this reply and the replies before it in the episode. */
function isAnswered(known: readonly Counted[], reply: OpenAnswer, question: Date): boolean {
  return known.some(
    ({ id, episode, asked_at, up_to }) =>
      asked_at.getTime() === question.getTime() ||
      (episode === reply.episode && id >= reply.id && question <= up_to),
  );
}
