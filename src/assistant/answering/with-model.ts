import type { Db } from '../../platform/lib/db/db.ts';
import type { History, Improved, LanguageModels } from '../language-model/language-model.ts';
import type { Model } from '../trial/model/model.ts';
import type { AssistantAnswer } from './answer.ts';
import { choicesInWords, choicesOf } from './choices.ts';
import { type Decision, type Question, wordsFor } from './decide.ts';
import { MAX_SOURCES, type Readable, sourcesFor } from './model-sources.ts';

export interface Waiting {
  history(): Promise<History>;
  /** The signal aborts when the answer is not needed any more. */
  whileOwned<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

interface Parts {
  db: Db;
  /** Null: this process has none. */
  languageModels: LanguageModels | null;
  waiting?: Waiting;
}

/** Where the default assistant is unsure. Outside transactions. */
export async function withModel(parts: Parts, question: Question, decision: Decision): Promise<Decision> {
  const { reason } = decision.answer;
  const { languageModels, waiting } = parts;
  const { accountId, model } = question;
  if (!languageModels || !model || (reason !== 'unsure' && reason !== 'choices')) return decision;
  if (!(await languageModels.isConfigured(accountId))) return decision;
  const ask = (signal?: AbortSignal) => {
    return askModel({ ...parts, languageModels, signal }, { ...question, model }, decision);
  };
  return waiting ? waiting.whileOwned(ask) : ask();
}

async function askModel(
  {
    db,
    languageModels,
    signal,
    waiting,
  }: Parts & { languageModels: LanguageModels; signal: AbortSignal | undefined },
  question: Question & { model: Model },
  decision: Decision,
): Promise<Decision> {
  const { accountId, settings, text, model } = question;
  const { candidates, language } = decision.answer;
  const near = await languageModels.nearest(accountId, text, { limit: MAX_SOURCES, signal });
  const sources = await sourcesFor(db, question, { candidates, near });
  if (sources.length === 0) return decision;
  const improved = await languageModels.improve(accountId, {
    question: text,
    sources,
    language,
    reader: model.brain.reader,
    signal,
    tone: settings.tone,
    scope: settings.scope,
    maxLength: settings.max_answer_length,
    history: await waiting?.history(),
  });
  return decided(question, decision, improved, sources);
}

function decided(
  question: Question,
  decision: Decision,
  improved: Improved,
  sources: readonly Readable[],
): Decision {
  if (improved.outcome === 'failed') return withAnswer(decision, { language_model: improved.reason });
  const used = withAnswer(decision, { language_model: 'used' });
  const { action, text } = improved;
  const cited = improved.citations.flatMap(
    ({ kind, id }) => sources.find((source) => source.kind === kind && source.id === id) ?? [],
  );
  switch (action) {
    case 'answer': {
      const faq_id = cited.find(({ kind }) => kind === 'faq')?.id ?? null;
      const shown = [...new Map(cited.map(({ shown: each }) => [each.id, each])).values()];
      const said = { action, reason: 'language_model', text, sources: shown, faq_id } as const;
      return { ...withAnswer(used, said), offered: [] };
    }
    case 'clarify':
      return withChoices(question, used, cited);
    case 'handoff':
      return { ...withAnswer(used, { action, reason: 'language_model', text: '' }), offered: [] };
    case 'unknown':
      return used;
    default:
      return action satisfies never;
  }
}

/** Passages cannot be chosen. */
function withChoices(question: Question, used: Decision, cited: readonly Readable[]): Decision {
  const offered = choicesOf(
    cited.flatMap(({ kind, id, title }) =>
      kind === 'faq' && title !== null ? { faq_id: id, question: title } : [],
    ),
  );
  if (offered.length === 0) return used;
  const hasPerson = question.settings.handoff.enabled;
  const text = choicesInWords(offered, wordsFor(question).texts, { hasPerson });
  return { ...withAnswer(used, { action: 'clarify', reason: 'choices', text }), offered };
}

const withAnswer = (decision: Decision, change: Partial<AssistantAnswer>): Decision => ({
  ...decision,
  answer: { ...decision.answer, ...change },
});
