import type { Context } from '../../context.ts';
import { holdPresent, misfitsOf, type Wanted } from '../../gateway/uploads/upload.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { isMediaType } from '../../platform/lib/media/formats.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { isRecord } from './definition/edges.ts';
import { looseNodes, type Problem } from './definition/problems.ts';
import type { Json } from './store.ts';

interface NamedFile extends Wanted {
  node_id: string;
  path: string;
}

/** What publishing refuses about the uploaded files of a draft. */
export async function fileProblems(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  account: { id: number },
  draft: Json,
): Promise<Problem[]> {
  const named = filesIn(draft);
  const misfits = await misfitsOf(ctx, account, named);
  return named.flatMap(({ node_id, path }, place) => {
    const message = misfits[place];
    return message ? [{ code: 'invalid' as const, node_id, path, message }] : [];
  });
}

/** The files of a draft stay while it names them. It may name files that are gone. */
export function holdFiles(ctx: Context, tx: Tx, account: { id: number }, draft: Json): Promise<number> {
  const ofTemplates = looseNodes(draft).flatMap(({ raw: { template } }) => {
    const id = isRecord(template) ? template.header_media_id : null;
    return typeof id === 'string' && isUuid(id) ? [id] : [];
  });
  return holdPresent(ctx, tx, account, [...filesIn(draft).map(({ id }) => id), ...ofTemplates]);
}

function filesIn(draft: Json): NamedFile[] {
  return looseNodes(draft).flatMap(({ id: node_id, type, raw }) => {
    const { media_type, media_id: id } = raw;
    if (type !== 'send_media' || typeof id !== 'string' || !isUuid(id)) return [];
    if (typeof media_type !== 'string' || !isMediaType(media_type)) return [];
    return [{ node_id, path: 'media_id', kind: media_type, id }];
  });
}
