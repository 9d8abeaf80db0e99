import { statement } from '../../../platform/lib/db/statement.ts';

export const findFile = statement<{ deviceId: number; content: Buffer; now: Date }, { value: Buffer }>(
  'devices.find_network_file',
  `select value from network_files
   where device_id = :deviceId and content = :content and usable_until > :now`,
).first;

/** A later upload replaces an earlier one. */
export const keepFile = statement<{ deviceId: number; content: Buffer; value: Buffer; usableUntil: Date }>(
  'devices.keep_network_file',
  `insert into network_files (device_id, content, value, usable_until)
   values (:deviceId, :content, :value, :usableUntil)
   on conflict (device_id, content) do update set value = excluded.value, usable_until = excluded.usable_until`,
).run;

export const deleteUnusable = statement<{ now: Date }>(
  'devices.delete_network_files',
  'delete from network_files where usable_until <= :now',
).run;
