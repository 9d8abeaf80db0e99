import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_FLOWS } from '../../src/assistant/flows/schema.ts';
import { MAX_SECRETS } from '../../src/assistant/flows/secrets/schema.ts';
import { MAX_SIMULATIONS } from '../../src/assistant/flows/simulations/schema.ts';
import { MAX_VERSIONS } from '../../src/assistant/flows/versions/version.ts';
import { MAX_SITES } from '../../src/assistant/knowledge/sites/schema.ts';
import {
  MAX_CELL,
  MAX_COLUMN_NAME,
  MAX_COLUMNS,
  MAX_TABLES,
} from '../../src/assistant/knowledge/tables/schema.ts';
import { MAX_IMPORTS } from '../../src/gateway/contacts/imports.ts';
import { MAX_LISTED_DEVICES } from '../../src/gateway/devices/device.ts';
import { MAX_ROWS as MAX_PERSONS } from '../../src/inbox/conversations/figures/schema.ts';
import { MAX_LABELS } from '../../src/inbox/conversations/labels/schema.ts';
import { MAX_LABELS_OF_CONVERSATION } from '../../src/inbox/conversations/schema.ts';
import { MAX_ORIGINS, MAX_ORIGINS_LENGTH, MAX_WIDGETS } from '../../src/inbox/entry-points/widgets/schema.ts';
import { MAX_DEAD_KEYS, MAX_LIVING_KEYS } from '../../src/platform/accounts/api-keys/schema.ts';
import { MAX_ADDRESSES } from '../../src/platform/accounts/schema.ts';
import { readReference } from '../docs/reference.ts';
import { testContext } from '../harness/context.ts';
import { inbound, receiver } from '../harness/conversations.ts';
import { insertDevice } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { insertAssistantRows } from './assistant-list-rows.ts';
import { CONTACT_PAGES, insertContactLists } from './contact-list-rows.ts';
import { insertFailedMessages } from './failed-message-rows.ts';
import { insertRequests } from './request-rows.ts';

/** No page is larger, regardless of the rows of its account. */
const MAX_BYTES = 3 * 1024 * 1024;
/** The largest page. */
const ROWS = 200;
const WEBHOOKS = 50;
/** With the one of the customer, which lives. */
const KEYS = MAX_LIVING_KEYS + MAX_DEAD_KEYS - 1;

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer({ rate_per_minute: 1_000 });

/** Three of 65,536 characters with ten edits of 4,096 each, and the short one of the broadcast, on a page. */
const LONG_MESSAGES = 4;
/** Of 4,000 characters, on a page. */
const LONG_NOTES = 104;
/** Of 4,096 characters, on a page. */
const LONG_REPLIES = 99;
/** Answers with 100 long questions. */
const LONG_FAQS = 7;
/** Of 250 words. */
const LONG_PASSAGES = 112;
/** With 30 cells of 1,000 characters, on a page. */
const LONG_ROWS = 13;
/** With 100 patterns of 200 characters and three texts of 4,096, on a page. */
const LONG_RULES = 12;
/** Each names a thousand devices and has long triggers. */
const LONG_FLOWS = 53;
/** Takes six bytes in JSON, more than any other character. */
const LONGEST = '\u0001';
const text = (characters: number, n: number) => LONGEST.repeat(characters - 4) + String(n).padStart(4, '0');

async function all(count: number, call: (n: number) => ReturnType<typeof shop.api>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => call(n)));
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
}

