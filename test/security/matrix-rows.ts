import { BODY_LIMIT } from '../../src/assistant/flows/schema.ts';
import { IMPORT_LIMIT } from '../../src/assistant/flows/transfer-schema.ts';
import type { Scope } from '../../src/platform/accounts/schema.ts';
import { type Kind, LOGO, type MatrixRow } from './matrix-row.ts';

/** What the id below a part of a path names. */
export const COLLECTIONS: Readonly<Record<string, Kind>> = {
  'account-exports': 'export',
  'api-keys': 'api key',
  'auto-replies': 'auto-reply',
  broadcasts: 'broadcast',
  media: 'upload',
  uploads: 'partial upload',
  bulk: 'contact bulk',
  'canned-replies': 'canned reply',
  'contact-fields': 'contact field',
  'conversation-fields': 'conversation field',
  contacts: 'contact',
  conversations: 'conversation',
  decisions: 'decision',
  deliveries: 'delivery',
  devices: 'device',
  documents: 'document',
  'entry-points': 'entry point',
  erasures: 'erasure',
  evaluations: 'evaluation',
  faqs: 'faq',
  flows: 'flow',
  gaps: 'gap',
  imports: 'contact import',
  labels: 'label',
  messages: 'message',
  'opt-outs': 'opt-out',
  people: 'person',
  secrets: 'flow secret',
  segments: 'contact segment',
  simulations: 'flow simulation',
  sites: 'site',
  tables: 'table',
  teams: 'team',
  templates: 'template',
  'test-questions': 'test question',
  webhooks: 'webhook',
  widgets: 'widget',
};

/** What the id in a field of a query or a body names. */
export const FIELDS: Readonly<Record<string, Kind>> = {
  contact_ids: 'contact',
  conversation_id: 'conversation',
  device_uuid: 'device',
  device_uuids: 'device',
  faq_id: 'faq',
  person_id: 'other person',
  tag: 'tag',
};

/** The code of an unknown id, where it is not the name of the kind. */
export const UNKNOWN: Partial<Readonly<Record<Kind, string | null>>> = {
  file: 'message_not_found',
  upload: 'media_not_found',
  'partial upload': 'upload_not_found',
  template: 'message_template_not_found',
  'unpaired device': 'device_not_found',
  // A tag without contacts is no error. The list is empty.
  tag: null,
};

const FULL: Scope[] = ['full'];
const SENDING: Scope[] = ['full', 'send'];
const BROADCAST_LIMIT = 4 * 1024 * 1024;
const PDF =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--\r\n';
const FILE =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nBuka jam 9.\r\n--x--\r\n';
const PRODUCTS = 'Nama,Harga\nKopi,Rp15.000\n';
const csv = (text: string) => ({ type: 'text/csv', text });
const form = (text: string) => ({ type: 'multipart/form-data; boundary=x', text });
/** The device is known, and no official cloud device. */
const NOT_OFFICIAL = { own: 422 };
/** The number of the template has no access token. */
const NO_TOKEN = { own: 503 };
const of = (kind: Kind): Pick<MatrixRow, 'ids'> => ({ ids: [{ in: 'path', name: 'id', kind }] });
const VERSION = { fixed: { version: '1' } };

