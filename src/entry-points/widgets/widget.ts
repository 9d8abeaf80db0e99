import type { Db } from '../../lib/db/db.ts';
import { isUuid } from '../../lib/text.ts';
import * as store from './shown-store.ts';

export type { WidgetLanguage, WidgetMode, WidgetTheme } from './kinds.ts';
export type { ShownWidget } from './shown-store.ts';

/** By public id, for pages and visitors, also of a widget that is off or deleted. Null: no widget has this id. */
export async function findShownWidget(db: Db, uuid: string): Promise<store.ShownWidget | null> {
  return isUuid(uuid) ? ((await store.findShownWidget(db, uuid)) ?? null) : null;
}