beforeAll(async () => {
  const tags = Array.from({ length: 20 }, (_, n) => text(100, n));
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.com`;
  const phone = (n: number) => String(100_000_000_000_000 + n);
  const contact = (n: number) => ({ phone: phone(n), name: text(255, n), email, tags });
  await all(ROWS, (n) => shop.api('POST', '/v1/contacts', contact(n)));
  await ctx.pool.query(
    `insert into contact_imports (account_id, id, started_at, undone_at)
     select $1, gen_random_uuid(), $2, $2 from generate_series(1, $3)`,
    [shop.account.id, ctx.now(), MAX_IMPORTS],
  );
  await all(ROWS, (n) => shop.api('POST', '/v1/opt-outs', { phone: phone(n) }));
  await ctx.pool.query('update opt_outs set word = $1', [LONGEST.repeat(40)]);
  await all(ROWS, (n) =>
    shop.api('POST', '/v1/broadcasts', {
      ...{ device_uuid: shop.deviceUuid, name: text(255, n), message_template: text(4_096, n) },
      ...{ tags: [tags[0]], scheduled_at: '2040-01-01T00:00:00Z' },
    }),
  );
  await all(19, (n) => shop.api('POST', '/v1/devices', { label: text(255, n) }));
  const allowed_addresses = Array.from(
    { length: MAX_ADDRESSES },
    (_, n) => `2001:db8:1234:5678:9abc:def0:${1000 + n}:ffff`,
  );
  // The key of the customer has no list, so its keys may have any.
  const createKeys = () =>
    all(MAX_LIVING_KEYS - 1, (n) =>
      shop.api('POST', '/v1/api-keys', { name: text(255, n), scope: 'full', allowed_addresses }),
    );
  await createKeys();
  await ctx.pool.query('update api_keys set revoked_at = now() where allowed_addresses is not null');
  await createKeys();
  const device = (await devicesOf(shop.account))[0];
  if (!device) throw new Error('the customer has no device');
  const received = Array.from({ length: ROWS }, (_, n) =>
    Array.from({ length: n === 0 ? 20 : 1 }, () =>
      inbound(device, phone(n), { body: LONGEST.repeat(65_536) }),
    ),
  );
  await receiver(ctx)(...received.flat());
  await ctx.pool.query('update people set name = $1', [LONGEST.repeat(200)]);
  await ctx.pool.query('update conversations set assignee = $1', [LONGEST.repeat(100)]);
  await describeMessages();
  await insertLabels();
  await insertFlows();
  await insertEntryPoints();
  await insertWidgets();
  await insertKnowledge();
  await insertAutoReplies();
  await insertNotes();
  await insertResolved();
  await insertFailedMessages(ctx, device, LONGEST, ROWS);
  await insertTemplates();
  const url = `https://example.com/${'x'.repeat(2_028)}`;
  const events = ['message.received', 'message.status', 'device.status'];
  const register = () => all(WEBHOOKS, () => shop.api('POST', '/v1/webhooks', { url, events }));
  await register();
  await ctx.pool.query(
    `update webhooks set status = 'disabled', disabled_at = now(), failing_since = now(), last_error = $1`,
    ['e'.repeat(1_000)],
  );
  await register();
  await writeDecisions();
  await insertAssistantRows(ctx, text(500, 1), ROWS);
  await insertContactLists(ctx, shop.account, LONGEST);
  await insertRequests(ctx, shop.account.id, LONGEST, ROWS);
  await ctx.pool.query(
    `with e as (
       insert into events (account_id, type, body, created_at)
       select $1, 'message.status', $3, now() from generate_series(1, $2::int) returning id, created_at
     ), d as (
       insert into webhook_deliveries (account_id, webhook_id, event_id, status, kind, next_attempt_at, created_at)
       select $1, (select max(id) from webhooks), id, 'failed', 'event', created_at, created_at from e returning id
     )
     insert into webhook_attempts (delivery_id, number, started_at, duration_ms, error, response_excerpt)
     select id, n, now(), 1, $4, $5 from d, generate_series(1, 6) n`,
    [shop.account.id, ROWS, LONGEST.repeat(65_536), 'e'.repeat(1_000), LONGEST.repeat(1_024)],
  );
});

/** Edits of all messages; contact cards and a quote, except in the longest conversation. */
async function describeMessages(): Promise<void> {
  const name = { formatted_name: LONGEST.repeat(200) };
  const phones = Array.from({ length: 20 }, () => ({ phone: LONGEST.repeat(50) }));
  const details = {
    kind: 'contacts',
    contacts: Array.from({ length: 50 }, () => ({ name, phones })),
    quote: { id: 'Q', author: 'us', type: 'text', excerpt: LONGEST.repeat(200) },
  };
  const { rows } = await ctx.pool.query<{ device_id: number }>(
    `update messages set details = $1 where direction = 'in' and phone <> $2 returning device_id`,
    [JSON.stringify(details), String(100_000_000_000_000)],
  );
  await ctx.pool.query(
    `insert into message_changes (account_id, device_id, phone, target_wa_message_id, kind, from_me, body,
       wa_message_id, at)
     select m.account_id, m.device_id, m.phone, m.wa_message_id, 'edit', false, repeat($2, 4096), 'edit ' || n, now()
     from messages m, generate_series(1, 10) n where m.device_id = $1 and m.direction = 'in'`,
    [rows[0]?.device_id, LONGEST],
  );
}

