import { createHash } from 'node:crypto';
import type { TrainingSet } from '../../brain/brain.ts';
import { programOf } from '../../brain/bytes.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { AssistantSettings } from '../../settings/settings.ts';
import type { Scopes } from './store.ts';

/** What a model is made of. */
export interface Material {
  /** Two models of one source are equal. It names the knowledge, the settings and the program. */
  source: string;
  set: TrainingSet;
  scopes: Scopes;
  /** Their numbers. */
  questions: number;
  passages: number;
}

type Used = Pick<AssistantSettings, 'languages' | 'synonyms'>;

export function materialOf({ revision, faqs, passages }: Knowledge, settings: Used): Material {
  const entries = faqs.map(({ faq_uuid, questions }) => ({ id: faq_uuid, questions }));
  const byAnswer = Map.groupBy(faqs, ({ answer }) => answer);
  const scoped = faqs.flatMap(({ faq_uuid, answer, device_uuids, language }) => {
    const [first, ...others] = byAnswer.get(answer) ?? [];
    const same = first && others.length > 0 ? { same_as: first.faq_uuid } : {};
    const scope = { device_uuids, language, ...same };
    return device_uuids === null && language === null && others.length === 0
      ? []
      : [[faq_uuid, scope] as const];
  });
  return {
    source: sourceOf(revision, settings),
    set: {
      entries,
      languages: settings.languages,
      synonyms: groupsOf(settings),
      passages: passages.map(({ id, title, heading, text }) => ({
        id: String(id),
        text,
        title: heading === null ? title : `${title} ${heading}`,
      })),
    },
    scopes: Object.fromEntries(scoped),
    questions: entries.reduce((sum, entry) => sum + entry.questions.length, 0),
    passages: passages.length,
  };
}

function sourceOf(revision: number, { languages, synonyms }: Used): string {
  const settings = JSON.stringify([languages, synonyms]);
  return `${revision}:${programOf(languages)}:${createHash('sha256').update(settings).digest('hex').slice(0, 32)}`;
}

/** Words with one meaning are one group. */
function groupsOf({ synonyms }: Used): string[][] {
  const groups = new Map<string, Set<string>>();
  for (const { word, means } of synonyms) {
    const group = groups.get(means) ?? new Set([means]);
    groups.set(means, group.add(word));
  }
  return [...groups.values()].map((group) => [...group]);
}
