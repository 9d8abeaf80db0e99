import type { Values } from '../../inbox/conversations/canned-replies/variables.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { getFaqs } from '../knowledge/knowledge.ts';
import { languageFor } from '../languages/spoken.ts';
import { textsOf } from '../languages/words.ts';
import type { AssistantSettings, Language } from '../settings/settings.ts';
import type { Tables } from '../tables/tables.ts';
import type { Model } from '../trial/model/model.ts';
import type { AssistantAnswer } from './answer.ts';
import { type Choice, choicesInWords, choicesOf, chosenOf } from './choices.ts';
import { answerText, type Ranked, rankFaqs } from './faqs.ts';
import { followUpAnswer } from './follow-ups.ts';
import { passageAnswer } from './passages.ts';
import { smallTalkOf } from './small-talk.ts';
import type { Subject } from './subject.ts';
import { isAskedBy, isOfOtherProduct, type TableAnswer, tableAnswer } from './tables.ts';
import { isComplaint, isUpset, topicOf } from './word-lists.ts';

export interface Question {
  accountId: number;
  /** Null: staff asks, for all devices. */
  deviceUuid: string | null;
  text: string;
  /** Null: not known. */
  spoken: Language | null;
  values: Values;
  settings: AssistantSettings;
  /** Null: nothing is learned yet. */
  model: Model | null;
  tables: Tables;
  /** Of the last answer. */
  subject: Subject | null;
}

export interface Decision {
  answer: AssistantAnswer;
  offered: readonly Choice[];
  /** Of a table. */
  subject?: Subject | null;
}

/** A forbidden topic, tables and FAQ pairs, small talk, documents, a follow-up, a choice, or staff. */
export async function decide(db: Db, question: Question): Promise<Decision> {
  const { text, settings } = question;
  const topic = topicOf(text, settings.forbidden_topics);
  if (topic !== null) return handOff(question, 'forbidden_topic', { topic });
  if (isUpset(text, settings.handoff.complaint_words)) return handOff(question, 'complaint');
  const found = await rankedBy(db, question);
  const best = found?.candidates[0];
  const isAsked = best !== undefined && isAskedBy(text, [best.question]);
  const listed = isAsked ? null : await tableAnswer(db, question, wordsFor(question).language);
  if (listed) return fromTable(question, listed, found);
  const ranked = found && !isAsked ? await besideTables(question, found) : found;
  const sure = ranked?.band === 'answer' && best ? answerOf(question, best.faq_id, ranked) : null;
  if (sure) return { answer: sure, offered: [] };
  const considered = { confidence: ranked?.confidence ?? 0, candidates: ranked?.candidates ?? [] };
  const { language, texts } = wordsFor(question);
  const talk = smallTalkOf(text);
  if (talk !== null) {
    const said = { action: 'answer', reason: 'small_talk', text: texts[talk] } as const;
    return { answer: { ...nothing(language), ...said }, offered: [] };
  }
  if (isComplaint(text, settings.handoff.complaint_words)) return handOff(question, 'complaint', considered);
  const read = await readAnswer(db, question);
  if (read) return { answer: { ...read, candidates: considered.candidates }, offered: [] };
  const followed = await followedAnswer(db, question);
  if (followed) return fromTable(question, followed, ranked);
  if (!ranked) return handOff(question, 'no_knowledge');
  if (ranked.band !== 'clarify') return handOff(question, 'unsure', considered);
  const offered = choicesAmong(ranked);
  const choices = choicesInWords(offered, texts, { hasPerson: settings.handoff.enabled });
  const asksBack = { action: 'clarify', reason: 'choices', text: choices } as const;
  return { answer: { ...nothing(language), ...considered, ...asksBack }, offered };
}

function rankedBy(db: Db, question: Question): Promise<Ranked> | null {
  const { model, accountId, text, ...asking } = question;
  return model && rankFaqs(db, accountId, { ...asking, model }, text);
}

/** A pair on products that does not name the one of the message is a choice. */
async function besideTables(question: Question, ranked: Ranked): Promise<Ranked> {
  const best = ranked.faqs.get(ranked.candidates[0]?.faq_id ?? '');
  const isOther = ranked.band === 'answer' && best && (await isOfOtherProduct(question, best.questions));
  return isOther ? { ...ranked, band: 'clarify' } : ranked;
}