/** What a row has that the registration of its route does not say. */
export const UNUSUAL: Readonly<Record<string, Partial<MatrixRow>>> = {
  'GET /v1/account-exports': { scopes: FULL },
  // It has failed.
  'GET /v1/account-exports/:id/file': { ...of('export'), scopes: FULL, own: 409 },
  'GET /v1/devices/:uuid/qr': {
    ids: [{ in: 'path', name: 'uuid', kind: 'unpaired device' }],
    // It starts a pairing.
    scopes: FULL,
  },
  // The device takes no part in groups.
  'GET /v1/devices/:uuid/groups': { own: 422 },
  'GET /v1/devices/:uuid/groups/:id': { own: 422, fixed: { id: '1203@g.us' } },
  'POST /v1/devices/:uuid/pairing-code': { ids: [{ in: 'path', name: 'uuid', kind: 'unpaired device' }] },
  'POST /v1/devices/:uuid/import': {
    ids: [{ in: 'path', name: 'uuid', kind: 'unpaired device' }],
    // The bytes are no session.
    raw: { type: 'application/octet-stream', text: 'x' },
    own: 422,
  },
  'GET /v1/devices/:uuid/templates': NOT_OFFICIAL,
  'GET /v1/devices/:uuid/template-preview': { ...NOT_OFFICIAL, query: { language: 'id' } },
  'POST /v1/devices/:uuid/template-files': { ...NOT_OFFICIAL, raw: form(PDF) },
  'POST /v1/templates': NOT_OFFICIAL,
  'PATCH /v1/templates/:id': NO_TOKEN,
  'DELETE /v1/templates/:id': NO_TOKEN,
  'PATCH /v1/devices/:uuid/official-credentials': NOT_OFFICIAL,
  'POST /v1/messages': { scopes: SENDING },
  'GET /v1/messages/:id': { scopes: ['full', 'read', 'send'] },
  // It is known, and waits for the worker.
  'GET /v1/messages/:id/media': { ...of('file'), own: 409 },
  'POST /v1/messages/:id/media/copy': { ...of('file'), own: 409 },
  'POST /v1/messages/:id/media/fetch': of('file'),
  'POST /v1/media': { raw: form(PDF), scopes: SENDING },
  // Their headers are missing.
  'POST /v1/media/uploads': { scopes: SENDING, own: 422 },
  'PATCH /v1/media/uploads/:id': { scopes: SENDING, own: 422 },
  'GET /v1/media/uploads/:id': { scopes: ['full', 'read', 'send'] },
  // Nothing has arrived.
  'POST /v1/media/uploads/:id/finish': { scopes: SENDING, own: 409 },
  'DELETE /v1/media/uploads/:id': { scopes: SENDING },
  // Its row has no file.
  'POST /v1/broadcasts': { bodyLimit: BROADCAST_LIMIT },
  'POST /v1/broadcasts/preview': { bodyLimit: BROADCAST_LIMIT },
  // It is paused.
  'PATCH /v1/broadcasts/:id': { own: 409, bodyLimit: BROADCAST_LIMIT },
  'GET /v1/opt-outs': {
    ids: [{ in: 'query', name: 'phone', kind: 'opt-out' }],
    // A number that is not on the list is no error, just an empty list.
    unknown: { status: 200, error: null },
  },
  'POST /v1/contacts/bulk': { unknown: { status: 422, error: null } },
  'POST /v1/people/:id/merge': { scopes: SENDING },
  // They are two persons.
  'POST /v1/people/:id/unmerge': { scopes: SENDING, own: 409 },
  'PUT /v1/conversations/:id/automation': { scopes: FULL },
  'PATCH /v1/conversations/:id/contact': { scopes: FULL },
  'PATCH /v1/conversations/:id/fields': { scopes: FULL },
  // No automation has had it.
  'POST /v1/conversations/:id/give-back': { own: 409 },
  'POST /v1/webhooks': { unknown: { status: 422, error: null } },
  'PATCH /v1/webhooks/:id': { unknown: { status: 404, error: 'webhook_not_found' } },
  'POST /v1/flows': { bodyLimit: BODY_LIMIT },
  'PATCH /v1/flows/:id': { bodyLimit: BODY_LIMIT },
  'POST /v1/flows/import': { bodyLimit: IMPORT_LIMIT },
  'GET /v1/flows/:id/versions/:version': VERSION,
  'GET /v1/flows/:id/versions/:version/diff': VERSION,
  'PUT /v1/flows/secrets/:name': { fixed: { name: 'shop_key' } },
  'PUT /v1/entry-points/:id/logo': { bodyLimit: 1_500_000 },
  'POST /v1/assistant/test-questions': {
    ids: [{ in: 'body', name: 'faq_id', kind: 'faq', nullable: true }],
  },
  'POST /v1/assistant/test-questions/import': { raw: csv('question,faq_id\nongkir bdg brp,\n') },
  'POST /v1/knowledge/faqs/import': { raw: csv('question,answer\nBuka jam berapa?,Jam 9.\n') },
  'POST /v1/knowledge/documents': { raw: form(FILE) },
  'POST /v1/knowledge/tables': { raw: csv(PRODUCTS) },
  'PUT /v1/knowledge/tables/:id/rows': { raw: csv(PRODUCTS) },
  'DELETE /v1/knowledge/tables/:id/rows': { query: { key: 'kopi' } },
  // It shows where an account can be attacked.
  'GET /v1/api-keys': { scopes: FULL },
  // It names keys and their addresses.
  'GET /v1/audit': { scopes: FULL },
  // As the audit log.
  'GET /v1/requests': { scopes: FULL },
};

const BUSINESS_HOURS = { timezone: 'Asia/Jakarta', weekly: { monday: [{ from: '09:00', to: '17:00' }] } };
const SIMULATION = { name: 'Ukuran', messages: [{ text: 'ukuran' }] };

