import type { SavedPair } from './faq.ts';
import type { Faq, SavedFaq } from './schema.ts';
import type { FaqRow } from './store.ts';

export function viewFaq(row: FaqRow): Faq {
  const { faq_uuid, answer, questions, language, device_uuids, enabled, created_at, updated_at } = row;
  return {
    id: faq_uuid,
    answer,
    questions: [...questions],
    language,
    enabled,
    device_uuids: device_uuids && [...device_uuids],
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export function viewSaved({ faq, repeated }: SavedPair): SavedFaq {
  return {
    ...viewFaq(faq),
    warnings: repeated.map(({ question, faq_uuid }) => ({
      code: 'question_answered',
      message: `Another pair answers "${question}" in another way. Keep one of both.`,
      question,
      faq_id: faq_uuid,
    })),
  };
}
