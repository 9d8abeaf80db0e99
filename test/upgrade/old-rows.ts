import { DASHBOARD_ROWS } from './old-dashboard-rows.ts';
import { ENTRY_POINT_ROWS, NO_HOURS } from './old-entry-point-rows.ts';

/** Values that the rows share with the test. */
export interface OldValues {
  keyId: string;
  keyHash: Buffer;
  /** Key of the suspended account. */
  suspendedKeyId: string;
  suspendedKeyHash: Buffer;
  webhookUrl: string;
  /** Sealed for webhook 1. */
  webhookSecret: Buffer;
}

const bytes = (value: Buffer) => `'\\x${value.toString('hex')}'`;

/**
 * SQL of rows as the program wrote them when this migration was the last one. Each migration has an entry, so that its
 * rows pass through all migrations that follow.
 */
export const OLD_ROWS: Readonly<Record<string, (values: OldValues) => string>> = {
  '0007': (values) => [people(values), devices, contacts, messages, broadcasts, events(values)].join(';\n'),
  '0008': () => `
    with event as (
      insert into events (account_id, type, body, created_at) values (1, 'message.status', '{"n":8}', now())
      returning id, account_id, type
    )
    insert into event_backlog (consumer, account_id, event_id, type)
    select 'webhooks', account_id, id, type from event`,
  '0009': () => `
    insert into messages (account_id, device_id, direction, source, author_id, type, status, phone, due, created_at)
    values (1, 1, 'out', 'api', null, 'text', 'queued', '62812', true, now()),
      (1, 1, 'out', 'staff', 5, 'text', 'sent', '62812', false, now()),
      (1, 1, 'in', 'customer', null, 'text', 'received', '62812', false, now())`,
  '0010': () => `
    insert into devices (account_id, label, engine, network, status, official_phone_number_id, official_waba_id,
      released_at)
    values (1, 'Resmi lama', 'official_cloud', 'sandbox', 'disconnected', 'number-2', 'business', now())`,
  '0011': ({ webhookSecret }) => `
    insert into webhooks (account_id, url, events, secret, failure_count, created_at, failing_since, last_error,
      judged_at)
    values (1, 'http://127.0.0.1:9/', '{device.status}', ${bytes(webhookSecret)}, 3, now(), now(), 'refused', now())`,
  '0012': () => `
    insert into api_keys (id, account_id, name, secret_hash, allowed_addresses, last_used_at, last_used_address)
    values ('narrowkey00', 1, 'kantor', '\\x01', '{192.0.2.0/24}', now(), '192.0.2.7')`,
  '0013': () => `
    insert into audit_log (happened_at, account_id, actor, actor_id, action, target, detail)
    values (now(), 1, 'operator', 'root', 'key.created', 'narrowkey00', '{"name": "kantor"}')`,
  // By a process of the version before: it knows no public id.
  '0014': () => `
    insert into messages (account_id, device_id, direction, source, type, status, phone, due, created_at)
    values (1, 1, 'out', 'api', 'text', 'queued', '62814', true, now())`,
  '0015': () => `
    with counter as (
      insert into message_counters as c (account_id, last_public_id, taken) values (1, 1, 1)
      on conflict (account_id) do update set last_public_id = c.last_public_id + 1, taken = 1
      returning last_public_id
    )
    insert into messages (public_id, account_id, device_id, direction, source, type, status, phone, due, created_at)
    select last_public_id, 1, 1, 'out', 'api', 'text', 'queued', '62815', true, now() from counter`,
  '0016': () => `
    update accounts set suspended = '{[2025-01-01 00:00:00+00, 2025-01-02 00:00:00+00)}' where id = 1;
    insert into accounts (name, plan, status, kind, cancelled_at)
    values ('Tutup', 'pro', 'cancelled', 'sandbox', now())`,
  '0017': () => `
    update accounts set unresolved = 'resend' where id = 1;
    insert into official_listening (seen_at, since) values (now(), now() - interval '1 day');
    insert into messages (account_id, device_id, direction, source, type, status, phone, due, reserved_wa_id,
      evidence_at, resent_at, created_at)
    values (1, 2, 'out', 'api', 'text', 'queued', '62817', true, 'resent', now(), now(), now())`,
  '0018': () => `
    insert into number_checks (account_id, phone, device_id, asked_at, is_settled, on_network)
    values (1, '6281200000018', 1, now(), true, true), (1, '6281200000019', 1, now(), false, null)`,
  '0019': () => `
    insert into message_changes (account_id, device_id, phone, target_wa_message_id, kind, from_me, body, wa_message_id,
      at)
    values (1, 1, '62812', 'old', 'reaction', false, '👍', 'change', now())`,
  '0020': () => `
    insert into people (account_id, name, created_at) values (1, 'Ani', now()), (1, null, now());
    insert into person_identities (account_id, kind, value, person_id)
    values (1, 'phone', '6281200000001', 1), (1, 'scoped', 'ID.19', 2);
    update channels set automated = true where account_id = 1;
    insert into conversations (account_id, channel_id, person_id, phone, owner_state, owner_since, episode, unread,
      waiting_since, last_at, created_at)
    select 1, min(id), 1, '6281200000001', 'human_waiting', now(), 1, 2, now(), now(), now()
    from channels where account_id = 1;
    insert into conversation_events (account_id, conversation_id, episode, kind, actor, created_at)
    values (1, 1, 1, 'opened', 'customer', now());
    insert into labels (account_id, name, created_at) values (1, 'baru', now());
    insert into conversation_labels (account_id, conversation_id, label_id) values (1, 1, 1);
    insert into messages (account_id, public_id, device_id, direction, source, type, status, phone, conversation_id,
      ownership_version, created_at)
    values (1, null, 1, 'in', 'customer', 'text', 'received', '6281200000001', null, null, now()),
      (1, null, 1, 'out', 'bot', 'text', 'sent', '6281200000001', 1, 0, now())`,
  '0021': () => `
    insert into messages (account_id, device_id, direction, source, type, status, phone, created_at)
    values (1, 1, 'in', 'customer', 'text', 'received', '62812', now())`,
  '0022': () => `
    insert into template_books (account_id, waba_id, synced_at, asked_at) values (1, 'business', now(), now());
    insert into templates (book_id, name, language, category, status, content)
    values (1, 'halo', 'id', 'utility', 'approved',
      '{"header": null, "body": "Halo {{1}}", "footer": null, "buttons": []}')`,
  '0023': () => `
    insert into messages (account_id, device_id, direction, source, type, status, phone, details, created_at)
    values (1, 2, 'in', 'customer', 'text', 'received', '62812', '{"referral": {"source_type": "ad"}}', now())`,
  '0024': () => `
    insert into search_texts (message_id, account_id, conversation_id, words)
    values (1, 1, 1, to_tsvector('simple', 'Halo'));
    update search_progress set message_id = 1`,
  '0025': () => `
    insert into quick_replies (device_id, text_hash, phone, at) values (1, '\\x22', '6281200000022', now())`,
  '0026': () => `
    insert into message_media (message_id, account_id, device_id, kind, state, reason, source, mimetype, file_name,
      size, sha256, attempts, next_attempt_at, created_at, settled_at)
    values (7, 1, 1, 'image', 'waiting', null, '\\x0708', 'image/jpeg', null, 1234, null, 0, now(), now(), null),
      (8, 1, 1, 'document', 'stored', null, null, 'application/pdf', 'Faktur.pdf', 5, '\\x09', 1, now(), now(), now()),
      (9, 1, 1, 'video', 'failed', 'expired', '\\x0a', null, null, null, null, 6, now(), now(), now())`,
  '0027': () => `
    insert into messages (account_id, public_id, device_id, direction, source, type, status, phone, conversation_id,
      ownership_version, due, created_at)
    values (1, null, 1, 'out', 'bot', 'text', 'queued', '6281200000001', 1, 0, true, now())`,
  '0028': () => `update messages set body = null where id = 1`,
  '0029': () => `
    insert into messages (account_id, device_id, direction, source, type, status, phone, created_at)
    values (1, 2, 'in', 'customer', 'text', 'received', repeat('9', 600), now())`,
  '0030': () => `update message_media set file_name = null where message_id = 8`,
  '0031': () => `
    update conversations set answering_since = now(), answering_from = 1 where id = 1;
    insert into unsent_answers (conversation_id) values (1), (1)`,
  '0032': () => `
    insert into labels (account_id, name, deleted_at, created_at) values (1, 'hapus', now(), now()),
      (1, 'Hapus', null, now());
    insert into conversation_labels (account_id, conversation_id, label_id) select 1, 1, max(id) from labels;
    insert into conversation_events (account_id, conversation_id, episode, kind, actor, body, created_at)
    values (1, 1, 1, 'note', 'Ani', 'Pelanggan lama', now())`,
  '0033': () => `
    insert into people (account_id, name, created_at) values (1, 'Ani lain', now());
    insert into person_merges (account_id, person_id, into_id, actor, merged_at)
    select 1, max(id), min(id), 'Sari', now() from people where account_id = 1;
    update people set merged_into = (select into_id from person_merges where person_id = people.id)
    where id = (select max(id) from people where account_id = 1);
    insert into person_matches (account_id, person_id, other_id, found_at) values (1, 1, 1, now());
    insert into conversation_parts (conversation_id, person_id, version, label_ids, phone, owner_state, owner_since,
      episode, unread, last_at, automation_suppressed)
    select id, person_id, ownership_version, '{}', phone, owner_state, owner_since, episode, unread, last_at, false
    from conversations where id = 1`,
  '0034': () => `
    update accounts set human_idle_return_minutes = null, queue_return_minutes = 30, idle_times_changed_at = now()
    where id = 1`,
  '0035': () => `
    insert into message_media (message_id, account_id, device_id, kind, state, reason, next_attempt_at, created_at)
    values (6, 1, 1, 'image', 'removed', 'deleted', now(), now())`,
  '0036': () => `
    insert into unsent_answers (conversation_id, reply_id, error_code) values (1, 1, 'expired')`,
  '0037': () => `
    insert into users (account_id, email, name, role, status, created_at)
    values (1, 'sari@toko.example', 'Sari', 'agent', 'active', now());
    insert into user_devices (account_id, user_id, device_id) values (1, 1, 1);
    insert into user_sessions (secret_hash, account_id, user_id, secure, created_at, last_seen_at, expires_at)
    values ('\\x01', 1, 1, true, now(), now(), now());
    insert into user_links (token_hash, account_id, user_id, kind, created_at, expires_at)
    values ('\\x02', 1, 1, 'reset', now(), now());
    insert into login_attempts (key, attempts, since) values ('\\x03', 1, now());
    insert into recovery_codes (account_id, user_id, code_hash) values (1, 1, '\\x04');
    insert into audit_log (happened_at, account_id, actor, actor_id, action, target, detail)
    values (now(), 1, 'user', 'user', 'key.created', 'narrowkey00', '{}')`,
  '0038': () => `
    insert into channels (account_id, kind, address, device_id) values (1, 'whatsapp', '6281200000038', 1)`,
  '0039': () => `
    insert into canned_replies (account_id, shortcut, title, body, language, device_uuids, created_at, updated_at)
    values (1, 'halo', 'Salam', 'Halo {{customer.name|Kak}}', 'id', null, now(), now())`,
  '0040': () => `
    insert into business_hours (account_id, device_id, hours)
    values (1, null, '{"timezone": "Asia/Jakarta", "weekly": ${NO_HOURS}, "holidays": []}'),
      (1, 1, '{"timezone": "Asia/Makassar", "weekly": ${NO_HOURS}, "holidays": []}')`,
  '0041': () => `update users set oidc_subject = 'https://login.example ani-7' where account_id = 1`,
  '0042': () => `
    insert into stream_accounts (account_id, is_live, last_position, forgotten, streamed_at)
    values (1, true, 2, 1, now());
    insert into stream_log (account_id, position, kind, ref_id, logged_at)
    values (1, 2, 'conversation.changed', 1, now());
    insert into stream_changes (account_id, kind, ref_id) values (1, 'conversation.event', 1);
    insert into stream_clients (account_id, client_uuid, caller, seen_at)
    values (1, gen_random_uuid(), 'key narrowkey00', now())`,
  '0043': () => `
    insert into user_renames (account_id, user_id, old_name, renamed_at) values (1, 1, 'Sri', now())`,
  '0044': () => `
    insert into open_answers (account_id, conversation_id, channel_id, episode, source, message_id, asked_at, up_to)
    values (1, 1, 1, 1, 'staff', 1, now(), now());
    insert into answers (id, account_id, conversation_id, channel_id, episode, source, actor, is_first, asked_at,
      up_to, answered_at, seconds, open_seconds)
    values (1000, 1, 1, 1, 1, 'staff', 'Ani', true, now(), now(), now(), 60, 0)`,
  '0045': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, created_at)
    values (1, 1, 'in', 'text', 'received', '6281200000042', now())`,
  '0046': () => `
    insert into mentions (account_id, user_id, conversation_id, event_id, created_at)
    select 1, 1, conversation_id, id, now() from conversation_events where account_id = 1 limit 1;
    insert into user_presence (user_id, account_id, state, state_since, seen_at, assigned_at)
    values (1, 1, 'away', now(), now(), now());
    insert into conversation_viewers (conversation_id, user_id, account_id, viewing_until, typing_until)
    values (1, 1, 1, now(), now());
    insert into auto_assignments (conversation_id, account_id, user_id, assigned_at) values (1, 1, 1, now());
    update accounts set auto_assign = 'round_robin', max_open_per_user = 20 where id = 1`,
  '0047': () => `insert into automation_accounts (account_id, updated_at) values (1, now())`,
  '0048': () => `
    insert into automation_decisions (account_id, conversation_id, message_id, wa_message_id, state, created_at)
    values (1, 1, 1, 'wa-1', 'waiting', now());
    insert into automation_turns (conversation_id, account_id, due_at) values (1, 1, now())`,
  '0049': () => `
    insert into assistants (account_id, enabled, mode, device_uuids, device_ids, settings, updated_at)
    select 1, true, 'shadow', array[device_uuid], array[id], '{"languages": ["id"], "scope": "pesanan"}', now()
    from devices where account_id = 1 limit 1`,
  '0050': () => `
    insert into knowledge_books (account_id, updated_at) values (1, now());
    insert into faqs (account_id, answer, questions, created_at, updated_at)
    values (1, 'Rp15.000', '{Berapa ongkir?,Ongkirnya?}', now(), now())`,
  '0051': () => `
    insert into language_models (account_id, provider, url, model, daily_token_budget, timeout_seconds,
      structured_output, updated_at)
    values (1, 'openai_compatible', 'https://llm.example/v1', 'kecil', 200000, 12, 'json_schema', now());
    insert into language_model_days (account_id, day, tokens, calls) values (1, '2026-11-23', 460, 1)`,
  '0052': () => `
    insert into auto_replies (account_id, kind, name, enabled, priority, device_uuids, device_ids, definition,
      created_at, updated_at)
    values (1, 'keyword', 'Harga', true, 100, null, '{}', '{"match": "word", "patterns": ["harga"], "hours": "any",
      "schedule": null, "cooldown_seconds": 60, "greet_after_days": null, "greet_always": false,
      "interrupts_flows": false, "replies": [{"type": "text", "body": "Halo"}], "start_flow": null,
      "hand_off": false, "add_labels": [], "remove_labels": []}', now(), now());
    insert into auto_reply_pauses (conversation_id, rule_id, until) values (1, 1, now())`,
  '0053': () => `
    insert into embeddings (account_id, kind, item_id, text_hash, vector)
    values (1, 'passage', '7', '\\x07', '{0.6,0.8}');
    insert into embedding_books (account_id, model, revision) values (1, 'bge-m3', 1)`,
  '0054': () => `
    insert into assistant_models (account_id, source, bytes, scopes, report, trained_at)
    values (1, '1:0', '\\x00', '{}', '{"faqs": 1, "questions": 1, "passages": 0, "bands": {"answer": 0.8,
      "clarify": 0.4}, "expected": null, "train_ms": 10}', now());
    insert into assistant_trainings (account_id, due_at) values (1, now());
    insert into assistant_chats (conversation_id, account_id, ownership_version, abstentions, choices, updated_at)
    select id, account_id, ownership_version, 1, '{"asked": "ongkir", "offered": []}', now()
    from conversations where account_id = 1 limit 1`,
  '0055': () => `
    insert into flows (account_id, name, draft, published_version, triggers, last_version, created_at, updated_at)
    values (1, 'Ukuran', '{"nodes": []}', 1, '[{"match": "any", "patterns": []}]', 1, now(), now());
    insert into flow_versions (flow_id, account_id, version, definition, created_at)
    select id, 1, 1, '{"nodes": []}', now() from flows where account_id = 1;
    insert into flow_secrets (account_id, name, sealed, updated_at) values (1, 'shop_key', '\\x01', now())`,
  '0056': () => `
    insert into flow_sessions (conversation_id, account_id, version_id, ownership_version, state, wake_at, expires_at,
      started_at, updated_at)
    select (select min(id) from conversations where account_id = 1), 1, id, 0, '{}', now(), now(), now(), now()
    from flow_versions where account_id = 1`,
  '0057': () => `
    insert into documents (account_id, title, format, size, state, passages, turn_at, created_at, updated_at)
    values (1, 'Garansi', 'pdf', 5, 'ready', 1, now(), now(), now()),
      (1, 'Retur', 'txt', 5, 'waiting', 0, now(), now(), now());
    insert into document_files (document_id, place, content) select max(id), 0, 'Halo' from documents;
    insert into passages (account_id, document_id, place, heading, text, page)
    select 1, min(id), 0, 'Syarat', 'Satu tahun.', 1 from documents`,
  '0058': () => `
    insert into knowledge_gaps (account_id, asked, first_asked_at, last_asked_at) values (1, 1, now(), now());
    insert into unanswered_questions (message_id, message_ids, account_id, conversation_id, asked_at, due_at)
    values (1, '{1}', 1, 1, now(), now());
    insert into gap_questions (message_id, message_ids, conversation_id, gap_id, asked_at)
    select 2, '{2}', 1, id, now() from knowledge_gaps`,
  '0059': () => `
    insert into knowledge_tables (account_id, name, columns, row_count, created_at, updated_at)
    values (1, 'Harga', '[{"name": "Nama", "role": "name"}, {"name": "Harga", "role": "price"}]', 1, now(), now());
    insert into knowledge_table_rows (table_id, place, key, folded_key, cells)
    select max(id), 1, 'Kopi', 'kopi', '["Kopi", "Rp15.000"]' from knowledge_tables`,
  '0060': () => `
    update assistant_trainings set claimed_until = now(), claim_id = gen_random_uuid() where account_id = 1;
    update assistant_chats set language = 'id' where account_id = 1`,
  '0061': () => `
    insert into automation_decisions (account_id, conversation_id, message_id, wa_message_id, state, stage, outcome,
      reason, sent_ids, device_id, delay_ms, created_at, decided_at)
    values (1, 1, 2, 'wa-2', 'decided', 'rule', 'answered', 'exact: harga', '{7}', 1, 1500, now(), now())`,
  '0063': () => `
    insert into assistant_judgements (account_id, conversation_id, device_id, decision_uuid, mode, message_ids, state,
      action, reason, answer, created_at)
    values (1, 1, 1, '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20', 'live', '{7}', 'settled', 'answer', 'faq', 'Rp15.000',
      now());
    insert into assistant_evaluations (account_id, kind, state, from_at, max_messages, next_at, next_id, report,
      created_at, finished_at)
    values (1, 'history', 'done', now(), 5000, now(), 1, '{"examples": [{"kind": "handed_over", "question":
      "tulis \\"asked_back\\""}]}', now(), now());
    insert into assistant_test_questions (account_id, question, question_key, outcome, earlier_outcome, created_at)
    values (1, 'ongkir bdg brp', 'a1', 'handed_over', 'asked_back', now())`,
  '0064': () => `
    insert into embeddings (account_id, kind, item_id, text_hash, direction)
    values (1, 'faq', 'f', '\\x07', '\\x7f81');
    insert into embedding_renewals (account_id, due_at) values (1, now())`,
  '0077': () => `update embedding_books set pgvector_revision = 1`,
  '0065': () => `
    insert into knowledge_sites (account_id, url, origin, max_pages, max_depth, state, read_at, created_at, updated_at)
    values (1, 'https://toko.example.com/', 'https://toko.example.com', 10, 3, 'ready', now(), now(), now());
    insert into site_pages (site_id, url, depth, walk, state, status, document_id)
    select s.id, s.url, 0, 1, 'read', 200, (select min(id) from documents) from knowledge_sites s`,
  '0067': () => `
    insert into knowledge_table_changes (table_id, names_version, places)
    select max(id), 2, '{1}' from knowledge_tables`,
  '0066': () => `
    insert into flow_simulations (flow_id, account_id, name, request, expected, depends_on, created_at, updated_at)
    select id, 1, 'Beli M', '{"messages": [{"text": "ukuran"}]}', '{"entries": [], "state": "ended", "variables": {}}',
      '{"business_hours": false, "flows": []}', now(), now()
    from flows where account_id = 1 limit 1`,
  '0068': () => `
    insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, automation)
    values (1, 99, now(), 10, 500, 'pending')`,
  '0069': () => `
    update assistant_chats set subject = '{"table": 1, "keys": ["Kopi"], "more": 0, "columns": ["Harga"]}'`,
  '0070': () => `
    insert into conversation_events (account_id, conversation_id, episode, kind, actor, body, message_ids, created_at)
    values (1, 1, 1, 'note', 'bot', 'Ukuran M', '{1}', now())`,
  '0073': () => `
    insert into automation_decisions (account_id, conversation_id, message_id, wa_message_id, state, stage, outcome,
      reason, sent_ids, device_id, menu, created_at, decided_at)
    values (1, 1, 3, 'wa-3', 'decided', 'rule', 'answered', 'exact: menu', '{8}', 1,
      '[{"id": "coffee", "title": "Kopi"}]', now(), now())`,
  '0074': () => `
    insert into assistant_test_questions (account_id, question, question_key, outcome, created_at)
    values (1, 'jam buka', 'a2', 'clarified', now())`,
  '0076': () => `
    insert into automation_ignored_phones (account_id, phone) values (1, '6281100000009')`,
  ...{ ...ENTRY_POINT_ROWS, ...DASHBOARD_ROWS },
};

const people = ({ keyId, keyHash, suspendedKeyId, suspendedKeyHash }: OldValues) => `
  insert into accounts (name, plan, status, kind) values ('Toko', 'pro', 'active', 'sandbox'),
    ('Tunda', 'pro', 'suspended', 'sandbox'), ('Tutup', 'pro', 'cancelled', 'sandbox');
  insert into api_keys (id, account_id, name, secret_hash) values ('${keyId}', 1, 'kasir', ${bytes(keyHash)}),
    ('${suspendedKeyId}', 2, 'kasir', ${bytes(suspendedKeyHash)});
  insert into rate_windows (account_id, minute, used, granted, rate) values (1, 1, 5, 5, 40);
  insert into usage_months (account_id, period, messages_sent, api_calls) values (1, '2025-10', 12, 30)`;

const devices = `
  insert into devices (account_id, label, engine, network, status, phone_number, official_phone_number_id,
    official_waba_id, released_at)
  values (1, 'Kasir', 'economy', 'sandbox', 'connected', '6281100000001', null, null, null),
    (1, 'Resmi', 'official_cloud', 'sandbox', 'connected', '6281100000002', 'number-1', 'business', null),
    (1, 'Lama', 'official_cloud', 'sandbox', 'disconnected', '6281100000003', 'number-2', 'business', now()),
    (2, 'Kasir', 'economy', 'sandbox', 'connected', '6281100000004', null, null, null),
    (3, 'Kasir', 'economy', 'sandbox', 'connected', '6281100000005', null, null, null);
  insert into device_leases (device_id) select id from devices;
  insert into session_creds (device_id, value) values (1, '\\x0102');
  insert into session_keys (device_id, type, id, value) values (1, 'session', '62812.0', '\\x0304');
  insert into official_updates (account_id, device_id, field, fingerprint, payload, created_at)
  values (1, 2, 'account_update', '\\x05', '{"event": "VERIFIED_ACCOUNT"}', now())`;

const contacts = `
  insert into contact_books (account_id, next_place) values (1, 2);
  insert into contacts (account_id, place, phone, name, created_at, updated_at)
  values (1, 0, '6281200000001', 'Ani', now(), now()), (1, 1, '6281200000002', 'Budi', now(), now());
  insert into tags (account_id, name, created_at) values (1, 'vip', now());
  insert into contact_tags (account_id, place, tag_id) values (1, 0, 1);
  insert into contact_blocks (account_id, list, block, contacts) values (1, 0, 0, 2), (1, 1, 0, 1);
  insert into opt_outs (account_id, phone, word, created_at) values (1, '6281200000009', 'STOP', now())`;

const messages = `
  insert into messages (account_id, device_id, direction, type, status, phone, body, due, maybe_written,
    reserved_wa_id, wa_message_id, error_code, idempotency_key, fingerprint, created_at)
  select account_id, device_id, direction, 'text', state, '62812', 'Halo', due, written, reserved, provider, error,
    case when direction = 'out' then 'order-' || n end, case when direction = 'out' then '\\x06'::bytea end, now()
  from (values
    (1, 1, 1, 'out', 'queued', true, false, null, null, null),
    (2, 1, 1, 'out', 'queued', true, true, 'written', null, null),
    (3, 1, 1, 'out', 'sent', false, true, 'sent', 'sent', null),
    (4, 1, 1, 'out', 'delivered', false, true, 'delivered', 'delivered', null),
    (5, 1, 1, 'out', 'read', false, false, 'read', 'read', null),
    (6, 1, 1, 'out', 'failed', false, false, null, null, 'expired'),
    (7, 1, 1, 'in', 'received', false, false, null, 'inbound', null),
    (8, 2, 4, 'out', 'queued', true, false, null, null, null),
    (9, 3, 5, 'out', 'queued', true, false, null, null, null)
  ) as row (n, account_id, device_id, direction, state, due, written, reserved, provider, error)
  order by n`;

const broadcasts = `
  insert into broadcasts (account_id, device_id, name, template, seed, delay_min_seconds, delay_max_seconds, status,
    reason, total_recipients, claimed, next_at, created_at)
  values (1, 1, 'Promo', 'Halo {name}', 7, 1, 2, 'running', null, 2, 1, now(), now()),
    (1, 1, 'Jeda', 'Halo', 7, 1, 2, 'paused', 'operator', 2, 1, now(), now());
  insert into broadcast_targets (broadcast_id, first_place, contacts) values (1, 0, '{0,1}'), (2, 0, '{0,1}');
  insert into broadcast_tallies (broadcast_id, sent, failed) values (1, 1, 0);
  insert into messages (account_id, device_id, direction, type, status, phone, body, due, held, broadcast_id,
    broadcast_place, created_at)
  values (1, 1, 'out', 'text', 'sent', '6281200000001', 'Halo Ani', false, false, 1, 0, now()),
    (1, 1, 'out', 'text', 'queued', '6281200000001', 'Halo', false, true, 2, 0, now())`;

const events = ({ webhookUrl, webhookSecret }: OldValues) => `
  insert into webhooks (account_id, url, events, secret, created_at)
  values (1, '${webhookUrl}', '{message.status,device.status}', ${bytes(webhookSecret)}, now());
  insert into events (account_id, type, body, created_at, fanned_out)
  values (1, 'message.status', '{"n":1}', now(), false), (1, 'message.received', '{"n":2}', now(), false),
    (1, 'message.status', '{"n":3}', now(), true), (2, 'device.status', '{"n":4}', now(), false);
  insert into webhook_deliveries (account_id, webhook_id, event_id, attempts, next_attempt_at, created_at)
  values (1, 1, 3, 1, now() - interval '1 minute', now());
  insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status_code)
  values (1, 1, now(), 10, 500)`;