/** A body that is in order, but for its ids, where an empty one is not. */
export const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /v1/devices': { label: 'Kasir' },
  'PATCH /v1/devices/:uuid': { label: 'Kasir' },
  'POST /v1/devices/:uuid/pairing-code': { phone_number: '6281100000001' },
  'PATCH /v1/devices/:uuid/official-credentials': { official_access_token: 'EAAG' },
  'POST /v1/templates': { name: 'promo', language: 'id', category: 'utility', body: 'Halo.' },
  'PATCH /v1/templates/:id': { footer: null },
  'POST /v1/numbers/check': { numbers: ['081234567890'] },
  'POST /v1/messages': { to: '081234567890', body: 'Halo' },
  'POST /v1/messages/:id/edit': { body: 'Halo' },
  'POST /v1/contacts': { phone: '081234567890', name: 'Budi', tags: ['baru'] },
  'POST /v1/contacts/batch': { contacts: [{ phone: '081234567890', name: 'Budi' }] },
  'PATCH /v1/conversations/:id/contact': { name: 'Budi' },
  'POST /v1/contact-fields': { name: 'kota', type: 'text' },
  'PATCH /v1/contact-fields/:id': { choices: ['emas'] },
  'POST /v1/conversation-fields': { name: 'sumber', type: 'text' },
  'PATCH /v1/conversation-fields/:id': { choices: ['baru'] },
  'POST /v1/contacts/segments': { name: 'Jakarta', filter: { active_days: 30 } },
  'PATCH /v1/contacts/segments/:id': { name: 'Jakarta' },
  'POST /v1/contacts/bulk': { action: 'tag', tags: ['baru'] },
  'PATCH /v1/contacts/:id': { name: 'Budi' },
  'POST /v1/contacts/check': { phones: ['081234567890'] },
  'POST /v1/broadcasts': { name: 'Promo', message_template: 'Halo {nama}' },
  'POST /v1/broadcasts/preview': { message_template: 'Halo {nama}' },
  'POST /v1/broadcasts/test': { to: '081234567890', message_template: 'Halo {nama}' },
  'PATCH /v1/broadcasts/:id': { name: 'Promo besok' },
  'POST /v1/opt-outs': { phone: '081234567890' },
  'PUT /v1/opt-out-words': { opt_out_words: ['CUKUP'] },
  'PUT /v1/quiet-hours': { quiet_hours: { from: '21:00', to: '08:00' } },
  'PATCH /v1/retention': { message_days: 365 },
  'POST /v1/conversations/:id/messages': { body: 'Halo' },
  'POST /v1/conversations/:id/assign': { assignee: null },
  'PUT /v1/conversations/:id/automation': { suppressed: false },
  'POST /v1/conversations/:id/snooze': { for_minutes: 60 },
  'POST /v1/conversations/:id/notes': { body: 'Catatan' },
  'POST /v1/people/:id/erase': { confirm: 'erase' },
  'POST /v1/people/erase': { phone: '081234567890', confirm: 'erase' },
  'POST /v1/teams': { name: 'Retur' },
  'PATCH /v1/teams/:id': { name: 'Retur' },
  'POST /v1/labels': { name: 'Baru' },
  'PATCH /v1/labels/:id': { name: 'Nama' },
  'POST /v1/conversations/:id/labels': { add: [] },
  'PATCH /v1/conversations/:id/fields': { fields: {} },
  'POST /v1/canned-replies': { shortcut: 'baru', title: 'Baru', body: 'Halo {{customer.name}}' },
  'PATCH /v1/canned-replies/:id': { title: 'Judul' },
  'PATCH /v1/conversations/settings': { queue_return_minutes: 30 },
  'POST /v1/auto-replies': {
    kind: 'keyword',
    name: 'Harga',
    patterns: ['harga'],
    replies: [{ type: 'text', body: 'Mulai 20 ribu.' }],
  },
  'PATCH /v1/auto-replies/:id': { name: 'Harga' },
  'POST /v1/auto-replies/test': { text: 'harga' },
  'PUT /v1/business-hours': BUSINESS_HOURS,
  'PUT /v1/devices/:uuid/business-hours': BUSINESS_HOURS,
  'PATCH /v1/automation': { debounce_seconds: 3 },
  'PATCH /v1/assistant': { mode: 'shadow' },
  'POST /v1/decisions/:id/feedback': { verdict: 'right' },
  'POST /v1/assistant/test-questions': { question: 'ongkir bdg brp' },
  'POST /v1/assistant/evaluations': { days: 7 },
  'POST /v1/assistant/ask': { question: 'berapa ongkir?' },
  'POST /v1/knowledge/faqs': { answer: 'Jam 9.', questions: ['Buka jam berapa?'] },
  'PATCH /v1/knowledge/faqs/:id': { answer: 'Jam 9.' },
  'PATCH /v1/knowledge/documents/:id': { enabled: false },
  'POST /v1/knowledge/sites': { url: 'https://toko.example.com/garansi' },
  'PATCH /v1/knowledge/sites/:id': { max_pages: 2 },
  'POST /v1/knowledge/conversations/:id/messages/:message_id/faq': { question: 'Buka jam berapa?' },
  'POST /v1/knowledge/gaps/:id/answer': { questions: ['Buka jam berapa?'] },
  'PATCH /v1/knowledge/tables/:id': { enabled: false },
  'POST /v1/knowledge/tables/:id/rows': { rows: [{ cells: { Nama: 'Teh' } }] },
  'PATCH /v1/knowledge/tables/:id/rows': { rows: [{ key: 'kopi', cells: { Nama: 'Kopi' } }] },
  'POST /v1/flows': { name: 'Baru' },
  'PATCH /v1/flows/:id': { name: 'Nama' },
  'POST /v1/flows/import': { format: 'kurir.flow/1', name: 'Baru', definition: {} },
  'POST /v1/flows/:id/rollback': { version: 1 },
  'PUT /v1/flows/secrets/:name': { value: 's3cret' },
  'POST /v1/flows/:id/simulate': { messages: [{ text: 'ukuran' }] },
  'POST /v1/flows/:id/simulations': SIMULATION,
  'PUT /v1/flows/:id/simulations/:simulation_id': SIMULATION,
  'POST /v1/entry-points': { name: 'Poster' },
  'PATCH /v1/entry-points/:id': { name: 'Poster' },
  'PUT /v1/entry-points/:id/logo': { picture: LOGO },
  'POST /v1/widgets': { name: 'Toko', mode: 'button', allowed_origins: ['https://shop.example'] },
  'PATCH /v1/widgets/:id': { name: 'Toko' },
  'POST /v1/webhooks': { url: 'https://example.com/hook', events: ['message.received'] },
  'PATCH /v1/webhooks/:id': { events: ['message.received'] },
  'POST /v1/webhooks/:id/rotate-secret': { overlap_hours: 1 },
  'POST /v1/webhooks/:id/replay': { since: '2025-11-21T08:15:30.000Z' },
  'PUT /v1/costs/cap': { cap: { amount: '1000000', currency: 'IDR' } },
  'POST /v1/api-keys': { name: 'Toko', scope: 'read' },
};

