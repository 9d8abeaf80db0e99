import { statement } from '../../platform/lib/db/statement.ts';
import type { AssistantSettings, Mode } from './schema.ts';

export interface AssistantRow {
  enabled: boolean;
  mode: Mode;
  device_uuids: string[] | null;
  settings: Partial<AssistantSettings>;
  updated_at: Date;
}

export const findAssistant = statement<{ accountId: number }, AssistantRow>(
  'automation.find_assistant',
  'select enabled, mode, device_uuids, settings, updated_at from assistants where account_id = :accountId',
).first;

interface Written {
  enabled: boolean;
  mode: Mode;
  device_uuids: readonly string[] | null;
  /** Row ids. Empty: all. */
  device_ids: readonly number[];
  /** JSON of the other settings. */
  settings: string;
}

export const setAssistant = statement<Written & { accountId: number; now: Date }>(
  'automation.set_assistant',
  `insert into assistants (account_id, enabled, mode, device_uuids, device_ids, settings, updated_at)
   values (:accountId, :enabled, :mode, :device_uuids::uuid[], :device_ids::bigint[], :settings::jsonb,
     :now::timestamptz)
   on conflict (account_id) do update set enabled = excluded.enabled, mode = excluded.mode,
     device_uuids = excluded.device_uuids, device_ids = excluded.device_ids,
     settings = excluded.settings, updated_at = excluded.updated_at`,
).inTx.run;