/** Null: the pair is gone, or empty with these values. */
function answerOf(
  question: Question,
  faqId: string,
  { candidates, confidence, faqs }: Pick<Ranked, 'candidates' | 'confidence' | 'faqs'>,
): AssistantAnswer | null {
  const faq = faqs.get(faqId);
  const text = faq ? answerText(faq, question.values) : '';
  if (!faq || text === '') return null;
  const source = { kind: 'faq' as const, id: faqId, title: faq.questions[0] ?? null, url: null };
  return {
    ...nothing(wordsFor(question).language),
    action: 'answer',
    reason: 'faq',
    text,
    confidence,
    candidates,
    sources: [source],
    faq_id: faqId,
  };
}

async function followedAnswer(db: Db, { subject, ...question }: Question): Promise<TableAnswer | null> {
  return subject && followUpAnswer(db, { ...question, subject }, wordsFor(question).language);
}

function fromTable(question: Question, { subject, ...found }: TableAnswer, ranked: Ranked | null): Decision {
  const said = { ...found, action: 'answer', reason: 'table', candidates: ranked?.candidates ?? [] } as const;
  return { answer: { ...nothing(wordsFor(question).language), ...said }, offered: [], subject };
}

async function readAnswer(db: Db, question: Question): Promise<AssistantAnswer | null> {
  const { model, accountId, text, settings } = question;
  const asked = { text, maxLength: settings.max_answer_length };
  const found = model && (await passageAnswer(db, accountId, model, asked));
  if (!found) return null;
  return {
    ...nothing(wordsFor(question).language),
    action: 'answer',
    reason: 'document',
    text: found.text,
    confidence: found.confidence,
    sources: [found.source],
  };
}

/** As the business wrote it. */
function choicesAmong({ candidates, faqs }: Ranked): Choice[] {
  return choicesOf(
    candidates.map(({ faq_id, question }) => ({
      faq_id,
      question: faqs.get(faq_id)?.questions[0] ?? question,
    })),
  );
}

/** Null: the customer wrote something else. */
export async function decideChoice(
  db: Db,
  question: Question,
  offered: readonly Choice[],
): Promise<Decision | null> {
  const { language, texts } = wordsFor(question);
  const ways = { hasPerson: question.settings.handoff.enabled };
  const chosen = chosenOf(question.text, offered, texts, ways);
  if (chosen === null || (chosen === 'unknown_number' && offered.length === 0)) return null;
  if (chosen === 'person') return handOff(question, 'asked_for_person');
  if (chosen === 'unknown_number') {
    const again = { action: 'clarify', reason: 'choices', text: texts.noSuchChoice } as const;
    return { answer: { ...nothing(language), ...again }, offered };
  }
  const found = await getFaqs(db, question.accountId, [chosen.faq_id]);
  const faqs = new Map(found.map((faq) => [faq.faq_uuid, faq]));
  const candidates = [{ ...chosen, score: 1 }];
  const answer = answerOf(question, chosen.faq_id, { candidates, confidence: 1, faqs });
  return answer
    ? { answer: { ...answer, reason: 'chosen' }, offered: [] }
    : handOff(question, 'unsure', { candidates });
}

/** Nothing is asked yet. */
export function greet(question: Question): Decision {
  const { language, texts } = wordsFor(question);
  const said = { action: 'answer', reason: 'small_talk', text: texts.greeting } as const;
  return { answer: { ...nothing(language), ...said }, offered: [] };
}

function handOff(
  question: Question,
  reason: AssistantAnswer['reason'],
  more: Partial<AssistantAnswer> = {},
): Decision {
  return { answer: { ...nothing(wordsFor(question).language), reason, ...more }, offered: [] };
}

export function wordsFor({ settings, spoken }: Pick<Question, 'settings' | 'spoken'>) {
  const language = languageFor(settings.languages, spoken);
  return { language, texts: textsOf(language, settings.tone) };
}

const nothing = (language: AssistantAnswer['language']): AssistantAnswer => ({
  action: 'handoff',
  reason: 'unsure',
  text: '',
  language,
  confidence: 0,
  candidates: [],
  sources: [],
  faq_id: null,
  language_model: null,
  topic: null,
});
