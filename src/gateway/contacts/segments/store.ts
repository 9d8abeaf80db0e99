import { statement } from '../../../platform/lib/db/statement.ts';
import type { SegmentFilter } from './schema.ts';

export interface SegmentRow {
  segment_uuid: string;
  name: string;
  filter: SegmentFilter;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'segment_uuid, name, filter, created_at, updated_at';

/** By name. */
export const listSegments = statement<{ accountId: number }, SegmentRow>(
  'contacts.list_segments',
  `select ${COLUMNS} from contact_segments where account_id = :accountId order by name collate "C"`,
).all;

export const findSegment = statement<{ accountId: number; uuid: string }, SegmentRow>(
  'contacts.find_segment',
  `select ${COLUMNS} from (select * from contact_segments where segment_uuid = :uuid::uuid offset 0) s
   where account_id = :accountId`,
).first;

/** Undefined: the name is taken. `filter`: JSON. */
export const insertSegment = statement<
  { accountId: number; name: string; filter: string; now: Date },
  SegmentRow
>(
  'contacts.insert_segment',
  `insert into contact_segments (account_id, name, filter, created_at, updated_at)
   values (:accountId, :name, :filter::jsonb, :now, :now)
   on conflict (account_id, name) do nothing returning ${COLUMNS}`,
).inTx.first;

/** Undefined: another segment has the name. Under the lock of the contact book. */
export const updateSegment = statement<
  { accountId: number; uuid: string; name: string; filter: string; now: Date },
  SegmentRow
>(
  'contacts.update_segment',
  `update contact_segments set name = :name, filter = :filter::jsonb, updated_at = :now
   where segment_uuid = :uuid::uuid and account_id = :accountId and not exists (
     select from contact_segments o
     where o.account_id = :accountId and o.name = :name and o.segment_uuid <> :uuid::uuid
   )
   returning ${COLUMNS}`,
).inTx.first;

export const deleteSegment = statement<{ accountId: number; uuid: string }>(
  'contacts.delete_segment',
  'delete from contact_segments where segment_uuid = :uuid::uuid and account_id = :accountId',
).inTx.run;