/** Fields that look like our ids and are none, with the reason. */
export const NO_IDS: Record<string, string> = {
  broadcast_id: 'A filter: one of another account gives an empty list.',
  entry_point_id: 'A filter: one of another account gives an empty list.',
  key_id: 'A filter of the request log: one of another account gives an empty list.',
  header_media_id:
    'Only headers with a file read it: templates/making/example-file.test.ts has one of another account.',
  member_ids: 'One of another account is refused as a field: conversations/ownership/teams.test.ts.',
  media_id: 'Only types with a file read it: src/gateway/uploads/send.test.ts has one of another account.',
  request_id: 'A filter of the request log: one of another account gives an empty list.',
  ad_id: 'The id of a provider.',
  wa_message_id: 'A filter within a conversation that the caller sees.',
  import_id: 'An id of the choice of the caller, within the account.',
  segment:
    'In place of other filters: src/gateway/contacts/segments/segments.test.ts has one of another account.',
  segment_id: 'In place of other recipients: the same test has one of another account.',
  seen_message_id: 'A position in the conversation that the row names.',
  last_event_id: 'A position in the log of the own account.',
  official_phone_number_id:
    "The provider's name of a number. The contract lets any account learn that the number is in use.",
};

/** Public routes. Any other route beside /v1 and /sandbox fails the matrix. */
export const PUBLIC = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/viewer.js',
  '/',
  '/start',
  // The files of the dashboard are the same for every caller. It logs its users in.
  '/app',
  '/app/*',
  '/guides',
  '/guides/',
  '/guides/:name',
  '/guides/pictures/:name',
  '/assets/kurir.css',
  '/assets/guides.css',
  '/assets/state.js',
  '/assets/icon.svg',
  // The owner of a number holds the token of its link.
  '/passkey',
  '/passkey/',
  '/passkey/page.js',
  '/passkey/:uuid',
  // Visitors of links have no key.
  '/l/:slug',
  // The token is the permission for one file.
  '/files/:token',
  // Visitors of widgets have a separate token.
  '/w/:id/visitors',
  '/w/:id/messages',
  '/w/:id/events',
  '/w/:id/seen',
  '/w/:id/files/:message',
  '/w/:id/continue',
  // Browsers load the widget without a key.
  '/w.js',
  '/w/assets/:version/*',
  '/w/:id',
  '/w/:id/qr.svg',
  // A download of a `media_url` sends no token.
  '/sandbox/samples/:name',
  // The page and its script, where links of sandbox accounts lead. Sending needs the token.
  '/sandbox/chat',
  '/sandbox/chat.js',
  // Signed by the provider.
  '/providers/cloud/webhook',
];
