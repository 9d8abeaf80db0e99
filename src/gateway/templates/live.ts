import type { Context } from '../../context.ts';
import type { TemplateItem } from './schema.ts';
import { listById } from './store.ts';
import { viewTemplate } from './view.ts';

/** Templates by row id, as they are now, for live streams. */
export async function readLiveTemplates(ctx: Context, ids: readonly number[]): Promise<TemplateItem[]> {
  return ids.length === 0 ? [] : (await listById(ctx.db, { ids })).map(viewTemplate);
}
