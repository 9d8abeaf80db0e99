import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { Schema } from '../../src/app/reference/open-api.ts';
import { MAX_ALL_PATTERNS, MAX_FUZZY_PATTERNS } from '../../src/assistant/bounds.ts';
import {
  MAX_ALL_WEIGHT,
  MAX_EXPRESSION_TEXT,
  MAX_EXPRESSIONS,
  MAX_WEIGHT,
} from '../../src/assistant/expressions.ts';
import { MAX_NODES } from '../../src/assistant/flows/definition/definition.ts';
import { MAX_DEFINITION } from '../../src/assistant/flows/draft.ts';
import { MAX_FLOWS } from '../../src/assistant/flows/schema.ts';
import { MAX_SECRETS } from '../../src/assistant/flows/secrets/schema.ts';
import { MAX_SIMULATION_BYTES, MAX_SIMULATIONS } from '../../src/assistant/flows/simulations/schema.ts';
import { MAX_TEMPLATES } from '../../src/assistant/flows/templates.ts';
import { MAX_VERSIONS } from '../../src/assistant/flows/versions/version.ts';
import {
  MAX_DOCUMENTS,
  MAX_FILE,
  MAX_TEXT_OF_ACCOUNT,
} from '../../src/assistant/knowledge/documents/schema.ts';
import {
  MAX_ANSWER,
  MAX_QUESTION,
  MAX_QUESTIONS,
  MAX_VARIANTS,
} from '../../src/assistant/knowledge/faqs/schema.ts';
import { MAX_EXAMPLES, MAX_GAPS } from '../../src/assistant/knowledge/gaps/schema.ts';
import {
  KEEP_FAILING_DAYS,
  MAX_DEPTH as MAX_LINK_DEPTH,
  MAX_PAGES,
  MAX_REFRESH_HOURS,
  MAX_SITEMAPS,
  MAX_SITES,
  MAX_WALK_BYTES,
} from '../../src/assistant/knowledge/sites/schema.ts';
import {
  MAX_CELL,
  MAX_CHANGED_ROWS,
  MAX_COLUMNS,
  MAX_PRODUCT,
  MAX_ROWS_OF_ACCOUNT,
  MAX_ROWS as MAX_TABLE_ROWS,
  MAX_TABLES,
} from '../../src/assistant/knowledge/tables/schema.ts';
import { MAX_ENTRIES, MAX_VECTOR_BYTES } from '../../src/assistant/language-model/embeddings/embeddings.ts';
import {
  DEFAULT_BUDGET,
  DEFAULT_TIMEOUT_SECONDS,
  MAX_BUDGET,
  MAX_KEY,
  MAX_NAME,
  MAX_TIMEOUT_SECONDS,
  MIN_BUDGET,
} from '../../src/assistant/language-model/schema.ts';
import { MAX_PATTERN, MAX_PATTERNS } from '../../src/assistant/matching.ts';
import { MAX_REPLIES } from '../../src/assistant/rules/definition.ts';
import { MAX_AUTO_REPLIES } from '../../src/assistant/rules/schema.ts';
import { MAX_TEMPLATE_DEVICES } from '../../src/assistant/templates.ts';
import {
  KEPT_RUNS,
  MAX_DAYS as MAX_EVALUATED_DAYS,
  MAX_JUDGEMENTS,
  MAX_MESSAGES,
  MAX_REPORT_DAYS,
  MAX_TEST_QUESTIONS,
} from '../../src/assistant/trial/schema.ts';
import { loadConfig } from '../../src/config.ts';
import { MAX_CONDITIONS } from '../../src/gateway/contacts/fields/filter.ts';
import { MAX_CHOICES } from '../../src/gateway/contacts/fields/schema.ts';
import { MAX_OWN_FIELDS, MAX_VALUE as MAX_OWN_TEXT } from '../../src/gateway/contacts/fields/values.ts';
import { MAX_FILTERED, MAX_LOOKED_UP, MAX_TAG_TEXT } from '../../src/gateway/contacts/schema.ts';
import { MAX_SEGMENTS } from '../../src/gateway/contacts/segments/schema.ts';
import { MAX_DAYS as COST_DAYS, MAX_ROWS as MAX_COST_ROWS } from '../../src/gateway/costs/schema.ts';
import { MAX_LISTED_DEVICES } from '../../src/gateway/devices/device.ts';
import { MAX_ASKED_PER_MINUTE } from '../../src/gateway/devices/numbers/questions.ts';
import { ENGINE_KINDS } from '../../src/gateway/engines/kinds.ts';
import { MAX_DATA } from '../../src/gateway/engines/sent-kinds/actions.ts';
import { MAX_PRODUCTS } from '../../src/gateway/engines/sent-kinds/catalogue.ts';
import { EVENT_DAYS } from '../../src/gateway/events/retention.ts';
import { MAX_HOLIDAY_NAME, MAX_HOLIDAYS, MAX_SPANS } from '../../src/gateway/hours/schema.ts';
import {
  MAX_ROWS as MAX_DEVICE_ROWS,
  MAX_ERRORS,
  MAX_DAYS as MESSAGE_DAYS,
} from '../../src/gateway/messages/figures/schema.ts';
import { QUEUED_HOURS } from '../../src/gateway/messages/queue/expiry.ts';
import { MAX_COUNTED, MIN_EVENT_DAYS } from '../../src/gateway/retention/schema.ts';
import {
  MAX_FOOTER,
  MAX_LABEL,
  MAX_BODY as MAX_TEMPLATE_BODY,
  MAX_BUTTONS as MAX_TEMPLATE_BUTTONS,
} from '../../src/gateway/templates/making/schema.ts';
import { MAX_OPEN as MAX_PARTIAL_UPLOADS } from '../../src/gateway/uploads/partial/partial.ts';
import { judgeAttempt } from '../../src/gateway/webhooks/delivery/delivery.ts';
import { MAX_FAILURES, MAX_WEBHOOK_DEVICES, MAX_WEBHOOKS } from '../../src/gateway/webhooks/schema.ts';
import { MAX_CANNED_REPLIES } from '../../src/inbox/conversations/canned-replies/schema.ts';
import { MAX_VARIABLES } from '../../src/inbox/conversations/canned-replies/variables.ts';
import { MAX_DAYS, MAX_ROWS } from '../../src/inbox/conversations/figures/schema.ts';
import { MAX_SNOOZE_DAYS } from '../../src/inbox/conversations/inbox/schema.ts';
import { MAX_LABELS } from '../../src/inbox/conversations/labels/schema.ts';
import { MAX_ENTRY_POINTS, MAX_SLUGS } from '../../src/inbox/entry-points/schema.ts';
import { MAX_VISITS } from '../../src/inbox/entry-points/visits/routes.ts';
import { MAX_OPEN } from '../../src/inbox/entry-points/widgets/handover/code.ts';
import { LINKS_PER_MINUTE } from '../../src/inbox/entry-points/widgets/handover/routes.ts';
import { MAX_ORIGIN } from '../../src/inbox/entry-points/widgets/origins.ts';
import { MAX_ORIGINS, MAX_ORIGINS_LENGTH, MAX_WIDGETS } from '../../src/inbox/entry-points/widgets/schema.ts';
import {
  MAX_STREAMS,
  MAX_TEXT as MAX_VISITOR_TEXT,
  PER_MINUTE,
} from '../../src/inbox/entry-points/widgets/visitors/limits.ts';
import { MAX_TEAMS } from '../../src/inbox/staff/teams/schema.ts';
import { MAX_USERS } from '../../src/inbox/staff/users/schema.ts';
import { MAX_PER_ACCOUNT, MAX_PER_CALLER } from '../../src/inbox/stream/admission.ts';
import { MAX_LIVING_KEYS } from '../../src/platform/accounts/api-keys/schema.ts';
import {
  KEPT_DAYS,
  MAX_KEPT,
  MAX_LISTED_ERRORS,
  MAX_LISTED_SUCCESSES,
} from '../../src/platform/accounts/request-log/schema.ts';
import { MEBIBYTE } from '../../src/platform/lib/bytes.ts';
import { MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import { MAX_CSV_BYTES } from '../../src/platform/lib/csv.ts';
import { MAX_DEPTH, MAX_VALUES } from '../../src/platform/lib/http/body-shape.ts';
import { MAX_STICKER_BYTES } from '../../src/platform/lib/media/stickers.ts';
import { MAX_LIMIT as MAX_TEMPLATES_PER_PAGE } from '../../src/platform/lib/page.ts';
import { MAX_PHONE_DIGITS } from '../../src/platform/lib/phone.ts';
import { MAX_DAYS as MAX_RETENTION_DAYS, MIN_MESSAGE_DAYS } from '../../src/retention-settings.ts';
import { testContext } from '../harness/context.ts';
import { openService } from '../harness/service.ts';
import { readReference } from './reference.ts';

const page = await readFile(new URL('../../docs/limits.md', import.meta.url), 'utf8');
const config = loadConfig({});

const document = await readReference();
const ctx = await testContext({ cleanup: afterAll });
const shop = await (await openService(ctx)).customer();

/** The cells of the table under a heading, without its head. */
function tableUnder(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The schema of a field without its null part. `.0` stands for the items of an array. */
function field(path: string): Schema {
  const [name = '', ...steps] = path.split('.');
  return steps.reduce<Schema>((schema, step) => {
    const next = step === '0' ? schema.items : schema.properties?.[step];
    if (!next) throw new Error(`${path}: there is no ${step}.`);
    return next.anyOf?.find(({ type }) => type !== 'null') ?? next;
  }, document.components.schemas[name] ?? {});
}
const most = (path: string) => field(path).maxLength ?? field(path).maxItems;
const range = (path: string) => `${field(path).minItems} to ${field(path).maxItems}`;

test('the plans are those that an installation begins with', async () => {
  const { rows } = await ctx.pool.query(
    `select name, rate_per_minute, monthly_quota, max_devices, storage_bytes from plans
     where name not like 'plan-%' order by rate_per_minute`,
  );

  const plans = rows.map((row) => [
    row.name,
    String(row.rate_per_minute),
    String(row.monthly_quota ?? 'no limit'),
    String(row.max_devices),
    `${row.storage_bytes / 1024 ** 3} GiB`,
  ]);
  expect(tableUnder('Limits of the plan')).toEqual(plans);
});

test('the limits of a message are those that the product knows', () => {
  const buttons = 'ButtonMessage.interactive.buttons';
  const sections = 'ListMessage.interactive.sections';
  const rows = `${sections}.0.rows`;

  expect(tableUnder('Limits of a message')).toEqual([
    [
      'Text',
      `${most('TextMessage.body')} characters; ${ENGINE_KINDS.official_cloud.maxText} on an official cloud device`,
    ],
    ['Caption', `${most('MediaMessage.body')} characters`],
    ['`media_url`', `${most('MediaMessage.media_url')} characters`],
    [
      'Image, audio, video',
      `${config.KURIR_MEDIA_MAX_IMAGE_MIB} MiB each by default ([settings](settings.md))`,
    ],
    ['Document', `${config.KURIR_MEDIA_MAX_DOCUMENT_MIB} MiB by default ([settings](settings.md))`],
    ['Text of a button message', `${most('ButtonMessage.body')} characters`],
    ['Text of a list message', `${most('ListMessage.body')} characters`],
    ['Header, footer', `${most('ButtonMessage.interactive.header')} characters each`],
    [
      'Buttons',
      `${range(buttons)}; title ${most(`${buttons}.0.title`)} characters, id ${most(`${buttons}.0.id`)}`,
    ],
    ['`button_text`', `${most('ListMessage.interactive.button_text')} characters`],
    ['Sections of a list', `${range(sections)}; title ${most(`${sections}.0.title`)} characters`],
    [
      'Rows of a section',
      `${range(rows)}; title ${most(`${rows}.0.title`)} characters, ` +
        `description ${most(`${rows}.0.description`)}, id ${most(`${rows}.0.id`)}`,
    ],
    ['Text beside a button, a product or a form', `${most('CtaUrlMessage.body')} characters`],
    ['Products of a list', `${MAX_PRODUCTS} in ${range('ProductListMessage.interactive.sections')} sections`],
    ['`data` of a form', `${MAX_DATA} characters of JSON`],
    [
      'Contact cards',
      `${range('ContactsMessage.contacts')}; ${most('ContactsMessage.contacts.0.phones')} phones, e-mails, ` +
        'addresses and URLs each',
    ],
    ['Name and address of a place', `${most('SentLocation.name')} characters each`],
    ['Sticker', `${MAX_STICKER_BYTES.still / 1024} KiB; animated ${MAX_STICKER_BYTES.animated / 1024} KiB`],
    ['Number in `to`', `at least 8 digits; at most ${MAX_PHONE_DIGITS} in international form`],
    ['`Idempotency-Key`', '1 to 255 visible ASCII characters'],
    ['Waiting for a device', `${QUEUED_HOURS} hours, then \`failed\``],
  ]);
  expect([config.KURIR_MEDIA_MAX_AUDIO_MIB, config.KURIR_MEDIA_MAX_VIDEO_MIB]).toEqual([
    config.KURIR_MEDIA_MAX_IMAGE_MIB,
    config.KURIR_MEDIA_MAX_IMAGE_MIB,
  ]);
});

test('the other limits are those that the product knows', () => {
  const perPage = document.paths['/v1/contacts']?.get?.parameters?.find(({ name }) => name === 'per_page');

  expect(tableUnder('Other limits')).toEqual([
    ['Body of a request', `256 KiB; at most ${MAX_DEPTH} levels of nesting and ${MAX_VALUES} values`],
    ['`label` of a device', `${most('CreateEconomyDevice.label')} characters`],
    ['QR of a device', 'valid for about 90 seconds'],
    ['Number of a contact or an opt-out', `8 to ${MAX_PHONE_DIGITS} digits`],
    [
      'Numbers of a check',
      `1 to ${most('CheckNumbers.numbers')}; ${most('CheckNumbers.numbers.0')} characters each`,
    ],
    ['Unknown numbers that a device asks for', `${MAX_ASKED_PER_MINUTE} in a minute`],
    ['Known numbers of an account', '20000, for 30 days'],
    ['Name of a contact', `${most('ContactUpsert.name')} characters`],
    ['Notes of a contact', `${most('ContactChange.notes')} characters`],
    ['E-mail of a contact', `${most('ContactUpsert.email')} characters`],
    [
      'Tags of a contact',
      `${most('ContactUpsert.tags')}; ${most('ContactUpsert.tags.0')} characters each, ${MAX_TAG_TEXT} in all`,
    ],
    [
      'Own fields of contacts',
      `${MAX_OWN_FIELDS}; names of ${most('ContactFieldCreate.name')} characters, ${MAX_CHOICES} choices of 100 ` +
        `characters, texts of ${MAX_OWN_TEXT} characters`,
    ],
    ['Conditions of a filter of own fields', `${MAX_CONDITIONS}; 1000 characters in all`],
    [
      'Contacts that a list shows for them',
      `the first ${MAX_FILTERED}; by consent or last message ${MAX_LOOKED_UP}`,
    ],
    ['Segments of contacts', `${MAX_SEGMENTS}; names of ${most('ContactSegmentCreate.name')} characters`],
    ['Contacts per page', `${perPage?.schema.default} by default, at most 200`],
    ['Templates per page', `50 by default, at most ${MAX_TEMPLATES_PER_PAGE}`],
    ['Templates of a business account', '10000'],
    [
      'Parts of a new template',
      `header and footer ${MAX_FOOTER} characters, body ${MAX_TEMPLATE_BODY}; ${MAX_TEMPLATE_BUTTONS} buttons with ` +
        `${MAX_LABEL} characters each`,
    ],
    [
      'Teams of an account',
      `${MAX_TEAMS}; another one gets 422 \`team_limit_reached\`; ${most('CreateTeam.member_ids')} members each`,
    ],
    ['Labels of an account', `${MAX_LABELS}; another one gets 422 \`label_limit_reached\``],
    [
      'Labels of a conversation',
      `${most('ChangeConversationLabels.add')}; ${most('CreateLabel.name')} characters each`,
    ],
    ['Chat links of an account', `${MAX_ENTRY_POINTS}; another one gets 422 \`entry_point_limit_reached\``],
    ['Addresses of a chat link, with earlier ones', `${MAX_SLUGS}`],
    ['Text of a chat link', `${most('CreateEntryPoint.text')} characters`],
    ['Visits of chat links from one network', `${MAX_VISITS} a minute; then 429`],
    ['Widgets of an account', `${MAX_WIDGETS}; another one gets 422 \`widget_limit_reached\``],
    [
      'Origins of a widget',
      `${MAX_ORIGINS} of ${MAX_ORIGIN} characters; ${MAX_ORIGINS_LENGTH} characters together`,
    ],
    ['Greeting and text of a widget', `${most('CreateWidget.greeting')} characters each`],
    ['Message of a visitor of a widget', `${MAX_VISITOR_TEXT} characters`],
    [
      'Messages in live chats, in a minute',
      `${PER_MINUTE.messagesOfVisitor} of a visitor, ${PER_MINUTE.messagesOfNetwork} of a network, ` +
        `${PER_MINUTE.messagesOfWidget} of a widget, ${PER_MINUTE.messagesOfAccount} of an account; then 429`,
    ],
    ['New visitors of widgets from one network', `${PER_MINUTE.tokensOfNetwork} a minute; then 429`],
    [
      'Links to go on in the messaging app',
      `${LINKS_PER_MINUTE.ofVisitor} a minute and ${MAX_OPEN} open ones of a visitor, ` +
        `${LINKS_PER_MINUTE.ofNetwork} a minute of a network`,
    ],
    [
      'Open pages of live chats',
      `${MAX_STREAMS.ofVisitor} of a visitor, ${MAX_STREAMS.ofNetwork} of a network, ` +
        `${MAX_STREAMS.ofAccount} of an account; then 429`,
    ],
    [
      'Canned replies of an account',
      `${MAX_CANNED_REPLIES}; another one gets 422 \`canned_reply_limit_reached\``,
    ],
    [
      'Uploads in parts at once',
      `${MAX_PARTIAL_UPLOADS} of an account; another one gets 422 \`upload_limit_reached\``,
    ],
    ['Text of a canned reply', `${most('CreateCannedReply.body')} characters, ${MAX_VARIABLES} variables`],
    [
      'Devices that an auto-reply, a flow, a FAQ pair, a table, a canned reply or the assistant is for',
      `${MAX_LISTED_DEVICES}; null for all`,
    ],
    ['FAQ pairs of an account', `${MAX_QUESTIONS} questions; ${MAX_VARIANTS} for each answer`],
    ['Question, answer of an FAQ pair', `${MAX_QUESTION} and ${MAX_ANSWER} characters`],
    ['CSV of FAQ pairs', `${MAX_CSV_BYTES / MEBIBYTE} MiB, ${MAX_QUESTIONS} rows`],
    ['Name of a language model, its key', `${MAX_NAME} and ${MAX_KEY} characters`],
    ['Token budget of a day', `${MIN_BUDGET} to ${MAX_BUDGET}; ${DEFAULT_BUDGET} by default`],
    [
      'Answer of a language model',
      `${DEFAULT_TIMEOUT_SECONDS} seconds by default, 1 to ${MAX_TIMEOUT_SECONDS}`,
    ],
    [
      'Texts with vectors of an account',
      `${MAX_ENTRIES}, and ${MAX_VECTOR_BYTES / 1024 ** 2} MiB: fewer above ` +
        `${Math.floor(MAX_VECTOR_BYTES / MAX_ENTRIES)} numbers for a text`,
    ],
    ['Numbers that no automation answers', `${most('ChangeAutomationSettings.ignored_phones')}`],
    ['Auto-replies of an account', `${MAX_AUTO_REPLIES}; another one gets 422 \`auto_reply_limit_reached\``],
    ['Patterns of an auto-reply', `${MAX_PATTERNS} of ${MAX_PATTERN} characters`],
    [
      'Patterns of all auto-replies and triggers of published flows',
      `${MAX_ALL_PATTERNS} in the account, ${MAX_FUZZY_PATTERNS} of them fuzzy, ` +
        `${MAX_EXPRESSIONS} of them regular expressions`,
    ],
    [
      'Regular expression',
      `${MAX_WEIGHT} signs with repetitions written out (\`\\d{8}\` counts 9); all of the account ` +
        `${MAX_ALL_WEIGHT}, and all of a flow; the first ${MAX_EXPRESSION_TEXT} characters of a text are ` +
        'compared; a longer answer in a flow fits no `pattern`',
    ],
    [
      'Messages of an auto-reply',
      `${MAX_REPLIES.keyword}; of a greeting or away text ${MAX_REPLIES.greeting}`,
    ],
    [
      'Test questions of the assistant',
      `${MAX_TEST_QUESTIONS}; another one gets 422 \`test_question_limit_reached\``,
    ],
    [
      'Evaluation of the assistant',
      `${MAX_EVALUATED_DAYS} days, ${MAX_MESSAGES} messages; the last ${KEPT_RUNS} are kept`,
    ],
    ['Report of the assistant', `${MAX_REPORT_DAYS} days, ${MAX_JUDGEMENTS} messages`],
    ['Flows of an account', `${MAX_FLOWS}; another one gets 422 \`flow_limit_reached\``],
    ['Definition of a flow', `${MAX_DEFINITION / 1024} KiB, ${MAX_NODES} nodes`],
    [
      'Templates of a flow',
      `${MAX_TEMPLATES}; the numbers of an auto-reply or flow with a template: ${MAX_TEMPLATE_DEVICES}`,
    ],
    [
      'Stored simulations of a flow',
      `${MAX_SIMULATIONS} of ${MAX_SIMULATION_BYTES / 1024} KiB; ` +
        'another one gets 422 `flow_simulation_limit_reached`',
    ],
    ['Versions of a flow', `${MAX_VERSIONS}; publishing deletes older ones`],
    [
      'Secrets of flows',
      `${MAX_SECRETS}; ${most('SetFlowSecret.value')} characters each; ` +
        'another one gets 422 `flow_secret_limit_reached`',
    ],
    ['Documents of an account', `${MAX_DOCUMENTS}; ${MAX_TEXT_OF_ACCOUNT} characters of text in all`],
    ['Knowledge gaps of an account', `${MAX_GAPS}; ${MAX_EXAMPLES} examples each. The rarest and oldest go`],
    ['File of a document', `${MAX_FILE / MEBIBYTE} MiB`],
    [
      'Sites of an account',
      `${MAX_SITES}; ${MAX_PAGES} pages each, ${MAX_LINK_DEPTH} links from the first one, ` +
        `${MAX_WALK_BYTES / MEBIBYTE} MiB in all`,
    ],
    ['Sitemaps of a site', `${MAX_SITEMAPS} in a reading, ${MAX_FILE / MEBIBYTE} MiB each`],
    ['Refresh of a site', `every 1 to ${MAX_REFRESH_HOURS} hours`],
    ['Text of a page that fails', `kept for ${KEEP_FAILING_DAYS} days`],
    ['Tables of products of an account', `${MAX_TABLES}; ${MAX_ROWS_OF_ACCOUNT} rows in all`],
    [
      'Table of products',
      `${MAX_TABLE_ROWS} rows, ${MAX_COLUMNS} columns; names of products ${MAX_PRODUCT} characters, ` +
        `cells ${MAX_CELL}; CSV ${MAX_CSV_BYTES / MEBIBYTE} MiB`,
    ],
    ['Rows of one change', String(MAX_CHANGED_ROWS)],
    ['Note in a conversation', `${most('AddConversationNote.body')} characters`],
    ['Snooze of a conversation', `${MAX_SNOOZE_DAYS} days`],
    [
      'Business hours',
      `${MAX_SPANS} open times per day, ${MAX_HOLIDAYS} holidays; names of holidays ${MAX_HOLIDAY_NAME} characters`,
    ],
    ['Days of the figures of conversations and ratings', `${MAX_DAYS}; ${MAX_ROWS} persons`],
    [
      'Days of the figures of messages',
      `${MESSAGE_DAYS}; ${MAX_DEVICE_ROWS} devices, ${MAX_ERRORS} error codes`,
    ],
    ['Days of the costs', `${COST_DAYS}; ${MAX_COST_ROWS} rows`],
    [
      'Keys of an account',
      `${MAX_LIVING_KEYS} neither revoked nor expired; another one gets 422 \`api_key_limit_reached\``,
    ],
    ['Addresses of a key', `${most('CreateApiKey.allowed_addresses')}`],
    [
      'Calls in the [request log](errors.md#look-up-a-call)',
      `${MAX_KEPT} of the last ${KEPT_DAYS} days; ` +
        `per second ${MAX_LISTED_ERRORS} errors and ${MAX_LISTED_SUCCESSES} successes`,
    ],
    [
      'Users of an account',
      `${MAX_USERS}, with invited and disabled ones; another one gets 422 \`user_limit_reached\``,
    ],
    ['Links for a password', 'invitations 7 days, resets 1 hour; each works once'],
    ['Devices that a webhook names', String(MAX_WEBHOOK_DEVICES)],
    ['Webhooks of an account', `${MAX_WEBHOOKS} enabled; another one gets 422 \`webhook_limit_reached\``],
    ['URL of a webhook', `${most('RegisterWebhook.url')} characters`],
    [
      'Ports of webhooks and `media_url` at public addresses',
      `${config.KURIR_ALLOW_PORTS.join(', ')} by default ([settings](settings.md))`,
    ],
    ['Answer of a webhook', '2xx within 10 seconds'],
    ['Retries of a webhook', `after ${waits().join(', ')}; disabled after ${MAX_FAILURES} failures in total`],
    ['Log and replays of a webhook', 'kept for 30 days'],
    [
      'Days of the [retention](accounts.md#delete-what-is-old)',
      `messages ${MIN_MESSAGE_DAYS} to ${MAX_RETENTION_DAYS}, files 1 to ${MAX_RETENTION_DAYS}, ` +
        `events ${MIN_EVENT_DAYS} to ${EVENT_DAYS}`,
    ],
    ['Preview of the retention', `counts up to ${MAX_COUNTED}`],
    [
      'Open [streams](streams.md#limits)',
      `${MAX_PER_CALLER} of a key or user, ${MAX_PER_ACCOUNT} of an account`,
    ],
  ]);
});

test('what no schema says holds at its edge', async () => {
  const keys = ['', 'k'.repeat(255), 'k'.repeat(256), 'a b'];
  const numbers = ['0812-345', '0812-3456', '8'.repeat(15), '8'.repeat(16)];
  const contacts = ['8'.repeat(7), '8'.repeat(8), '8'.repeat(15), '8'.repeat(16)];

  const byKey = await Promise.all(keys.map((key) => shop.send({}, { 'idempotency-key': key })));
  const byNumber = await Promise.all(numbers.map((to) => shop.send({ to })));
  const byContact = await Promise.all(contacts.map((phone) => shop.api('POST', '/v1/contacts', { phone })));
  const bySize = await Promise.all(
    [256 * 1024, 256 * 1024 + 1].map((bytes) => shop.api('POST', '/v1/devices', '{}'.padEnd(bytes))),
  );
  const perPage = await shop.api('GET', '/v1/contacts?per_page=201');

  expect(byKey.map(({ status }) => status)).toEqual([422, 202, 422, 422]);
  expect(byNumber.map(({ status }) => status)).toEqual([422, 202, 202, 422]);
  expect(byContact.map(({ status }) => status)).toEqual([422, 201, 201, 422]);
  expect(bySize.map(({ status }) => status)).toEqual([422, 413]);
  expect(perPage.body.per_page).toBe(200);
});

/** The waits between the attempts of a delivery that always fails, in words. */
function waits(): string[] {
  const endedAt = new Date(0);
  return Array.from({ length: 6 }, (_, n) =>
    judgeAttempt({ kind: 'event', number: n + 1, ok: false, endedAt, random: 0 }),
  )
    .flatMap(({ retry_at }) => retry_at?.getTime() ?? [])
    .map((ms) => {
      if (ms < MINUTE) return `${ms / SECOND} s`;
      return ms < 60 * MINUTE ? `${ms / MINUTE} min` : `${ms / (60 * MINUTE)} h`;
    });
}
