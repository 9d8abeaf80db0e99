import { SEALED_COLUMNS } from '../../src/app/key-ring/sealed-columns.ts';

interface Exception {
  /** Names of statements. */
  statements: readonly string[];
  /** Tables of other folders. */
  tables: readonly string[];
  reason: string;
}

const EVENTS = ['event_backlog', 'event_subscriptions', 'events'];
const OPT_IN_EVENTS = ['webhooks', ...EVENTS];

const KEY_RING_TABLES = [...new Set(SEALED_COLUMNS.map(({ table }) => table))];
const KEY_RING = SEALED_COLUMNS.flatMap(({ table, column }) =>
  ['find', 'replace'].map((verb) => `key_ring.${verb}_${table}_${column}`),
);

/** Statements that touch a table of another folder. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    statements: ['notices.list_readers', 'notices.list_readers_of_account'],
    tables: ['accounts', 'user_devices', 'user_presence', 'users'],
    reason:
      'Each minute, one statement says who may be told what: active users, their devices and their presence.',
  },
  {
    statements: ['conversations.find', 'conversations.read'],
    tables: ['teams'],
    reason: 'A conversation is shown with the name of its team.',
  },
  {
    statements: ['notices.list_subscriptions'],
    tables: ['user_sessions'],
    reason: 'A browser gets pushes only while its session may call.',
  },
  {
    statements: [
      'accounts.insert_key',
      'accounts.insert_limited_key',
      'accounts.list_keys',
      'accounts.revoke_key',
    ],
    tables: ['users'],
    reason: 'A key shows the user behind it by public id and name.',
  },
  {
    statements: ['staff.find_me', 'users.find', 'users.find_by_email', 'users.list'],
    tables: ['devices'],
    reason: 'A user sees the public ids of the devices that an admin has given.',
  },
  {
    statements: ['messages.admit', 'messages.admit_change', 'messages.admit_reply'],
    tables: ['accounts', 'devices', 'plans', 'usage_months'],
    reason: 'One round trip decides and stores a batch of requests; locks make rate and quota exact.',
  },
  {
    statements: ['dispatch.claim_due', 'dispatch.list_due', 'dispatch.mark_written', 'dispatch.take_handed'],
    tables: ['accounts'],
    reason: 'No message of a suspended or cancelled account leaves; a check beside the write is exact.',
  },
  {
    statements: [
      'contacts.export_filtered',
      'contacts.list_many_by_equal',
      'contacts.list_many_by_first',
      'contacts.list_many_by_range',
      ...['all', 'chats', 'equal', 'opted_out', 'range', 'search', 'tag'].flatMap((by) => [
        `contacts.count_by_${by}`,
        `contacts.list_by_${by}`,
        `contacts.read_places_by_${by}`,
      ]),
    ],
    tables: ['conversations', 'opt_outs', 'people', 'person_identities'],
    reason: 'One statement finds the contacts of a filter by consent and last message among a million.',
  },
  {
    statements: ['conversations.note_names'],
    tables: ['person_identities', 'stream_accounts', 'stream_changes'],
    reason:
      'The name of a contact is no column of the conversation: no trigger notes the chats of its number.',
  },
  {
    statements: ['queue.fail_unsendable'],
    tables: ['accounts'],
    reason: 'The account decides how long a message may wait: a suspension does not count.',
  },
  {
    statements: ['messages.insert_changes', 'messages.insert_inbound', 'messages.insert_updates'],
    tables: ['accounts'],
    reason: 'A cancelled account stores nothing more; a check beside the write is exact.',
  },
  {
    statements: ['messages.note_opened'],
    tables: ['accounts'],
    reason: 'The setting of the account decides whether customers see that they are read.',
  },
  {
    statements: ['devices.find_session_devices'],
    tables: ['accounts'],
    reason: 'A session learns with each look at its devices whether they may send.',
  },
  {
    statements: ['broadcasts.start_due', 'broadcasts.resume_activated', 'broadcasts.list_over_cap'],
    tables: ['accounts'],
    reason: 'A broadcast starts and goes on while its account is active and below its cap.',
  },
  {
    statements: ['costs.find_cap', 'costs.lock_cap', 'costs.set_cap'],
    tables: ['accounts'],
    reason: 'The cap is a setting of the account, read with its row by those who send.',
  },
  {
    statements: ['costs.count_claimed', 'costs.read_unreported'],
    tables: ['broadcasts', 'devices', 'messages'],
    reason:
      'Messages of broadcasts without an outcome count to the cap: derived, so that no crash loses them.',
  },
  {
    statements: [
      'dispatch.claim_due',
      'dispatch.list_due',
      'dispatch.defer',
      'dispatch.mark_written',
      'dispatch.take_handed',
    ],
    tables: ['device_leases'],
    reason: 'Only the owner of the lease may claim or change messages; a check beside the write is exact.',
  },
  {
    statements: [
      'queue.move_statuses',
      'queue.drop_queued',
      'queue.fail_queued',
      'queue.fail_kept',
      'queue.fail_silent',
      'queue.fail_superseded',
      'queue.fail_unresolved',
      'queue.fail_unsendable',
    ],
    tables: ['broadcast_tallies', 'devices', 'usage_months', ...EVENTS],
    reason: 'A status commits with its event, the refund of its unit and the tally of its broadcast.',
  },
  {
    statements: ['queue.move_statuses'],
    tables: ['message_costs'],
    reason: 'A message counts in the costs exactly once: with the status that delivers it.',
  },
  {
    statements: ['costs.read_by_device'],
    tables: ['devices'],
    reason: 'Costs show devices by their uuids.',
  },
  {
    statements: ['queue.fail_silent', 'queue.resend_silent'],
    tables: ['accounts'],
    reason: 'The account chooses whether a message that was not taken fails or is sent again.',
  },
  {
    statements: ['messages.announce_inbound'],
    tables: ['conversations', 'devices', 'people', 'person_identities', ...EVENTS],
    reason: 'A message commits with its event, which names device, conversation and sender.',
  },
  {
    statements: ['opt_outs.delete', 'opt_outs.insert'],
    tables: OPT_IN_EVENTS,
    reason:
      'Announces the event through the SQL that the folder events exports, if a webhook names its type.',
  },
  {
    statements: ['devices.insert_device', 'devices.move_status', 'webhooks.insert_test_event'],
    tables: EVENTS,
    reason: 'Announces the event through the SQL that the folder events exports.',
  },
  {
    statements: ['media.fail', 'media.settle_stored'],
    tables: ['conversations', 'devices', 'people', 'person_identities', ...OPT_IN_EVENTS],
    reason: 'A file is settled with its event, which names device, conversation and sender.',
  },
  {
    statements: ['messages.insert_changes'],
    tables: ['channel_devices', 'conversations', 'devices', 'people', 'person_identities', ...OPT_IN_EVENTS],
    reason: 'A change commits with its event, which names device, conversation and message.',
  },
  {
    statements: ['conversations.list_typed'],
    tables: ['channels', 'devices', 'messages'],
    reason: 'One look of a session names the chats of its numbers, and the messages that they answer.',
  },
  {
    statements: ['messages.insert_imported', 'messages.insert_replies', 'messages.list_known_of_chats'],
    tables: ['accounts', 'devices'],
    reason: 'A cancelled account stores nothing more; another device of the number may know the message.',
  },
  {
    statements: ['conversations.restore_owner'],
    tables: ['accounts'],
    reason: 'The idle time of the account sets the timer again, in the statement that takes the end back.',
  },
  {
    statements: ['messages.erase_deleted'],
    tables: ['channel_devices', 'devices'],
    reason: 'Every device that spoke for the number may have a copy of a message that its author deleted.',
  },
  {
    statements: [
      'conversations.find_id',
      'conversations.list_of_person',
      'conversations.lock',
      'media.find',
      'messages.find',
    ],
    tables: ['channel_devices', 'channels'],
    reason: 'An agent sees what belongs to the numbers of its devices, through the SQL that devices exports.',
  },
  {
    statements: [
      'messages.list_of_account',
      'messages.list_of_broadcast',
      'messages.list_of_failed',
      'messages.list_of_phone',
      'messages.list_of_times',
    ],
    tables: ['channel_devices', 'channels', 'conversations', 'devices', 'people', 'person_identities'],
    reason: 'A listed message names its device and its chat. An agent sees those of its numbers.',
  },
  {
    statements: ['messages.list_latest'],
    tables: ['devices'],
    reason: 'A command of the operator names the device of each message by its uuid.',
  },
  {
    statements: ['messages.lock_target'],
    tables: ['channel_devices', 'channels', 'devices'],
    reason: 'One round trip locks the message that is changed, with its device, for those who see it.',
  },
  {
    statements: ['webhooks.list_unsubscribed'],
    tables: ['event_subscriptions'],
    reason: 'Compares the subscriptions with the webhooks that need them.',
  },
  {
    statements: ['webhooks.fan_out_first', 'webhooks.fan_out_round_robin'],
    tables: ['accounts', 'event_backlog', 'events'],
    reason: 'Fan-out takes the backlog, and the device of each event, in one round trip.',
  },
  {
    statements: ['webhooks.claim_due'],
    tables: ['accounts', 'events'],
    reason: 'A claim returns the body to send, and the kind of the account, which decides where it may go.',
  },
  {
    statements: ['webhooks.claim_due'],
    tables: ['automation_accounts'],
    reason: 'Accounts that never had an automation must not cost a look for marks.',
  },
  {
    statements: [
      'webhooks.find_delivery',
      'webhooks.list_asked',
      'webhooks.list_log',
      'webhooks.list_pending',
      'webhooks.list_undelivered',
    ],
    tables: ['events'],
    reason: 'The log shows each event beside its delivery, and filters by its type while it reads a page.',
  },
  {
    statements: ['webhooks.lock_account'],
    tables: ['accounts'],
    reason: 'The lock of the account makes the limit of its webhooks exact.',
  },
  {
    statements: ['broadcasts.list_due', 'broadcasts.list_to_pause', 'broadcasts.lock_due'],
    tables: ['accounts', 'devices', 'messages'],
    reason: 'A broadcast runs while its account, its device and the limit of messages in flight allow it.',
  },
  {
    statements: [
      'broadcasts.find',
      'broadcasts.list_account',
      'broadcasts.list_account_status',
      'broadcasts.list_all',
      'broadcasts.list_status',
    ],
    tables: ['messages'],
    reason:
      'A broadcast shows how many of its messages the provider keeps back; they leave that index when settled.',
  },
  {
    statements: [
      'broadcasts.list_failed_recipients',
      'broadcasts.list_of_person',
      'broadcasts.list_recipients',
      'broadcasts.list_recipients_delivered',
      'broadcasts.list_recipients_not_read',
      'broadcasts.list_recipients_not_replied',
      'broadcasts.list_recipients_opted_out',
      'broadcasts.list_recipients_read',
      'broadcasts.list_recipients_replied',
      'broadcasts.list_recipients_left_out',
      'broadcasts.list_recipients_sent',
      'broadcasts.read_funnel',
    ],
    tables: ['contacts', 'conversations', 'devices', 'messages', 'people', 'person_identities'],
    reason:
      'A recipient is a message of the broadcast, shown with its contact, its chat and whether it replied.',
  },
  {
    statements: ['broadcasts.lock_cancelled'],
    tables: ['accounts'],
    reason: 'The error of the messages says whether the account or the broadcast was cancelled.',
  },
  {
    statements: [
      'broadcasts.find_reached',
      'broadcasts.has_unsettled',
      'broadcasts.lock_cancelled',
      'broadcasts.read_device_load',
    ],
    tables: ['messages'],
    reason: 'Reads the messages of the broadcasts under the lock of the same statement.',
  },
  {
    statements: ['broadcasts.count_used_limit', 'broadcasts.find_free_of_limit'],
    tables: ['devices', 'messages'],
    reason: 'One statement counts the people to whom all numbers of a portfolio wrote.',
  },
  {
    statements: ['broadcasts.read_device_health'],
    tables: ['messages'],
    reason: 'One statement counts what waits, what broadcasts have sent, and finds the last customer.',
  },
  {
    statements: [
      'broadcasts.find',
      'broadcasts.list_account',
      'broadcasts.list_account_status',
      'broadcasts.list_all',
      'broadcasts.list_status',
      'broadcasts.read_device',
    ],
    tables: ['devices'],
    reason: 'A broadcast is shown with its device, and a resume checks the device in its transaction.',
  },
  {
    statements: [
      'broadcasts.find_contacts',
      'broadcasts.find_respelled_contacts',
      'broadcasts.find_tags',
      'broadcasts.insert_to_contacts',
      'broadcasts.change_to_contacts',
      'broadcasts.insert_to_earlier',
      'broadcasts.change_to_earlier',
      'broadcasts.insert_to_tags',
      'broadcasts.change_to_tags',
      'broadcasts.insert_to_tags_and_contacts',
      'broadcasts.change_to_tags_and_contacts',
      'broadcasts.insert_retry',
      'broadcasts.preview_contacts',
      'broadcasts.preview_costs_earlier',
      'broadcasts.preview_costs_places',
      'broadcasts.preview_earlier',
      'broadcasts.preview_places',
      'broadcasts.preview_costs_contacts',
      'broadcasts.preview_costs_tags',
      'broadcasts.preview_costs_tags_and_contacts',
      'broadcasts.preview_tags',
      'broadcasts.preview_tags_and_contacts',
      'broadcasts.read_recipients',
    ],
    tables: ['contact_tags', 'contacts', 'devices', 'messages', 'people', 'person_identities', 'tags'],
    reason: 'Up to a million recipients are selected, counted and frozen without leaving the database.',
  },
  {
    statements: ['contacts.find_used'],
    tables: ['broadcast_targets', 'broadcasts'],
    reason:
      'The undo of an import keeps recipients of a broadcast, in the transaction that deletes the others.',
  },
  {
    statements: [
      'opt_outs.get_keywords',
      'opt_outs.lock_keywords',
      'opt_outs.match_keywords',
      'opt_outs.update_keywords',
    ],
    tables: ['accounts'],
    reason: 'The keywords are columns of the account that only this folder reads and writes.',
  },
  {
    statements: ['broadcasts.find_quiet_hours', 'broadcasts.lock_quiet_hours', 'broadcasts.set_quiet_hours'],
    tables: ['accounts'],
    reason: 'The quiet hours are a column of the account that only this folder reads and writes.',
  },
  {
    statements: ['opt_outs.list_recipients'],
    tables: ['devices'],
    reason: 'An account has few devices, but any number of broadcasts.',
  },
  {
    statements: [
      'conversations.index_messages',
      'conversations.index_messages_again',
      'conversations.index_range',
      'conversations.index_conversations',
    ],
    tables: ['channel_devices', 'message_media', 'messages', 'people', 'person_identities'],
    reason: 'The text of a message is searched in the conversation of its device and number.',
  },
  {
    statements: [
      'conversations.read_search_lag',
      'conversations.read_search_state',
      'conversations.set_search_goal',
    ],
    tables: ['messages'],
    reason: 'The job reads messages up to the newest id.',
  },
  {
    statements: ['conversations.list_senders'],
    tables: ['people', 'person_identities'],
    reason: 'A customer becomes a contact with the name and the number of the person.',
  },
  {
    statements: ['conversations.find_named', 'conversations.judge_search_hits'],
    tables: ['contacts', 'people', 'person_identities'],
    reason: 'A search finds conversations by the names and number of their person, in the order of the list.',
  },
  {
    statements: [
      'conversations.find_ids',
      'conversations.find_places',
      'conversations.insert',
      'conversations.record_inbound',
    ],
    tables: ['channels', 'devices', 'people', 'person_identities'],
    reason:
      'One round trip records all inbound messages of a batch. Channels and people are found by their keys.',
  },
  {
    statements: ['messages.find_in_history'],
    tables: ['devices'],
    reason: 'The engine of a message decides whether another message can quote it.',
  },
  {
    statements: ['messages.figures_of_devices'],
    tables: ['devices'],
    reason: 'Figures show devices by their uuids.',
  },
  {
    statements: [
      'conversations.figures_of_messages_by_day',
      'conversations.figures_of_messages_by_device',
      'conversations.figures_of_messages_by_hour',
      'conversations.figures_of_numbers',
      'conversations.figures_of_users',
    ],
    tables: ['channel_devices', 'channels', 'counted_messages', 'devices', 'messages', 'users'],
    reason: 'Figures count messages by their times, and show devices and users by their names.',
  },
  {
    statements: [
      'conversations.plan_rating',
      'conversations.list_due_ratings',
      'conversations.list_open_ratings',
    ],
    tables: ['accounts', 'messages', 'users'],
    reason:
      'A question is asked by the settings of the account, for a user, and judged by what was sent since.',
  },
  {
    statements: ['conversations.note_rated'],
    tables: ['channels', 'devices', 'messages', ...OPT_IN_EVENTS],
    reason: 'A rating marks its message in the transaction that stores it, and is an event.',
  },
  {
    statements: [
      'conversations.list_ratings',
      'conversations.list_rating_texts',
      'conversations.was_asked_for_rating',
    ],
    tables: ['channels', 'messages', 'people'],
    reason: 'The comment is the text of its message, and the pause is of a person.',
  },
  {
    statements: ['conversations.list_open_answers'],
    tables: ['channels', 'messages'],
    reason: 'A counted answer has the author of its message, and the business hours of its device.',
  },
  {
    statements: [
      'conversations.list_long_waits',
      'conversations.list_mentions',
      'conversations.list_unread_mentions',
    ],
    tables: ['people'],
    reason: 'The name of the customer stands beside each mention, and in the notice of a long wait.',
  },
  {
    statements: [
      'conversations.list_assigned',
      'conversations.list_failed_flows',
      'conversations.list_long_waits',
      'conversations.list_mentions',
      'conversations.list_unassigned',
      'conversations.list_unread_mentions',
      'conversations.list_unassigned_of_channels',
      'conversations.list_unassigned_of_team',
      'conversations.list_viewed',
      'conversations.read_sides',
    ],
    tables: ['channels'],
    reason: 'The device that speaks for the number decides which users see the conversation.',
  },
  {
    statements: ['conversations.list_long_waits'],
    tables: ['accounts'],
    reason: 'The targets of answers are settings of the account that only this folder reads and writes.',
  },
  {
    statements: ['conversations.list_auto_assigning'],
    tables: ['accounts'],
    reason: 'The automatic assignment is a setting of the account that only this folder reads and writes.',
  },
  {
    statements: [
      'conversations.find',
      'conversations.find_merged',
      'conversations.read',
      'conversations.read_entries',
    ],
    tables: ['channels', 'devices', 'people'],
    reason: 'A conversation is shown with its device and its person.',
  },
  {
    statements: [
      'conversations.change_owner',
      'conversations.lock_for_bot',
      'conversations.lock_for_reply',
      'conversations.lock_owners',
      'conversations.lock_timer',
      'conversations.note_bot_messages',
      'conversations.note_queued_reply',
      'conversations.note_replies',
      'conversations.reopen_wait',
    ],
    tables: ['channel_devices', 'channels', 'messages'],
    reason:
      'The owner depends on the automation of the number, and on questions and answers of the conversation.',
  },
  {
    statements: [
      'conversations.change_owner',
      'conversations.find',
      'conversations.forget_changed_settings',
      'conversations.get_settings',
      'conversations.list_changed_settings',
      'conversations.lock_settings',
      'conversations.note_changed_settings',
      'conversations.lock_timer',
      'conversations.note_bot_messages',
      'conversations.note_queued_reply',
      'conversations.note_replies',
      'conversations.read',
      'conversations.record_inbound',
      'conversations.reopen_wait',
      'conversations.update_settings',
    ],
    tables: ['accounts'],
    reason: 'The idle times are columns of the account that only this folder reads and writes.',
  },
  {
    statements: ['automation.take_first', 'automation.take_round_robin'],
    tables: [
      'channel_devices',
      'channels',
      'conversations',
      'devices',
      'event_backlog',
      'events',
      'messages',
      'people',
      'person_identities',
    ],
    reason:
      'The backlog becomes decisions in one round trip. The SQL of the backlog is that of the folder events.',
  },
  {
    statements: ['conversations.find_bot_chats'],
    tables: [
      'accounts',
      'channels',
      'contacts',
      'devices',
      'entry_points',
      'opt_outs',
      'people',
      'person_identities',
      'plans',
      'usage_months',
    ],
    reason: 'An automation knows customer, number and account of a conversation with one round trip.',
  },
  {
    statements: ['automation.claim_judgements', 'automation.assistant_figures'],
    tables: ['devices'],
    reason: 'The assistant judges as on the device that got the message.',
  },
  {
    statements: ['automation.assistant_examples'],
    tables: ['conversations'],
    reason: 'An example leads to its conversation.',
  },
  {
    statements: ['automation.conversations_of_messages'],
    tables: ['channel_devices', 'conversations', 'messages', 'people', 'person_identities'],
    reason: 'Messages of customers do not name their conversation.',
  },
  {
    statements: ['automation.list_open_decisions'],
    tables: ['conversation_touches', 'messages'],
    reason: 'A decision is read with its message, and how it came.',
  },
  {
    statements: ['conversations.find_touches', 'conversations.list_touches'],
    tables: ['entry_points'],
    reason: 'A conversation shows the name of its entry point.',
  },
  {
    statements: ['messages.find_shown_texts'],
    tables: ['devices'],
    reason: 'The event of a message names its device by the public id.',
  },
  {
    statements: ['conversations.list_callers'],
    tables: ['accounts', 'channel_devices', 'messages', 'people', 'person_identities'],
    reason: 'The text of the account for a call is queued in the transaction of the call.',
  },
  {
    statements: ['conversations.record_touches'],
    tables: ['channel_devices', 'devices', 'messages', 'people', 'person_identities'],
    reason: 'The message and how it came are one transaction; messages do not name their conversation.',
  },
  {
    statements: [
      'entry_points.find',
      'entry_points.find_shown_widgets',
      'entry_points.find_visited',
      'entry_points.list',
      'entry_points.read',
      'entry_points.find_widget',
      'entry_points.list_widgets',
      'entry_points.read_widget',
    ],
    tables: ['devices'],
    reason: 'Links and widgets show their device, and lead to its number.',
  },
  {
    statements: ['entry_points.find_shown_widgets', 'entry_points.find_visited'],
    tables: ['accounts'],
    reason: 'One statement per visit: the account says which network the number belongs to.',
  },
  {
    statements: ['automation.find_menus'],
    tables: ['conversations', 'messages'],
    reason: 'A menu counts until the owner changes, or another message follows the one of the decision.',
  },
  {
    statements: ['automation.list_coming_answers'],
    tables: ['conversations'],
    reason: 'An answer that waits is found with the number of its customer.',
  },
  {
    statements: ['automation.read_marks'],
    tables: ['channel_devices', 'devices', 'event_backlog', 'messages'],
    reason: 'A delivery names a message by its device. An event that waits is not decided yet.',
  },
  {
    statements: ['automation.list_decisions'],
    tables: ['conversations'],
    reason: 'A conversation shows the decisions of those that were merged into it.',
  },
  {
    statements: [
      'knowledge.list_gap_examples',
      'knowledge.list_grouped_questions',
      'knowledge.list_new_questions',
    ],
    tables: ['conversations', 'messages'],
    reason: 'A gap keeps no texts: a message that its author deletes is gone from it too.',
  },
  {
    statements: [
      'entry_points.find_visitor_messages',
      'entry_points.list_unseen',
      'entry_points.page_visitor_messages',
    ],
    tables: ['messages'],
    reason: 'A visitor reads only what its engine has taken, and one statement reads the chats of many.',
  },
  {
    statements: ['entry_points.list_visitor_chats'],
    tables: ['channels', 'conversations', 'devices', 'messages', 'people', 'person_identities'],
    reason: 'One round trip compares all open pages of live chats, up to ten times in a second.',
  },
  {
    statements: ['opt_outs.find_people'],
    tables: ['people', 'person_identities'],
    reason: 'An opt-out is of the person, under any number and id.',
  },
  {
    statements: ['channels.assign', 'channels.hand_over'],
    tables: ['automation_accounts'],
    reason: 'A number that gets a device is automated from its first message on.',
  },
  {
    statements: ['conversations.renew_timers'],
    tables: ['accounts', 'people'],
    reason: 'The people of an account are the only walk over its conversations in which no row moves.',
  },
  {
    statements: [
      'dispatch.claim_due',
      'dispatch.list_due',
      'dispatch.mark_written',
      'dispatch.save_prepared',
      'queue.fail_superseded',
    ],
    tables: ['conversations'],
    reason: 'The version of the owner is checked by the statement that marks a message for writing.',
  },
  {
    statements: ['stream.discard', 'stream.read_log', 'stream.sequence'],
    tables: ['channels', 'devices', 'event_backlog', 'events'],
    reason:
      'One round trip gives positions to committed events, and finds the device that decides who sees each.',
  },
  {
    statements: ['messages.read_oldest_queued'],
    tables: ['devices'],
    reason: 'The operator sees the oldest message by engine and status of its device.',
  },
  {
    statements: ['usage.count_near_quota', 'usage.list_near_quota'],
    tables: ['accounts', 'plans'],
    reason: 'Operators and admins are told which accounts are near the quota of their plan.',
  },
  {
    statements: ['usage.take_units'],
    tables: ['accounts', 'plans'],
    reason: 'The quota of the plan is read with the lock on the month, so that the limit is exact.',
  },
  {
    statements: [
      'media.find_erased',
      'messages.erase_changes',
      'messages.erase_noted',
      'messages.find_erased',
    ],
    tables: ['devices', 'messages'],
    reason: 'What is found by number has the device in its index: the devices of the account lead to it.',
  },
  {
    statements: ['retention.list_all'],
    tables: ['accounts'],
    reason: 'A job looks at all accounts, in pages.',
  },
  {
    statements: ['messages.find_old_edits', 'messages.find_old_received'],
    tables: ['conversations', 'devices', 'people', 'person_identities'],
    reason: 'A message stays while its customer waits, in the statement that locks it.',
  },
  {
    statements: ['messages.count_deleted'],
    tables: ['channel_devices'],
    reason: 'Figures of conversations count a message for the number that its device spoke for.',
  },
  {
    statements: ['broadcasts.count_deleted_recipients', 'broadcasts.list_engines'],
    tables: ['devices', 'messages', 'people', 'person_identities'],
    reason: 'The funnel counts messages before they are deleted, as it counts those that stay.',
  },
  {
    statements: KEY_RING,
    tables: KEY_RING_TABLES,
    reason: 'The key ring seals the secrets of all houses again. Its list of columns is the only one.',
  },
];