/** As many as an account may have, and on each conversation the most that one may have. */
async function insertLabels(): Promise<void> {
  await ctx.pool.query(
    `insert into labels (account_id, name, created_at)
     select $1, repeat($2, 46) || lpad(n::text, 4, '0'), now() from generate_series(1, $3::int) n`,
    [shop.account.id, LONGEST, MAX_LABELS],
  );
  await ctx.pool.query(
    `insert into conversation_labels (conversation_id, label_id, account_id)
     select c.id, l.id, c.account_id from conversations c
     cross join (select id from labels order by id limit ${MAX_LABELS_OF_CONVERSATION}) l`,
  );
}

/** Each conversation came from an advertisement with the longest texts. */
async function insertEntryPoints(): Promise<void> {
  await ctx.pool.query(
    `insert into entry_points (account_id, kind, name, device_id, slug, text, code, created_at, updated_at)
     select $1, 'link', repeat($2, 100), (select min(id) from devices where account_id = $1), 's-' || n,
       repeat($2, 500), 'c' || n, now(), now() from generate_series(1, $3::int) n`,
    [shop.account.id, LONGEST, ROWS],
  );
  const referral = {
    ...{ source_type: 'ad', ad_id: 'x'.repeat(200), source_url: `https://a.test/${'x'.repeat(485)}` },
    ...{ headline: '\u20ac'.repeat(300), body: '\u20ac'.repeat(300), ctwa_clid: 'x'.repeat(200) },
  };
  await ctx.pool.query(
    `insert into conversation_touches (account_id, conversation_id, kind, message_id, referral, at)
     select account_id, id, 'ad', -id, $1, now() from conversations`,
    [JSON.stringify(referral)],
  );
}

async function insertWidgets(): Promise<void> {
  await ctx.pool.query(
    `with e as (
       insert into entry_points (account_id, kind, name, device_id, slug, text, code, created_at, updated_at)
       select account_id, 'widget', name, device_id, 'w' || slug, text, 'w' || code, now(), now()
       from entry_points where kind = 'link' order by id limit $1 returning id, account_id
     )
     insert into widgets (entry_point_id, account_id, mode, allowed_origins, theme, color, greeting, identity_secret)
     select id, account_id, 'button', array_fill($2::text, array[$3::int]), 'auto', '#0b7a5b', repeat($4, 500), ''
     from e`,
    [MAX_WIDGETS, 'x'.repeat(MAX_ORIGINS_LENGTH / MAX_ORIGINS), MAX_ORIGINS, LONGEST],
  );
}

async function insertKnowledge(): Promise<void> {
  await ctx.pool.query(
    `insert into faqs (account_id, answer, questions, created_at, updated_at)
     select $1, repeat($2, 4096), array_fill(repeat($2, 500), array[100]), now(), now() from generate_series(1, 200)`,
    [shop.account.id, LONGEST],
  );
  await ctx.pool.query(
    `insert into documents (account_id, title, format, size, unreadable_pages, turn_at, created_at, updated_at)
     select $1, repeat($2, 200), 'pdf', 1, array_fill(3000, array[3000]), now(), now(), now()
     from generate_series(1, $3::int)`,
    [shop.account.id, LONGEST, ROWS],
  );
  await ctx.pool.query(
    `with one as (
       update documents set passages = $2 where id = (select min(id) from documents) returning id
     )
     insert into passages (account_id, document_id, place, heading, text)
     select $1, one.id, n, repeat($3, 200), repeat($3, 3500) from one, generate_series(1, $2::int) n`,
    [shop.account.id, ROWS, LONGEST],
  );
  await ctx.pool.query(
    `with gap as (
       insert into knowledge_gaps (account_id, asked, first_asked_at, last_asked_at)
       select $1, n, now(), now() from generate_series(1, $2::int) n returning id
     )
     insert into gap_questions (message_id, message_ids, conversation_id, gap_id, faq_uuid, score, asked_at)
     select m.id, array[m.id], c.id, gap.id, f.faq_uuid, 0.5, now()
     from (select id, row_number() over () as place from gap) gap
     join (select id, row_number() over (order by length(body) desc) as place from messages where account_id = $1) m
       using (place)
     cross join (select id from conversations where account_id = $1 order by id limit 1) c
     cross join (select faq_uuid from faqs where account_id = $1 limit 1) f`,
    [shop.account.id, ROWS],
  );
  await insertSites();
  await insertProductTables();
}

