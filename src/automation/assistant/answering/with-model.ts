import { render, type Values } from '../../../conversations/canned-replies/variables.ts';
import type { Db } from '../../../lib/db/db.ts';
import { type FaqEntry, getFaqs } from '../../knowledge/knowledge.ts';
import { fuse } from '../language-model/embeddings/fuse.ts';
import type { Improved, LanguageModels, Near, Source } from '../language-model/language-model.ts';
import type { AssistantAnswer } from './answer.ts';
import type { Decision, Question } from './decide.ts';

const MAX_SOURCES = 8;
/** Below, a vector speaks of something else. */
const MIN_SCORE = 0.3;
/** The provider learns nothing of the customer: variables have their fallbacks. */
const NO_VALUES: Values = {
  'customer.name': null,
  'customer.first_name': null,
  'customer.phone': null,
  'agent.name': null,
  'device.label': null,
};

/**
 * Where the default assistant is unsure, the language model of the account may know. Without one, and when the model
 * fails or gives up, the decision stays. Outside transactions.
 */
export async function withModel(
  {
    db,
    languageModels,
    signal,
  }: { db: Db; languageModels: LanguageModels | null; signal?: AbortSignal | undefined },
  question: Question,
  decision: Decision,
): Promise<Decision> {
  const { answer } = decision;
  if (!languageModels || (answer.reason !== 'unsure' && answer.reason !== 'choices')) return decision;
  const { accountId, settings, text } = question;
  const near = await languageModels.nearest(accountId, text, MAX_SOURCES);
  const faqs = await faqsNear(db, question, answer, near);
  const improved = await languageModels.improve(accountId, {
    ...{ question: text, sources: faqs.map(sourceOf), language: answer.language },
    ...{ tone: settings.tone, scope: settings.scope, maxLength: settings.max_answer_length, signal },
  });
  return decided(decision, improved, faqs);
}

/** In the order of both rankings, for the device. */
async function faqsNear(
  db: Db,
  { accountId, deviceUuid }: Question,
  { candidates }: AssistantAnswer,
  near: readonly Near[] | null,
): Promise<FaqEntry[]> {
  const byMeaning = (near ?? []).filter(({ kind, score }) => kind === 'faq' && score >= MIN_SCORE);
  const ids = fuse(
    candidates.map(({ faq_id }) => faq_id),
    byMeaning.map(({ id }) => id),
  ).slice(0, MAX_SOURCES);
  if (ids.length === 0) return [];
  const found = new Map((await getFaqs(db, accountId, ids)).map((faq) => [faq.faq_uuid, faq]));
  return ids
    .map((id) => found.get(id))
    .filter((faq) => faq !== undefined)
    .filter(({ device_uuids: uuids }) => !uuids || !deviceUuid || uuids.includes(deviceUuid));
}

const sourceOf = ({ faq_uuid, questions, answer }: FaqEntry): Source => ({
  ...{ kind: 'faq', id: faq_uuid, title: questions[0] ?? null },
  text: render(answer, NO_VALUES).text,
});

function decided(decision: Decision, improved: Improved, faqs: readonly FaqEntry[]): Decision {
  if (improved.outcome === 'failed') {
    const { reason } = improved;
    if (reason === 'not_configured' || reason === 'no_sources') return decision;
    return { ...decision, answer: { ...decision.answer, language_model: reason } };
  }
  const used = { ...decision.answer, language_model: 'used' as const };
  const { action, text, citations } = improved;
  if (action === 'handoff') return { ...decision, answer: used };
  const titles = new Map(faqs.map(({ faq_uuid, questions }) => [faq_uuid, questions[0] ?? null]));
  const sources = citations.map(({ id }) => ({
    ...{ kind: 'faq' as const, id, title: titles.get(id) ?? null, url: null },
  }));
  const faq_id = action === 'answer' ? (citations[0]?.id ?? null) : null;
  return { answer: { ...used, action, reason: 'language_model', text, sources, faq_id }, offered: [] };
}
