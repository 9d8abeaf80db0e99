import type { Tx } from '../../../platform/lib/db/db.ts';
import { questionKey } from './question-key.ts';
import { MAX_WARNINGS } from './schema.ts';
import * as store from './store.ts';

export interface Repeated {
  question: string;
  /** The other pair. */
  faq_uuid: string;
}

/** They most often tell two spellings apart. */
const ENDINGS = ['', '?', ' ?', '.', '!'];

/** For the same customers. */
export async function findRepeated(tx: Tx, accountId: number, faq: store.FaqRow): Promise<Repeated[]> {
  const byKey = new Map(faq.questions.map((question) => [questionKey(question), question]));
  const spellings = [...byKey.keys()].flatMap((key) => ENDINGS.map((ending) => `${key}${ending}`));
  const others = await store.findSameQuestions(tx, { accountId, id: faq.id, spellings, limit: MAX_WARNINGS });
  return others
    .filter((other) => other.answer !== faq.answer && haveCustomersInCommon(faq, other))
    .map(({ question, faq_uuid }) => ({ question: byKey.get(questionKey(question)) ?? question, faq_uuid }));
}

type Scope = Pick<store.FaqRow, 'language' | 'device_uuids'>;

function haveCustomersInCommon(one: Scope, other: Scope): boolean {
  if (one.language !== null && other.language !== null && one.language !== other.language) return false;
  const [own, theirs] = [one.device_uuids, other.device_uuids];
  return own === null || theirs === null || own.some((uuid) => theirs.includes(uuid));
}