/** As many as an account may have, one of them with many pages. */
async function insertSites(): Promise<void> {
  await ctx.pool.query(
    `with made as (
       insert into knowledge_sites (account_id, url, origin, max_pages, max_depth, created_at, updated_at)
       select $1, rpad('https://a.example/' || n || '/', 2048, 'x'), 'https://a.example', 200, 1, now(), now()
       from generate_series(1, ${MAX_SITES}) n returning id
     )
     insert into site_pages (site_id, url, depth)
     select min(id), rpad('https://a.example/' || n || '/', 2048, 'x'), 1 from made, generate_series(1, $2::int) n
     group by n`,
    [shop.account.id, ROWS + 1],
  );
}

async function insertProductTables(): Promise<void> {
  const columns = Array.from({ length: MAX_COLUMNS }, (_, n) => ({
    name: text(MAX_COLUMN_NAME, n),
    role: 'text',
  }));
  await ctx.pool.query(
    `insert into knowledge_tables (account_id, name, columns, device_uuids, row_count, created_at, updated_at)
     select $1, repeat($2, 200), $3::jsonb, array_fill(gen_random_uuid(), array[${MAX_LISTED_DEVICES}]), 0, now(), now()
     from generate_series(1, $4::int)`,
    [shop.account.id, LONGEST, JSON.stringify(columns), MAX_TABLES],
  );
  await ctx.pool.query(
    `insert into knowledge_table_rows (table_id, place, key, folded_key, cells)
     select (select min(id) from knowledge_tables), n, repeat($1, 300), n::text, $2::jsonb
     from generate_series(1, 20) n`,
    [LONGEST, JSON.stringify(columns.map(() => LONGEST.repeat(MAX_CELL)))],
  );
}

async function insertAutoReplies(): Promise<void> {
  const replies = Array.from({ length: 3 }, () => ({ type: 'text', body: LONGEST.repeat(4_096) }));
  const patterns = Array.from({ length: 100 }, () => LONGEST.repeat(200));
  const definition = { match: 'word', patterns, schedule: null, replies, add_labels: [], remove_labels: [] };
  const rest = { hours: 'any', cooldown_seconds: 0, greet_after_days: null, greet_always: false };
  const flags = { interrupts_flows: false, start_flow: null, hand_off: false };
  await ctx.pool.query(
    `insert into auto_replies (account_id, kind, name, enabled, priority, device_ids, definition, created_at,
       updated_at)
     select $1, 'keyword', repeat($2, 100), false, 1, '{}', $3, now(), now() from generate_series(1, 200)`,
    [shop.account.id, LONGEST, JSON.stringify({ ...definition, ...rest, ...flags })],
  );
}

/** As many as an account may have, with as many versions as one may have. */
async function insertFlows(): Promise<void> {
  const patterns = Array.from({ length: 4 }, () => LONGEST.repeat(200));
  const triggers = Array.from({ length: 3 }, () => ({ match: 'contains', patterns }));
  await ctx.pool.query(
    `with made as (
       insert into flows (account_id, name, device_uuids, draft, published_version, last_version, triggers,
         created_at, updated_at)
       select $1, repeat($2, 100), array(select gen_random_uuid() from generate_series(1, ${MAX_LISTED_DEVICES})),
         '{}', 1, $3, $4::json, now(), now()
       from generate_series(1, ${MAX_FLOWS}) returning id
     )
     insert into flow_versions (flow_id, account_id, version, definition, note, created_at)
     select min(id), $1, v, '{}', repeat($2, 500), now() from made, generate_series(1, $3::int) v group by v`,
    [shop.account.id, LONGEST, MAX_VERSIONS, JSON.stringify(triggers)],
  );
  await ctx.pool.query(
    `insert into flow_simulations (flow_id, account_id, name, request, expected, depends_on, created_at, updated_at)
     select (select min(id) from flows where account_id = $1), $1, repeat($2, 100), '{}',
       '{"entries": [], "state": "ended", "variables": {}}', $3::json, now(), now()
     from generate_series(1, ${MAX_SIMULATIONS})`,
    [
      ...[shop.account.id, LONGEST],
      JSON.stringify({
        business_hours: true,
        flows: Array.from({ length: MAX_FLOWS }, () => ({ id: randomUUID(), version: 2_147_483_647 })),
      }),
    ],
  );
  await ctx.pool.query(
    `insert into flow_secrets (account_id, name, sealed, updated_at)
     select $1, 'key_' || n, '', now() from generate_series(1, ${MAX_SECRETS}) n`,
    [shop.account.id],
  );
}

