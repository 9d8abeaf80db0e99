import { statement } from '../../../platform/lib/db/statement.ts';
import type { GroupFacts } from '../../engines/engine.ts';

export interface Question {
  device_id: number;
  /** Empty: all groups. */
  group_id: string;
}

export interface AnswerRow {
  asked_at: Date;
  is_settled: boolean;
  answer: readonly GroupFacts[] | null;
}

export const find = statement<Question, AnswerRow>(
  'devices.find_group_question',
  `select asked_at, is_settled, answer from group_questions
   where device_id = :device_id and group_id = :group_id`,
).first;

/** No row: the device asked `most` questions since this time, or the question is as new as that and got no failure. */
export const ask = statement<Question & { at: Date; since: Date; most: number }, { asked: boolean }>(
  'devices.ask_about_group',
  `insert into group_questions as q (device_id, group_id, asked_at)
   select :device_id::bigint, :group_id::text, :at::timestamptz
   where (select count(*) from (
     select from group_questions where device_id = :device_id and asked_at > :since::timestamptz limit :most
   ) recent) < :most
   on conflict (device_id, group_id) do update set asked_at = excluded.asked_at, is_settled = false, answer = null
   where q.asked_at <= :since or (q.is_settled and q.answer is null)
   returning true as asked`,
).first;

export const findOpen = statement<{ device_ids: readonly number[]; since: Date }, Question>(
  'devices.find_open_group_questions',
  `select device_id, group_id from group_questions
   where device_id = any (:device_ids::bigint[]) and asked_at > :since and not is_settled`,
).all;

/** `answer`: JSON. */
export const settle = statement<Question & { answer: string | null }>(
  'devices.settle_group_question',
  `update group_questions set is_settled = true, answer = :answer::jsonb
   where device_id = :device_id and group_id = :group_id and not is_settled`,
).run;

export const deleteOld = statement<{ before: Date; limit: number }>(
  'devices.delete_old_group_questions',
  `delete from group_questions where ctid = any (array(
     select ctid from group_questions where asked_at < :before order by asked_at limit :limit
   ))`,
).run;
