import { render, type Values } from '../../../conversations/canned-replies/variables.ts';
import type { Db } from '../../../lib/db/db.ts';
import { type FaqEntry, getFaqs } from '../../knowledge/knowledge.ts';
import { type Ranking, rank } from '../brain/brain.ts';
import type { Model } from '../models/model.ts';
import type { AssistantSettings } from '../settings/settings.ts';
import type { Candidate } from './answer.ts';

export interface Ranked extends Omit<Ranking, 'candidates'> {
  candidates: readonly Candidate[];
  /** The FAQ pairs of the candidates, as they are now. */
  faqs: ReadonlyMap<string, FaqEntry>;
}

/** Deleted and disabled pairs are left out until the model has learned it. */
const MAX_ROUNDS = 3;

/** Which FAQ pairs may answer on the device. Null: a question of staff, for all devices. */
export async function rankFaqs(
  db: Db,
  accountId: number,
  { model, settings, deviceUuid }: { model: Model; settings: AssistantSettings; deviceUuid: string | null },
  text: string,
): Promise<Ranked> {
  const gone = new Set<string>();
  for (let round = 1; ; round += 1) {
    const ranking = rank(model.brain, text, {
      ...(settings.bands !== null && { bands: settings.bands }),
      allows: (id) => !gone.has(id) && isFor(model.scopes[id], deviceUuid),
    });
    const ids = ranking.candidates.map(({ id }) => id);
    const found = ids.length === 0 ? [] : await getFaqs(db, accountId, ids);
    const faqs = new Map(found.map((faq) => [faq.faq_uuid, faq]));
    const missing = ids.filter((id) => !faqs.has(id));
    if (missing.length > 0 && round < MAX_ROUNDS) {
      for (const id of missing) gone.add(id);
      continue;
    }
    const candidates = ranking.candidates
      .filter(({ id }) => faqs.has(id))
      .map(({ id, question, score }) => ({ faq_id: id, question, score }));
    const band = candidates.length === 0 ? 'handoff' : ranking.band;
    return { ...ranking, band, candidates, faqs };
  }
}

const isFor = (devices: readonly string[] | undefined, deviceUuid: string | null) =>
  devices === undefined || deviceUuid === null || devices.includes(deviceUuid);

/** Variables of a FAQ answer have the values of the customer. */
export function answerText({ answer }: FaqEntry, values: Values): string {
  return render(answer, values).text.trim();
}
