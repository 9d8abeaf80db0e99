import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { erasureSteps } from '../../src/app/erasure.ts';
import { inboundHooks } from '../../src/app/inbound-hooks.ts';
import { groupGaps } from '../../src/assistant/knowledge/gaps/grouping/grouper.ts';
import { claimRecipients } from '../../src/gateway/broadcasts/runner/claim.ts';
import { maintainBroadcasts } from '../../src/gateway/broadcasts/runner/runner.ts';
import type { FileOutcome, FileRequest } from '../../src/gateway/engines/inbound-file.ts';
import { storeChanges } from '../../src/gateway/messages/changes/change.ts';
import { deleteRemovedMedia } from '../../src/gateway/messages/media/retention.ts';
import { erasureJob } from '../../src/gateway/people/erasure/job.ts';
import type { WebhookWorker } from '../../src/gateway/webhooks/delivery/deliverer.ts';
import { SearchIndexer } from '../../src/inbox/conversations/search/indexer.ts';
import { HOUR, MINUTE } from '../../src/platform/lib/clock.ts';
import { openChats } from '../harness/assistant-chats.ts';
import type { TestContext } from '../harness/context.ts';
import { inbound, receiver } from '../harness/conversations.ts';
import { runJobs } from '../harness/jobs.ts';
import { fileOf } from '../harness/media.ts';
import { openMediaWorker, settledMedia } from '../harness/media-worker.ts';
import { startReceiver } from '../harness/receiver.ts';
import { indexAll } from '../harness/search.ts';
import type { Service } from '../harness/service.ts';
import { until } from '../harness/until.ts';

/** A customer whose number and word are in all that is stored about them. */
export interface Marked {
  phone: string;
  word: string;
}

const EVENTS = [
  'message.received',
  'message.status',
  'message.media',
  'contact.opted_out',
  'conversation.updated',
];

