import { render, type Values } from '../../inbox/conversations/canned-replies/variables.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { type Ranking, rank } from '../brain/brain.ts';
import { type FaqEntry, getFaqs } from '../knowledge/knowledge.ts';
import type { AssistantSettings, Language } from '../settings/settings.ts';
import type { Model } from '../trial/model/model.ts';
import type { Candidate } from './answer.ts';

export interface Ranked extends Omit<Ranking, 'candidates'> {
  candidates: readonly Candidate[];
  /** As they are now. */
  faqs: ReadonlyMap<string, FaqEntry>;
}

interface Asking {
  model: Model;
  settings: AssistantSettings;
  /** Null: staff asks, for all devices. */
  deviceUuid: string | null;
  /** Null: not known. */
  spoken: Language | null;
}

/** Of the device. */
export async function rankFaqs(db: Db, accountId: number, asking: Asking, text: string): Promise<Ranked> {
  const { model, settings } = asking;
  const ranking = rank(model.brain, text, {
    ...(settings.bands !== null && { bands: settings.bands }),
    allows: allowedBy(asking),
    keyOf: (id) => model.scopes[id]?.same_as ?? id,
  });
  const ids = ranking.candidates.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await getFaqs(db, accountId, ids);
  const faqs = new Map(found.map((faq) => [faq.faq_uuid, faq]));
  const isAsLearned = ({ id, question }: Ranking['candidates'][number]) =>
    faqs.get(id)?.questions.includes(question) ?? false;
  const candidates = ranking.candidates
    .filter(isAsLearned)
    .map(({ id, question, score }) => ({ faq_id: id, question, score }));
  // It is about a pair that was deleted or reworded, and about no other.
  const [best] = ranking.candidates;
  if (!best || !isAsLearned(best)) return { candidates, faqs, confidence: 0, band: 'handoff' };
  return { ...ranking, candidates, faqs };
}

/** In the language of the customer where the account has pairs in it. */
function allowedBy({ model: { scopes }, deviceUuid, spoken }: Asking): (id: string) => boolean {
  const isSpoken = spoken !== null && Object.values(scopes).some(({ language }) => language === spoken);
  return (id) => {
    const { device_uuids = null, language = null } = scopes[id] ?? {};
    const isHere = device_uuids === null || deviceUuid === null || device_uuids.includes(deviceUuid);
    return isHere && (!isSpoken || language === null || language === spoken);
  };
}

export function answerText({ answer }: FaqEntry, values: Values): string {
  return render(answer, values).text.trim();
}
