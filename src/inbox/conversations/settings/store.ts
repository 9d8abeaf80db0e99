import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { ConversationSettings } from './schema.ts';

const COLUMNS =
  'human_idle_return_minutes, bot_idle_close_minutes, queue_return_minutes, auto_assign, max_open_per_user, ' +
  'reject_calls_text, read_receipts';

const GET = statement<{ accountId: number }, ConversationSettings>(
  'conversations.get_settings',
  `select ${COLUMNS} from accounts where id = :accountId`,
);

export function getSettings(db: Db, accountId: number): Promise<ConversationSettings> {
  return GET.one(db, { accountId });
}

const LOCK = statement<{ accountId: number }, ConversationSettings>(
  'conversations.lock_settings',
  `select ${COLUMNS} from accounts where id = :accountId for no key update`,
);

export function lockSettings(tx: Tx, accountId: number): Promise<ConversationSettings> {
  return LOCK.one(tx, { accountId });
}

const UPDATE = statement<ConversationSettings & { accountId: number; now: Date }>(
  'conversations.update_settings',
  `update accounts set human_idle_return_minutes = :human_idle_return_minutes,
     bot_idle_close_minutes = :bot_idle_close_minutes, queue_return_minutes = :queue_return_minutes,
     auto_assign = :auto_assign, max_open_per_user = :max_open_per_user, reject_calls_text = :reject_calls_text,
     read_receipts = :read_receipts,
     idle_times_changed_at = case
       when (human_idle_return_minutes, bot_idle_close_minutes, queue_return_minutes) is distinct from
         (:human_idle_return_minutes::int, :bot_idle_close_minutes::int, :queue_return_minutes::int)
       then :now::timestamptz else idle_times_changed_at end
   where id = :accountId`,
);

/** A sweep sets the timers of open conversations. */
export async function updateSettings(
  tx: Tx,
  accountId: number,
  settings: ConversationSettings,
  now: Date,
): Promise<void> {
  await UPDATE.run(tx, { accountId, ...settings, now });
}

const NOTE_CHANGE = statement<{ accountId: number; now: Date }>(
  'conversations.note_changed_settings',
  'update accounts set idle_times_changed_at = :now::timestamptz where id = :accountId',
);

export async function noteChange(tx: Tx, accountId: number, now: Date): Promise<void> {
  await NOTE_CHANGE.run(tx, { accountId, now });
}
