import { statement } from '../../../platform/lib/db/statement.ts';

export interface VisitedLink {
  id: number;
  kind: 'link' | 'widget';
  text: string;
  code: string;
  enabled: boolean;
  expires_at: Date | null;
  is_deleted: boolean;
  /** Digits. Null: the device was never paired, or is released. */
  phone_number: string | null;
  network: 'live' | 'sandbox';
  is_open: boolean;
}

/** Undefined: no link has ever had this address. */
export const findVisited = statement<{ slug: string }, VisitedLink>(
  'entry_points.find_visited',
  `select e.id, e.kind, e.text, e.code, e.enabled, e.expires_at, e.deleted_at is not null as is_deleted,
     case when d.released_at is null then d.phone_number end as phone_number, a.kind as network,
     a.status <> 'cancelled' as is_open
   from entry_point_slugs s
   cross join lateral (select * from entry_points where id = s.entry_point_id offset 0) e
   cross join lateral (select kind, status from accounts where id = e.account_id offset 0) a
   cross join lateral (select phone_number, released_at from devices where id = e.device_id offset 0) d
   where s.slug = :slug`,
).first;