/** A shop of many parts, in which people leave their marks in the ways that people do. */
export async function openScene(ctx: TestContext, service: Service, webhooks: WebhookWorker) {
  const chats = await openChats(ctx, service, { mode: 'live', handoff: { after_abstentions: 3 } });
  const { account, device } = chats;
  const api: typeof chats.api = async (method, path, ...rest) => {
    const answer = await chats.api(method, path, ...rest);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  // A job that waits for a second is not due by the clock of the database.
  ctx.clock.advance(HOUR);
  const files = await openFiles(ctx);
  const receive = receiver(ctx, inboundHooks(ctx));
  const { url } = await startReceiver((request, response) => response.end(request.body.subarray(0, 400)));
  await api('POST', '/v1/webhooks', { url, events: EVENTS });

  let keys = 0;
  const key = (word: string) => ({ 'idempotency-key': `${word}-${++keys}` });
  const deliver = async () => {
    for (let round = 0; round < 5; round += 1) await webhooks.runOnce();
  };

  async function mark({ phone, word }: Marked) {
    await contactOf(phone, word);
    await chats.asksAs(phone, `apa ${word} presiden`);
    await chats.asksAs(phone, 'Berapa ongkir ke Bandung?');
    const { conversation_uuid: id } = await chats.read(phone);
    await chats.api('POST', '/v1/conversation-fields', { name: 'alamat', type: 'text' });
    await chats.api('PATCH', `/v1/conversations/${id}/fields`, { fields: { alamat: word } });
    const sent = inbound(device, phone, { kind: 'photo', body: `foto ${word}`, at: ctx.now() });
    const file = {
      kind: 'document',
      mimetype: 'application/pdf',
      fileName: `${word}.pdf`,
      size: 7,
      source: word,
    } as const;
    await receive({ ...sent, message: { ...sent.message, file } });
    await settledMedia(ctx, sent.message.waMessageId);
    const change = { id: device.id, account_id: account.id };
    await ctx.db.transaction((tx) =>
      storeChanges(
        tx,
        [
          {
            ...{ account_id: change.account_id, device_id: change.id, phone, kind: 'edit', from_me: false },
            ...{ target_wa_message_id: sent.message.waMessageId, body: `edit ${word}` },
            ...{ wa_message_id: `E${++keys}`, at: ctx.now() },
          },
        ],
        ctx.now(),
      ),
    );
    await inGroup(phone, word);
    await api('POST', `/v1/conversations/${id}/notes`, { body: `catatan ${word}` });
    await api('POST', `/v1/conversations/${id}/messages`, { body: `balas ${word}` }, key(word));
    await api(
      'POST',
      '/v1/messages',
      { device_uuid: device.device_uuid, to: phone, body: `kirim ${word}` },
      key(word),
    );
    await broadcast(`tag-${phone.slice(-2)}`);
    await chats.api('DELETE', `/v1/opt-outs/${phone}`);
    await until(() => isLogged(phone), { what: 'the call in the log' });
    await api('POST', '/v1/opt-outs', { phone });
    await api('PATCH', '/v1/automation', { ignored_phones: [...(await ignored()), phone] });
    await rows(phone, word);
    return { id, person: (await api('GET', `/v1/conversations/${id}`)).body?.person?.id as string };
  }

  /** What a person leaves in a group. */
  async function inGroup(phone: string, word: string) {
    const group = { id: '120363041234567890@g.us', subject: 'Reseller' };
    const wrote = inbound(device, phone, { body: `grup ${word}`, at: ctx.now() });
    await receive({ ...wrote, message: { ...wrote.message, senderName: word, group } });
    const change = {
      ...{ account_id: account.id, device_id: device.id, phone: group.id, kind: 'reaction' as const },
      ...{ target_wa_message_id: wrote.message.waMessageId, body: '👍', from_me: false },
      ...{ wa_message_id: `G${++keys}`, at: ctx.now(), author: phone, author_name: word },
    };
    await ctx.db.transaction((tx) => storeChanges(tx, [change], ctx.now()));
  }

  /** Why the only recipient with this tag got nothing; null: it is sent. */
  async function broadcast(tag: string): Promise<string | null> {
    const content = { name: 'Promo', message_template: 'Halo {nama}', tags: [tag] };
    const pace = { delay_min_seconds: 0, delay_max_seconds: 0 };
    const { body } = await api('POST', '/v1/broadcasts', {
      device_uuid: device.device_uuid,
      ...content,
      ...pace,
    });
    await maintainBroadcasts(ctx);
    await claimRecipients(ctx, body.id);
    const { body: page } = await api('GET', `/v1/broadcasts/${body.id}/recipients`);
    return page.data[0].error?.code ?? null;
  }

  /** Calls are logged within a second. */
  const isLogged = async (phone: string) => {
    const found = await ctx.pool.query('select from request_log where path = $1', [`/v1/opt-outs/${phone}`]);
    return found.rowCount ? true : undefined;
  };

  const ignored = async (): Promise<string[]> =>
    (await api('GET', '/v1/automation')).body?.ignored_phones ?? [];

  async function contactOf(phone: string, word: string) {
    const import_id = crypto.randomUUID();
    const tags = [`tag-${phone.slice(-2)}`];
    // The second one is taken already.
    await chats.api('POST', '/v1/contact-fields', { name: 'kota', type: 'text' });
    const fields = { kota: word };
    const contact = { phone, name: `Nama ${word}`, email: `${word}@contoh.id`, tags, fields };
    expect(await api('POST', '/v1/contacts/batch', { import_id, contacts: [contact] })).toMatchObject({
      status: 200,
    });
  }

  /** What takes a whole day, another provider or a visitor to make. */
  async function rows(phone: string, word: string) {
    const { id } = await chats.read(phone);
    const put = (text: string, ...values: unknown[]) => ctx.pool.query(text, values);
    await put(
      `insert into official_updates (account_id, device_id, field, fingerprint, payload, created_at, due)
       values ($1, $2, 'user_preferences', $3, $4, now(), false)`,
      ...[account.id, device.id, createHash('sha256').update(phone).digest()],
      JSON.stringify({ wa_id: phone, profile: word }),
    );
    await put(
      `insert into request_log (account_id, happened_at, request_id, method, path, status, duration_ms, key_id,
         address, unlisted)
       values ($1, $2, 'r', 'GET', $3, 404, 1, 'k', '127.0.0.1', 0)`,
      ...[account.id, ctx.now(), `/v1/opt-outs/0${phone.slice(2, 5)}-${phone.slice(5)}`],
    );
    await put(
      `insert into session_keys (device_id, type, id, value) values ($1, 'session', $2 || '.0', '\\x01'),
         ($1, 'lid-mapping', $2, '\\x02'), ($1, 'device-list', $2, '\\x03')`,
      ...[device.id, phone],
    );
    await put(
      `insert into number_checks (account_id, phone, device_id, asked_at, is_settled) values ($1, $2, $3, now(), true)`,
      ...[account.id, phone, device.id],
    );
    await put(
      `insert into group_questions (device_id, group_id, asked_at, is_settled, answer)
       values ($1, $2, now(), true, $3)`,
      ...[device.id, `${id}@g.us`, JSON.stringify([{ members: [{ phone }] }])],
    );
    await put(
      `insert into due_read_receipts (device_id, phone, wa_message_ids, created_at) values ($1, $2, '{X}', now())`,
      ...[device.id, phone],
    );
    await put(
      `insert into quick_replies (device_id, text_hash, phone, at) values ($1, '\\x01', $2, now())`,
      device.id,
      phone,
    );
    await put(
      `insert into assistant_chats (conversation_id, account_id, ownership_version, abstentions, is_introduced,
         choices, updated_at)
       values ($1, $2, 1, 0, true, $3, now()) on conflict (conversation_id) do update set choices = excluded.choices`,
      ...[id, account.id, JSON.stringify({ offered: [word] })],
    );
    await put(
      `with bulk as (
         insert into contact_bulks (account_id, action, tag_ids, status, matched, created_at)
         values ($1, 'delete', '{}', 'done', 1, now()) returning id
       )
       insert into contact_bulk_pieces (bulk_id, piece, places, state, change)
       select id, 0, '{1}', 'done', jsonb_build_array(jsonb_build_object('phone', $2::text, 'name', $3::text))
       from bulk`,
      ...[account.id, phone, word],
    );
    await put(
      'update people set name = $2 where id = (select person_id from conversations where id = $1)',
      ...[id, word],
    );
    await put(
      `insert into conversation_touches (account_id, conversation_id, kind, message_id, referral, at)
       select $1, $2, 'ad', (select min(id) from messages where phone = $3), $4, now()`,
      ...[account.id, id, phone, JSON.stringify({ headline: word })],
    );
    await put(
      `insert into assistant_judgements (account_id, conversation_id, device_id, decision_uuid, mode, message_ids,
         state, action, reason, answer, created_at)
       values ($1, $2, $3, gen_random_uuid(), 'live', '{1}', 'settled', 'answer', 'faq', $4, now())`,
      ...[account.id, id, device.id, word],
    );
    await put(
      `insert into conversation_parts (conversation_id, person_id, version, label_ids, phone, owner_state, owner_since,
         episode, unread, last_at, automation_suppressed)
       select id, person_id, 1, '{}', phone, owner_state, owner_since, 1, 0, last_at, false
       from conversations where id = $1`,
      id,
    );
    await put(
      `with flow as (
         insert into flows (account_id, name, draft, draft_version, runs, last_version, created_at, updated_at)
         values ($1, 'Alur', '{}', 1, '{}', 1, now(), now()) returning id
       ), version as (
         insert into flow_versions (flow_id, account_id, version, definition, created_at)
         select id, $1, 1, '{}', now() from flow returning id
       )
       insert into flow_sessions (conversation_id, account_id, version_id, ownership_version, revision, state, wake_at,
         expires_at, started_at, updated_at)
       select $2, $1, id, 1, gen_random_uuid(), $3, now() + interval '1 year', now() + interval '1 year', now(), now()
       from version`,
      ...[account.id, id, JSON.stringify({ variables: { nama: word } })],
    );
    await put(
      `update automation_decisions set shadow = $2 where conversation_id = $1`,
      id,
      JSON.stringify({ text: word }),
    );
  }

  const steps = erasureSteps(ctx);
  const job = erasureJob(ctx, steps);
  return {
    ...{ api, ask: chats.api, account, device, mark, receive, files, steps },
    broadcast,
    async settle() {
      await groupGaps(ctx);
      await indexAll(ctx, new SearchIndexer(ctx));
      await deliver();
    },
    /** The job as in production, and the one that deletes files. */
    async erase() {
      for (let round = 0; round < 3; round += 1) {
        await runJobs(ctx, [job]);
        ctx.clock.advance(MINUTE);
        await deleteRemovedMedia(ctx, files.store);
      }
    },
  };
}

async function openFiles(ctx: TestContext) {
  const content = fileOf('pdf', 500);
  const fetch = async ({ path, source }: FileRequest): Promise<FileOutcome> => {
    const bytes = Buffer.concat([content, Buffer.from(source)]);
    await writeFile(path, bytes);
    return { outcome: 'saved', size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
  };
  const engines = { economy: { fetch }, official_cloud: { fetch } };
  const { files, folder, worker } = await openMediaWorker(ctx, {
    sources: { live: engines, sandbox: engines },
  });
  worker.start();
  const texts = async () => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const all = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
    return Promise.all(all.map(async (path) => `${path} ${await readFile(path, 'latin1')}`));
  };
  return { store: files, texts };
}

/** Tables with a row that has one of the texts, in any column: also inside JSON, arrays and bytes. */
export async function tablesWith(ctx: TestContext, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await ctx.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const patterns = texts
    .flatMap((text) => [text, Buffer.from(text).toString('hex')])
    .map((each) => `%${each}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await ctx.pool.query(
      `select 1 from ${name} r where r::text ilike any ($1::text[]) limit 1`,
      [patterns],
    );
    if (rowCount) found.push(name.replace('public.', ''));
  }
  return found;
}
