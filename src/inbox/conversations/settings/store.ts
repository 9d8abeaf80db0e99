import { statement } from '../../../platform/lib/db/statement.ts';
import type { ConversationSettings } from './schema.ts';

const COLUMNS =
  'human_idle_return_minutes, bot_idle_close_minutes, queue_return_minutes, auto_assign, max_open_per_user, ' +
  'first_answer_minutes, next_answer_minutes, reject_calls_text, read_receipts, senders_as_contacts, rating_request';

export const getSettings = statement<{ accountId: number }, ConversationSettings>(
  'conversations.get_settings',
  `select ${COLUMNS} from accounts where id = :accountId`,
).one;

export const lockSettings = statement<{ accountId: number }, ConversationSettings>(
  'conversations.lock_settings',
  `select ${COLUMNS} from accounts where id = :accountId for no key update`,
).inTx.one;

/** A sweep sets the timers of open conversations. */
export const updateSettings = statement<
  Omit<ConversationSettings, 'rating_request'> & {
    rating_request: string | null;
    accountId: number;
    now: Date;
  }
>(
  'conversations.update_settings',
  `update accounts set human_idle_return_minutes = :human_idle_return_minutes,
     bot_idle_close_minutes = :bot_idle_close_minutes, queue_return_minutes = :queue_return_minutes,
     auto_assign = :auto_assign, max_open_per_user = :max_open_per_user,
     first_answer_minutes = :first_answer_minutes, next_answer_minutes = :next_answer_minutes,
     reject_calls_text = :reject_calls_text,
     read_receipts = :read_receipts, senders_as_contacts = :senders_as_contacts,
     rating_request = :rating_request::jsonb,
     idle_times_changed_at = case
       when (human_idle_return_minutes, bot_idle_close_minutes, queue_return_minutes) is distinct from
         (:human_idle_return_minutes::int, :bot_idle_close_minutes::int, :queue_return_minutes::int)
       then :now::timestamptz else idle_times_changed_at end
   where id = :accountId`,
).inTx.run;

export const noteChange = statement<{ accountId: number; now: Date }>(
  'conversations.note_changed_settings',
  'update accounts set idle_times_changed_at = :now::timestamptz where id = :accountId',
).inTx.run;