async function insertNotes(): Promise<void> {
  await ctx.pool.query(
    `insert into conversation_events (account_id, conversation_id, episode, kind, actor, body, created_at)
     select account_id, id, 1, 'note', repeat($1, 100), repeat($1, 4000), now()
     from (select account_id, id from conversations order by id limit 1) c, generate_series(1, 300)`,
    [LONGEST],
  );
}

/** In the figures of persons, each name is one. */
async function insertResolved(): Promise<void> {
  await ctx.pool.query(
    `insert into conversation_events (account_id, conversation_id, episode, kind, actor, created_at)
     select account_id, id, 1, 'resolved', repeat($1, 96) || lpad(n::text, 4, '0'), $3
     from (select account_id, id from conversations order by id offset 1 limit 1) c, generate_series(1, $2::int) n`,
    [LONGEST, MAX_PERSONS + 1, ctx.now()],
  );
}

/** A device of a business account with templates of the provider's largest sizes. */
async function insertTemplates(): Promise<void> {
  const device = await insertDevice(ctx, shop.account, { engine: 'official_cloud' });
  await ctx.pool.query(
    `update devices set official_waba_id = 'business', official_phone_number_id = 'largest' where id = $1`,
    [device.id],
  );
  const button = (type: string, url: string | null) => ({ type, text: LONGEST.repeat(25), url });
  const content = {
    header: { type: 'text', text: LONGEST.repeat(60) },
    ...{ body: LONGEST.repeat(1_024), footer: LONGEST.repeat(60), unsupported: [] },
    buttons: [
      ...Array.from({ length: 8 }, () => button('quick_reply', null)),
      ...Array.from({ length: 2 }, () => button('url', `https://example.com/${'x'.repeat(1_980)}`)),
    ],
  };
  await ctx.pool.query(
    `with b as (
       insert into template_books (account_id, waba_id, synced_at, asked_at) values ($1, 'business', now(), now())
       returning id
     )
     insert into templates (book_id, name, language, category, status, content)
     select b.id, lpad(n::text, 512, 'x'), 'id', 'utility', 'approved', $3 from b, generate_series(1, $2::int) n`,
    [shop.account.id, ROWS, JSON.stringify(content)],
  );
  officialUuid = device.device_uuid;
}

let officialUuid = '';

/** Each with five long candidates. */
async function writeDecisions(): Promise<void> {
  const candidates = Array.from({ length: 5 }, (_, n) => ({
    faq_id: 'f',
    question: text(200, n),
    score: 0.5,
  }));
  await ctx.pool.query(
    `insert into automation_decisions (account_id, conversation_id, state, stage, outcome, reason, candidates,
       created_at, decided_at)
     select account_id, id, 'decided', 'assistant', 'clarified', 'unsure', $1, now(), now()
     from (select * from conversations order by id limit 1) c cross join generate_series(1, $2::int)`,
    [JSON.stringify(candidates), ROWS],
  );
}

async function idFor(path: string): Promise<string> {
  if (path.includes('broadcasts')) return '1';
  if (path.includes('conversations')) return longest();
  const newest = 'select max(id) as id from webhooks';
  const flow = 'select flow_uuid as id from flows order by flows.id limit 1';
  const table = 'select table_uuid as id from knowledge_tables order by knowledge_tables.id limit 1';
  const document = 'select document_uuid as id from documents where passages > 0';
  const site = 'select site_uuid as id from knowledge_sites order by knowledge_sites.id limit 1';
  if (path.includes('sites')) return (await ctx.pool.query(site)).rows[0].id;
  const known = path.includes('knowledge/tables') ? table : path.includes('documents') ? document : newest;
  const { rows } = await ctx.pool.query(path.includes('flows') ? flow : known);
  return rows[0].id;
}

