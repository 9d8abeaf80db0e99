import { statement } from '../../platform/lib/db/statement.ts';

export const deleteChecks = statement<{ accountId: number; phones: readonly string[] }>(
  'devices.erase_number_checks',
  'delete from number_checks where account_id = :accountId and phone = any (:phones::text[])',
).inTx.run;

export const deleteGroupQuestions = statement<{ accountId: number; phones: readonly string[] }>(
  'devices.erase_group_questions',
  `delete from group_questions
   where device_id = any (array(select id from devices where account_id = :accountId)) and exists (
     select from jsonb_array_elements(answer) g
     cross join lateral jsonb_array_elements(g.value -> 'members') m
     where m.value ->> 'phone' = any (:phones::text[])
   )`,
).inTx.run;

export const deleteKeys = statement<{ accountId: number; types: readonly string[]; ids: readonly string[] }>(
  'devices.erase_session_keys',
  `delete from session_keys
   where device_id = any (array(select id from devices where account_id = :accountId))
     and type = any (:types::text[]) and id = any (:ids::text[])`,
).inTx.run;
