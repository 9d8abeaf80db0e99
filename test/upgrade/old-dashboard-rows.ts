/** SQL, as in `OLD_ROWS`. */
export const DASHBOARD_ROWS = {
  '0084': () => `
    insert into user_links (token_hash, account_id, user_id, kind, created_at, expires_at)
    values ('\\x05', 1, 1, 'log_in', now(), now())`,
  '0085': () => `
    update users set is_operator = true where account_id = 1;
    insert into gateways (gateway_id, host, pid, version, roles, started_at, seen_at)
    values (gen_random_uuid(), 'kasir', 7, '0.1.0', '{api,worker}', now(), now());
    insert into backups (outcome, made_at, size_bytes, location) values ('done', now(), 1, '/srv/kurir.tar.gz')`,
  '0086': () => `
    insert into sandbox_numbers (number, account_id, name, is_phone, created_at)
    values ('6281377788899', 1, 'Sari', true, now())`,
  '0087': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, body, due, held, broadcast_id,
      broadcast_place, error_code, error_message, created_at)
    values (1, 1, 'out', 'text', 'failed', '6281200000001', 'Halo', false, false, 1, 1, 'refused', 'No.', now())`,
  '0088': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, source, created_at)
    values (1, 1, 'out', 'text', 'sent', '6281200000088', 'api', now())`,
  '0089': () => `
    insert into audit_log (happened_at, account_id, actor, actor_id, action, target, detail)
    values (now(), 1, 'user', 'ani', 'label.created', '1', '{}')`,
  '0090': () => `
    insert into request_log (account_id, happened_at, request_id, method, path, status, duration_ms, key_id, address,
      unlisted)
    values (1, now(), 'order-17', 'GET', '/v1/devices', 200, 3, 'key', '127.0.0.1', 0)`,
  '0091': () => `
    insert into contact_imports (account_id, id, started_at, created)
    values (1, '0c8c3c0e-4a4f-4f0e-9d8e-5b1d0f6f2a3d', now(), 1);
    insert into contact_import_changes (account_id, import_id, phone, created, change)
    values (1, '0c8c3c0e-4a4f-4f0e-9d8e-5b1d0f6f2a3d', '6281200000001', true,
      '{"name": "Ani", "email": null, "tags": ["vip"]}')`,
  '0092': () => `
    update plans set storage_bytes = 1000;
    insert into storage_changes (account_id, bytes) values (1, 100)`,
  '0093': () => 'update automation_accounts set reader_ms = 400, reader_at = now()',
  '0094': () => `
    insert into user_sessions (secret_hash, account_id, user_id, secure, created_at, last_seen_at, expires_at,
      proved_at)
    values ('\\x06', 1, 1, true, now(), now(), now(), now())`,
  '0095': () => `
    insert into api_keys (id, account_id, name, secret_hash, created_by, created_by_id, user_id)
    values ('childkey000', 1, 'Kasir', '\\x07', 'api_key', 'narrowkey00', 1)`,
  '0096': () => `insert into webhook_paces (scope, next_at) values ('replay account 1', now())`,
  '0110': () => `
    update webhooks set device_uuids = array(select device_uuid from devices where account_id = 1) where id = 2`,
  '0120': () => `
    update accounts set read_receipts = 'on_open' where id = 1;
    insert into due_read_receipts (device_id, phone, wa_message_ids, created_at)
    select id, '6281200000001', '{3EB01}', now() from devices limit 1`,
  '0132': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, body, details, wa_message_id,
      reserved_wa_id, source, due, created_at)
    values (1, 1, 'out', 'reaction', 'queued', '6281200000001', '👍', '{"quote": {"id": "3EB01"}}', '3EB0132',
      '3EB0132', 'api', true, now());
    update messages set status = 'sent', due = false where reserved_wa_id = '3EB0132'`,
  '0134': () => `
    insert into uploads (account_id, expires_at, created_at) values (1, now(), now());
    insert into uploads (account_id, state, expires_at, created_at, type, mimetype, file_name, size, sha256)
    values (1, 'stored', now() + interval '7 days', now(), 'image', 'image/jpeg', 'kue.jpg', 5, '\\x08')`,
  // It changes constraints alone.
  '0151': () => '',
  '0150': () => `
    insert into network_files (device_id, content, value, usable_until)
    values (1, '\\x0150', '\\x01', now() + interval '7 days')`,
  '0138': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, body, details, wa_message_id,
      reserved_wa_id, source, due, created_at)
    values (1, 1, 'out', 'edit', 'queued', '6281200000001', 'Halo', '{"quote": {"id": "3EB01"}}', '3EB0138',
      '3EB0138', 'api', true, now());
    update messages set status = 'sent', due = false where reserved_wa_id = '3EB0138'`,
  '0125': () => `
    update accounts set cost_cap = 500000, cost_cap_currency = 'IDR', cost_cap_set_at = now() where id = 1`,
  '0104': () => `update accounts set reject_calls_text = 'Tulis saja, Kak.' where id = 1`,
  '0112': () => `
    insert into device_groups (device_id, group_id, name, first_at)
    values (1, '120363041234567890@g.us', 'Reseller', now())`,
  '0107': () => `insert into opt_outs (account_id, phone, created_at) values (1, '6281200000078', now())`,
  '0106': () => `
    insert into opt_outs (account_id, phone, word, reason, created_at)
    values (1, '6281200000077', null, 'preference', now())`,
  '0197': () => 'update official_updates set due = id % 2 = 0',
  '0188': () => `
    update backups set verified_at = now()`,
  '0182': () => `update devices set group_automation = 'mentioned' where id = 1`,
  '0181': () => `
    insert into group_questions (device_id, group_id, asked_at, is_settled, answer) values (1, '', now(), true, '[]')`,
  '0194': () => `
    insert into retention_settings (account_id, message_days) values (1, 365);
    insert into counted_messages (account_id, day, device_id, channel_id, source, status, error_code, messages)
    values (1, '2026-01-01', 1, 0, 'api', 'sent', '', 3);
    insert into counted_recipients (broadcast_id, failed, sent, delivered, read, replied, opted_out, not_read,
      not_replied)
    values (1, 0, 3, 2, 1, 0, 0, 2, 3)`,
  // They make indexes alone.
  '0189': () => '',
  '0211': () => `
    insert into push_keys (id, public_key, private_key, created_at) values (1, '\\x04', '\\x08', now());
    insert into push_subscriptions (session_id, account_id, user_id, endpoint_hash, target, shows_text, created_at)
    select id, account_id, user_id, '\\x05', '\\x09', false, now() from user_sessions where secret_hash = '\\x06';
    insert into notice_settings (user_id, account_id, push, email, quiet_hours, email_after_minutes, language,
      created_at)
    values (1, 1, '{assigned}', '{number_gone}', '{"from": "22:00", "to": "07:00", "timezone": "Asia/Jakarta"}', 10,
      'id', now());
    insert into user_notices (account_id, user_id, kind, occasion, noticed_at, pushed_at)
    values (1, 1, 'quota_near', '2026-11 near', now(), now())`,
  '0212': () => '',
  '0214': () => "update widgets set language = 'pt'; update faqs set language = 'es'",
  '0195': () => '',
  '0196': () => '',
  '0198': () => `update gateways set key_mark = '0123456789abcdef'`,
  // Their tables are for pairings that are under way.
  '0192': () => '',
  '0193': () => '',
  '0199': () => `update labels set color = 'teal'`,
  '0201': () => 'update counted_recipients set left_out = 1',
  '0215': () => '',
  '0180': () => `
    insert into account_exports (account_id, actor, requested_at) values (1, 'user', now())`,
  '0161': () => `
    insert into contact_fields (account_id, name, type, created_at) values (1, 'poin', 'number', now());
    update contacts set fields = jsonb_build_object((select id::text from contact_fields), 12) where account_id = 1`,
  '0170': () => `
    insert into opt_out_changes (account_id, phone, change, reason, word, happened_at)
    values (1, '6281200000078', 'out', 'keyword', 'STOP', now())`,
  '0171': () => `
    insert into contact_segments (account_id, name, filter, created_at, updated_at)
    values (1, 'Jakarta', '{"tag": "jakarta"}', now(), now())`,
  '0147': () => `
    insert into erasures (erasure_uuid, account_id, subject, actor, requested_at, last_message_id)
    values (gen_random_uuid(), 1, '\\x01', 'api_key', now(), 1);
    insert into kept_opt_outs (account_id, phone_mac, created_at) values (1, '\\x02', now())`,
  '0176': () => `
    insert into partial_uploads (account_id, file_name, length, arrived, expires_at, created_at)
    values (1, 'klip.mp4', 9, 4, now() + interval '1 day', now());
    insert into partial_upload_parts (upload_id, start, size) select id, 0, 4 from partial_uploads`,
  '0175': () => `
    update canned_replies c set file_id = u.id from uploads u where c.account_id = 1 and u.state = 'stored';
    update auto_replies r set definition = jsonb_set(definition, '{replies}', jsonb_build_array(jsonb_build_object(
      'type', 'image', 'body', null, 'media_id', u.id)))
    from uploads u where r.account_id = 1 and u.state = 'stored';
    insert into flows (account_id, name, draft, created_at, updated_at)
    select 1, 'Peta', json_build_object('nodes', json_build_array(json_build_object(
      'id', 'map', 'type', 'send_media', 'media_type', 'image', 'media_id', id))), now(), now()
    from uploads where account_id = 1 and state = 'stored' limit 1`,
  '0160': () => `update accounts set held_at = now() where status = 'suspended'`,
  '0155': () => `
    update devices set groups = 'on' where id = 1;
    insert into messages (account_id, device_id, direction, source, type, status, phone, body, details, created_at)
    values (1, 1, 'in', 'customer', 'text', 'received', '120363041234567890@g.us', 'Halo',
      '{"sender": {"phone": "6281200000151", "name": "Ani"}}', now());
    insert into message_changes (account_id, device_id, phone, target_wa_message_id, kind, from_me, body,
      wa_message_id, at, author, author_name)
    values (1, 1, '120363041234567890@g.us', '3EB0151', 'reaction', false, '👍', '3EB0149', now(), '6281200000151',
      'Ani')`,
  '0157': () => `
    insert into messages (account_id, device_id, direction, source, type, status, phone, body, details, created_at)
    values (1, 1, 'in', 'customer', 'text', 'received', '120363041234567890@g.us', 'Mau',
      '{"sender": {"phone": "6281200000157", "name": "Budi"}}', now())`,
  '0158': () => `
    insert into message_changes (account_id, device_id, phone, target_wa_message_id, kind, from_me, body,
      wa_message_id, at, author, author_name)
    values (1, 1, '120363041234567890@g.us', '3EB0151', 'reaction', false, '🙏', '3EB0158', now(), '6281200000157',
      'Budi')`,
  '0108': () => `
    insert into events (account_id, type, body, created_at, fanned_out)
    values (1, 'contact.opted_in', '{}', now(), true)`,
  '0109': () => `
    update webhooks set events = events || array['conversation.updated'] where id = 1;
    insert into conversation_events (account_id, conversation_id, episode, kind, actor, created_at)
    select account_id, id, episode, 'automation_on', 'Ani', now() from conversations order by id limit 1`,
  '0128': () => `
    update devices set official_quality = 'red', official_quality_at = now(), official_quality_before = 'green',
      official_portfolio_id = '17', official_daily_limit = 2000, official_limit_told_at = now()
    where id = 1;
    update broadcasts set resumed_at = now(), waits_for = 'messaging_limit' where name = 'Jeda';
    insert into messaging_allowances (account_id, scope, people_left, counted_at) values (1, '17', 1800, now())`,
  '0153': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, body, due, source, reserved_wa_id,
      details, created_at)
    values (1, 1, 'out', 'edit', 'queued', '6281200000153', 'Baru', true, 'api', 'R153',
      '{"quote": {"id": "R152", "author": "us"}}', now());
    update messages set status = 'sent', due = false, maybe_written = true, wa_message_id = 'R153'
    where reserved_wa_id = 'R153'`,
  '0152': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, source, error_code, created_at)
    values (1, 1, 'out', 'text', 'failed', '6281200000152', 'api', 'not_on_whatsapp', now())`,
  '0144': () => `
    update broadcasts set quiet_hours = '{"from": "21:00", "to": "08:00", "timezone": "Asia/Jakarta"}',
      template = 'Halo lagi {nama}' where name = 'Jeda'`,
  '0129': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, source, details, created_at)
    values (1, 1, 'out', 'text', 'sent', '6281200000129', 'api',
      '{"template": {"name": "promo", "language": "id", "variables": []}, "in_window": true}', now())`,
  '0127': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, source, maybe_written, reserved_wa_id,
      wa_message_id, kept_reason, not_before, warning, created_at)
    values (1, 1, 'out', 'text', 'queued', '6281200000127', 'api', true, 'kurir.127', 'wamid.127',
      'held_for_quality_assessment', now() + interval '1 day', '{"code": "131060", "message": "Hidden."}', now())`,
  '0114': () => `
    update broadcasts set approved = '{"name": "promo", "language": "id", "values": {"1": "{nama}"}, "content":
      {"header": null, "body": "Halo {{1}}", "footer": null, "buttons": [], "unsupported": []}}'
    where name = 'Jeda'`,
  '0100': () => `insert into tags (account_id, name, created_at) values (1, 'pameran', now())`,
  '0101': () => `
    insert into documents (account_id, title, format, size, turn_at, created_at, updated_at)
    values (1, 'Ongkir', 'txt', 4, now(), now(), now());
    insert into document_uploads (document_id, due_at) select max(id), now() from documents;
    insert into document_uploads (due_at) values (now())`,
  '0140': () => `
    update accounts set senders_as_contacts = true where id = 1;
    update contacts set notes = 'Alergi kacang.' where account_id = 1;
    insert into new_senders (account_id, conversation_id)
    select account_id, id from conversations order by id limit 1`,
  '0141': () => `
    insert into contact_bulks (account_id, action, tag_ids, status, matched, created_at)
    values (1, 'delete', '{}', 'running', 1, now());
    insert into contact_bulk_pieces (bulk_id, piece, places, state, change)
    select id, 0, '{0}', 'done', '[]' from contact_bulks`,
  '0154': () => `
    update broadcasts set type = 'image', file_id = gen_random_uuid(), template = '' where name = 'Jeda'`,
  '0206': () => `
    update accounts set rating_request = '{"delay_minutes": 5, "pause_days": 30, "texts": {}, "says_thanks": true,
      "thanks_texts": {}}' where id = 1;
    insert into conversation_ratings (account_id, conversation_id, channel_id, episode, ownership_version, actor,
      ask_at, asked_at, score, rated_at)
    select account_id, id, channel_id, episode, ownership_version, 'Ani', now(), now(), 5, now() from conversations
    order by id limit 1`,
  '0205': () => 'update accounts set first_answer_minutes = 15, next_answer_minutes = 30 where id = 1',
  '0202': () => `
    insert into teams (account_id, name, created_at) values (1, 'Retur', now());
    insert into team_members (team_id, user_id, account_id) select id, 1, 1 from teams;
    update conversations set team_id = (select id from teams) where id = 1`,
  '0200': () => `
    insert into inbox_views (account_id, user_id, name, filter, created_at)
    values (1, 1, 'Grosir', '{"view": "all"}', now()), (1, null, 'Komplain', '{"label": "vip"}', now())`,
  '0216': () => `
    insert into inbox_macros (account_id, user_id, name, key, acts, created_at)
    values (1, 1, 'Lunas', '1', '{"end": "resolve"}', now()), (1, null, 'Buka', null, '{"end": "reopen"}', now())`,
  '0217': () => `
    insert into contact_fields (account_id, target, name, type, created_at)
    values (1, 'conversation', 'tahap', 'text', now());
    insert into conversation_values (conversation_id, account_id, fields)
    select c.id, c.account_id, jsonb_build_object(f.id::text, 'baru') from conversations c, contact_fields f
    where f.name = 'tahap' order by c.id limit 1`,
  '0156': () => `
    update accounts set quiet_hours = '{"from": "21:00", "to": "08:00", "timezone": "Asia/Jakarta"}' where id = 1`,
  '0131': () => `
    update conversations set standby_since = now() where id = (select min(id) from conversations)`,
  '0130': () => `
    update official_updates set due = true, payload = '{"history": []}' where field = 'account_update';
    insert into official_histories (account_id, device_id, started_at, progress, messages, updated_at)
    select account_id, id, now(), 60, 1, now() from devices where label = 'Resmi'`,
  '0119': () => `
    insert into message_rates (market, category, valid_from, currency, amount)
    values ('Indonesia', 'service', '2026-10-01', 'IDR', 1.5)`,
  '0118': () => `
    insert into messages (account_id, device_id, direction, type, status, phone, source, pricing, charged_at,
      created_at)
    values (1, 1, 'out', 'text', 'delivered', '6281200000118', 'api',
      '{"category": "service", "type": null, "model": null, "billable": true}', now(), now());
    insert into message_costs (account_id, day, device_id, category, pricing_type, billable, calling_code, broadcast_id,
      automation, messages)
    values (1, '2026-11-20', 1, 'service', '', true, '62', 0, '', 1)`,
  '0116': () => `
    insert into templates (book_id, name, language, category, status, content, provider_id, quality, rejection,
      changed_at, reported_at)
    values (1, 'promo', 'id', 'marketing', 'rejected', '{"header": null, "body": "Halo", "footer": null,
      "buttons": [], "unsupported": [], "examples": {}}', '17', 'unknown', 'INVALID_FORMAT', now(), now())`,
};