/** The conversation with the longest messages, which share a page with a few others. */
async function longest(): Promise<string> {
  const { rows } = await ctx.pool.query('select conversation_uuid from conversations order by id limit 1');
  return rows[0].conversation_uuid;
}

const PAGES: [path: string, rows: number][] = [
  ...CONTACT_PAGES,
  ['/v1/api-keys', KEYS],
  ['/v1/assistant/evaluations?limit=200', ROWS],
  ['/v1/assistant/test-questions?limit=200', ROWS],
  ['/v1/audit?per_page=200', ROWS],
  ['/v1/auto-replies?limit=200', LONG_RULES],
  ['/v1/broadcasts?per_page=200', ROWS],
  ['/v1/broadcasts/{id}/recipients?status=failed&limit=200', ROWS],
  ['/v1/canned-replies?limit=200', LONG_REPLIES],
  ['/v1/contacts?per_page=200', ROWS],
  ['/v1/contacts/imports', MAX_IMPORTS],
  ['/v1/contacts/tags?limit=200', ROWS],
  ['/v1/conversations?limit=200', ROWS],
  ['/v1/conversations/figures?group=person', MAX_PERSONS],
  ['/v1/conversations/{id}/decisions?limit=200', ROWS],
  ['/v1/conversations/{id}/messages?limit=200', LONG_MESSAGES],
  ['/v1/conversations/{id}/timeline?limit=200', LONG_NOTES],
  ['/v1/costs?from=2020-01-01&to=2020-03-31', 91],
  ['/v1/devices', 21],
  ['/v1/devices/{uuid}/templates?limit=200', ROWS],
  ['/v1/entry-points?limit=200', ROWS],
  ['/v1/entry-points/report?limit=200', ROWS],
  ['/v1/flows?limit=200', LONG_FLOWS],
  ['/v1/flows/secrets', MAX_SECRETS],
  ['/v1/flows/{id}/simulations', MAX_SIMULATIONS],
  ['/v1/flows/{id}/versions?limit=200', MAX_VERSIONS],
  ['/v1/knowledge/documents?limit=200', ROWS],
  ['/v1/knowledge/documents/{id}/passages?limit=200', LONG_PASSAGES],
  ['/v1/knowledge/faqs?limit=200', LONG_FAQS],
  ['/v1/knowledge/gaps?limit=200', ROWS],
  ['/v1/knowledge/sites', MAX_SITES],
  ['/v1/knowledge/sites/{id}/pages?limit=200', ROWS],
  ['/v1/knowledge/tables?limit=200', MAX_TABLES],
  ['/v1/knowledge/tables/{id}/rows?limit=200', LONG_ROWS],
  ['/v1/labels?limit=200', MAX_LABELS],
  ['/v1/messages/figures?from=2020-01-01&to=2020-01-31', 31],
  ['/v1/opt-outs?per_page=200', ROWS],
  ['/v1/requests?per_page=200', ROWS],
  ['/v1/webhooks', 2 * WEBHOOKS],
  ['/v1/webhooks/{id}/deliveries?per_page=200', ROWS],
  ['/v1/widgets?limit=200', MAX_WIDGETS],
];

test.each(PAGES)('the largest page of %s is bounded', async (path, rows) => {
  const { body } = await shop.api(
    'GET',
    path
      .replace('{id}', await idFor(path))
      .replace('{uuid}', path.includes('groups') ? shop.deviceUuid : officialUuid),
  );

  expect(body.data).toHaveLength(rows);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(MAX_BYTES);
});

test('every list of the reference has its largest page here', async () => {
  const { paths, components } = await readReference();
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const schema = get?.responses['200']?.content?.['application/json']?.schema;
    const name = schema?.$ref?.split('/').at(-1) ?? '';
    return components.schemas[name]?.properties?.data ? [path] : [];
  });

  expect(lists.sort()).toEqual(PAGES.map(([path]) => path.split('?')[0]).sort());
});

const devicesOf = ({ id }: { id: number }) =>
  tablesOf(ctx.db).selectFrom('devices').selectAll().where('account_id', '=', id).execute();
