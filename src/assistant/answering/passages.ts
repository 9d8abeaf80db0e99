import type { Db } from '../../platform/lib/db/db.ts';
import { cut } from '../../platform/lib/text.ts';
import { excerptOf, findPassages } from '../brain/brain.ts';
import { getPassages } from '../knowledge/knowledge.ts';
import type { Model } from '../trial/model/model.ts';
import type { Source } from './answer.ts';

const MAX_PASSAGES = 3;
/** A shortened answer ends with a sentence beyond this share. */
const LEAST_SHARE = 0.5;

/** Word for word. Undefined: no passage is sure, or its document is gone. */
export async function passageAnswer(
  db: Db,
  accountId: number,
  { brain }: Model,
  { text, maxLength }: { text: string; maxLength: number },
): Promise<{ text: string; confidence: number; source: Source } | undefined> {
  const sure = findPassages(brain, text, { limit: MAX_PASSAGES }).filter((passage) => passage.sure);
  if (sure.length === 0) return undefined;
  const ids = sure.map(({ id }) => Number(id));
  const entries = new Map((await getPassages(db, accountId, ids)).map((entry) => [entry.id, entry]));
  for (const { id, share } of sure) {
    const entry = entries.get(Number(id));
    if (!entry) continue;
    const title = entry.heading === null ? entry.title : `${entry.title}: ${entry.heading}`;
    const excerpt = excerptOf(brain, text, { text: entry.text, title }).trim();
    if (excerpt === '') continue;
    const source = { kind: 'document' as const, id: entry.document_uuid, title, url: entry.url };
    return { text: shortened(excerpt, maxLength), confidence: Math.min(1, share), source };
  }
  return undefined;
}

function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const short = cut(text, max - 1);
  const end = Math.max(...['. ', '! ', '? '].map((mark) => short.lastIndexOf(mark)));
  return end > max * LEAST_SHARE ? short.slice(0, end + 1) : `${short.trimEnd()}…`;
}
