import type { ShownGap } from './gap.ts';
import type { Gap } from './schema.ts';

export function viewGap({ examples, ...row }: ShownGap): Gap {
  const { status, asked, asked_again, candidate_uuid, candidate_question, score } = row;
  return {
    id: row.gap_uuid,
    status,
    count: asked,
    asked_again,
    examples: examples.map(({ text, conversation_uuid, message_public_id, asked_at }) => ({
      question: text,
      conversation_id: conversation_uuid,
      message_id: message_public_id,
      asked_at: asked_at.toISOString(),
    })),
    candidate:
      candidate_uuid === null
        ? null
        : { faq_id: candidate_uuid, question: candidate_question ?? '', score: score ?? 0 },
    faq_id: row.faq_uuid,
    first_asked_at: row.first_asked_at.toISOString(),
    last_asked_at: row.last_asked_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}
