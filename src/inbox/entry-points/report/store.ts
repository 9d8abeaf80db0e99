import { statement } from '../../../platform/lib/db/statement.ts';
import type { TouchKind } from '../../conversations/touches/touch.ts';

export interface EntryPointRow {
  id: number;
  entry_point_uuid: string;
  kind: TouchKind;
  name: string;
  slug: string | null;
  ad_id: string | null;
  is_deleted: boolean;
}

/** Links, widgets and advertisements, with deleted ones, the oldest first. */
export const listAll = statement<{ accountId: number; after: number; limit: number }, EntryPointRow>(
  'entry_points.list_all',
  `select id, entry_point_uuid, kind, name, slug, ad_id, deleted_at is not null as is_deleted from entry_points
   where account_id = :accountId and id > :after order by account_id, id limit :limit::bigint`,
).all;
