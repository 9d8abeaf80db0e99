import { render, type Values } from '../../inbox/conversations/canned-replies/variables.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { type FoundPassage, findPassages } from '../brain/brain.ts';
import { type FaqEntry, getFaqs, getPassages, type PassageRow } from '../knowledge/knowledge.ts';
import { fuse } from '../language-model/embeddings/fuse.ts';
import type { Source as ModelSource, Near } from '../language-model/language-model.ts';
import { stemsOf } from '../language-model/proof/evidence.ts';
import type { Model } from '../trial/model/model.ts';
import type { Candidate, Source } from './answer.ts';
import type { Question } from './decide.ts';

export interface Readable extends ModelSource {
  shown: Source;
}

export const MAX_SOURCES = 8;
/** Below, a passage has only a common word of the question. */
const MIN_SHARE = 0.2;
/** Below, a vector is about something else. */
const MIN_SCORE = 0.3;
/** The provider gets no data of the customer. */
const NO_VALUES: Values = {
  'customer.name': null,
  'customer.first_name': null,
  'customer.phone': null,
  'agent.name': null,
  'device.label': null,
};

interface Asked extends Pick<Question, 'accountId' | 'deviceUuid' | 'text'> {
  model: Model;
}

/** Those that share words or meaning with the question. The first ones are high in several rankings. */
export async function sourcesFor(
  db: Db,
  { accountId, deviceUuid, text, model }: Asked,
  { candidates, near }: { candidates: readonly Candidate[]; near: readonly Near[] | null },
): Promise<Readable[]> {
  const byMeaning = (near ?? []).filter(({ score }) => score >= MIN_SCORE).map(keyOf);
  const words = stemsOf(text, model.brain.reader);
  const sharesWords = (said: string) =>
    [...stemsOf(said, model.brain.reader)].some((stem) => words.has(stem));
  const passages = findPassages(model.brain, text, { limit: MAX_SOURCES }).filter(isClose);
  const keys = fuse(
    candidates.map(({ faq_id: id }) => keyOf({ kind: 'faq', id })),
    passages.map(({ id }) => keyOf({ kind: 'passage', id })),
    byMeaning,
  );
  const readable = await read(db, accountId, keys.slice(0, 2 * MAX_SOURCES));
  return keys
    .flatMap((key) => readable.get(key) ?? [])
    .filter(({ devices }) => !devices || !deviceUuid || devices.includes(deviceUuid))
    .filter(({ source, words: said }) => byMeaning.includes(keyOf(source)) || sharesWords(said))
    .slice(0, MAX_SOURCES)
    .map(({ source }) => source);
}

const isClose = ({ share }: FoundPassage) => share >= MIN_SHARE;

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

interface Found {
  source: Readable;
  /** Null: for all devices. */
  devices: readonly string[] | null;
  words: string;
}

/** Without deleted and disabled ones. */
async function read(db: Db, accountId: number, keys: readonly string[]): Promise<Map<string, Found>> {
  const idsOf = (kind: string) =>
    keys.filter((key) => key.startsWith(`${kind} `)).map((key) => key.slice(kind.length + 1));
  const [faqIds, passageIds] = [idsOf('faq'), idsOf('passage').map(Number)];
  const faqs = faqIds.length === 0 ? [] : await getFaqs(db, accountId, faqIds);
  const passages = passageIds.length === 0 ? [] : await getPassages(db, accountId, passageIds);
  const found = [...faqs.map(foundFaq), ...passages.map(foundPassage)];
  return new Map(found.map((each) => [keyOf(each.source), each]));
}

function foundFaq({ faq_uuid: id, questions, answer, device_uuids }: FaqEntry): Found {
  const title = questions[0] ?? null;
  const text = render(answer, NO_VALUES).text;
  const shown = { kind: 'faq' as const, id, title, url: null };
  const words = [...questions, text].join('\n');
  return { source: { kind: 'faq', id, title, text, shown }, devices: device_uuids, words };
}

function foundPassage({ id, document_uuid, title: document, url, heading, text }: PassageRow): Found {
  const title = heading === null ? document : `${document}: ${heading}`;
  const shown = { kind: 'document' as const, id: document_uuid, title, url };
  const source = { kind: 'passage' as const, id: String(id), title, text, shown };
  return { source, devices: null, words: `${title}\n${text}` };
}
