import type { Scope } from '../../src/platform/accounts/schema.ts';
import { ASSISTANT_ROWS } from './assistant-rows.ts';
import { AUTO_REPLY_ROWS } from './auto-reply-rows.ts';
import { CONVERSATION_ROWS } from './conversation-rows.ts';
import { ENTRY_POINT_ROWS } from './entry-point-rows.ts';
import { FLOW_ROWS } from './flow-rows.ts';
import { KNOWLEDGE_ROWS } from './knowledge-rows.ts';
import { DEVICE_NOT_FOUND, FULL, type MatrixRow, type Position, READS } from './matrix-row.ts';
import { WEBHOOK_ROWS } from './webhook-rows.ts';
import { WIDGET_ROWS } from './widget-rows.ts';

const MESSAGING: Scope[] = ['full', 'read', 'send'];
const BROADCAST_NOT_FOUND = { status: 404, error: 'broadcast_not_found' };
const broadcast: Position = { in: 'path', name: 'id', kind: 'broadcast' };
const TEMPLATE_NOT_FOUND = { status: 404, error: 'message_template_not_found' };
const template: Position = { in: 'path', name: 'id', kind: 'template' };
const device: Position = { in: 'path', name: 'uuid', kind: 'device' };

const PDF =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--\r\n';
const BUSINESS_HOURS = { timezone: 'Asia/Jakarta', weekly: { monday: [{ from: '09:00', to: '17:00' }] } };

/** Every route below /v1 with the places of its ids; HEAD goes with GET. A route that is not here fails the matrix. */
export const MATRIX: Record<string, MatrixRow> = {
  'POST /v1/devices': { ids: [], body: { label: 'Kasir' }, scopes: FULL, own: 201 },
  'GET /v1/devices': { ids: [], scopes: READS, own: 200 },
  'GET /v1/devices/:uuid': { ids: [device], scopes: READS, own: 200, unknown: DEVICE_NOT_FOUND },
  'PATCH /v1/devices/:uuid': {
    ids: [device],
    body: { label: 'Kasir' },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/devices/:uuid/health': { ids: [device], scopes: READS, own: 200, unknown: DEVICE_NOT_FOUND },
  'GET /v1/devices/:uuid/qr': {
    ids: [{ ...device, kind: 'unpaired device' }],
    // It starts a pairing.
    scopes: FULL,
    own: 202,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/devices/:uuid/templates': {
    ids: [device],
    scopes: READS,
    // It is known, and no official cloud device.
    own: 422,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/devices/:uuid/template-preview': {
    ids: [device],
    query: { language: 'id' },
    scopes: READS,
    // It is known, and no official cloud device.
    own: 422,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/devices/:uuid/template-files': {
    ids: [device],
    raw: { type: 'multipart/form-data; boundary=x', text: PDF },
    scopes: FULL,
    // It is known, and no official cloud device.
    own: 422,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/templates': {
    ids: [{ in: 'body', name: 'device_uuid', kind: 'device' }],
    body: { name: 'promo', language: 'id', category: 'utility', body: 'Halo.' },
    scopes: FULL,
    // It is known, and no official cloud device.
    own: 422,
    unknown: DEVICE_NOT_FOUND,
  },
  'PATCH /v1/templates/:id': {
    ids: [template],
    body: { footer: null },
    scopes: FULL,
    // Its number has no access token.
    own: 503,
    unknown: TEMPLATE_NOT_FOUND,
  },
  'DELETE /v1/templates/:id': { ids: [template], scopes: FULL, own: 503, unknown: TEMPLATE_NOT_FOUND },
  'PATCH /v1/devices/:uuid/official-credentials': {
    ids: [device],
    body: { official_access_token: 'EAAG' },
    scopes: FULL,
    // It is known, and no official cloud device.
    own: 422,
    unknown: DEVICE_NOT_FOUND,
  },
  'DELETE /v1/devices/:uuid': { ids: [device], scopes: FULL, own: 200, unknown: DEVICE_NOT_FOUND },
  'GET /v1/business-hours': { ids: [], scopes: READS, own: 200 },
  'PUT /v1/business-hours': { ids: [], body: BUSINESS_HOURS, scopes: FULL, own: 200 },
  'GET /v1/devices/:uuid/business-hours': {
    ids: [device],
    scopes: READS,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'PUT /v1/devices/:uuid/business-hours': {
    ids: [device],
    body: BUSINESS_HOURS,
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'DELETE /v1/devices/:uuid/business-hours': {
    ids: [device],
    scopes: FULL,
    own: 204,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/numbers/check': {
    ids: [{ in: 'body', name: 'device_uuid', kind: 'device' }],
    body: { numbers: ['081234567890'] },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/messages': {
    ids: [{ in: 'body', name: 'device_uuid', kind: 'device' }],
    body: { to: '081234567890', body: 'Halo' },
    scopes: ['full', 'send'],
    own: 202,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/messages/figures': {
    ids: [{ in: 'query', name: 'device_uuid', kind: 'device' }],
    scopes: READS,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/messages/:id': {
    ids: [{ in: 'path', name: 'id', kind: 'message' }],
    scopes: MESSAGING,
    own: 200,
    unknown: { status: 404, error: 'message_not_found' },
  },
  'GET /v1/messages/:id/media': {
    ids: [{ in: 'path', name: 'id', kind: 'file' }],
    scopes: READS,
    // It is known, and waits for the worker.
    own: 409,
    unknown: { status: 404, error: 'message_not_found' },
  },
  'POST /v1/messages/:id/media/fetch': {
    ids: [{ in: 'path', name: 'id', kind: 'file' }],
    scopes: FULL,
    own: 202,
    unknown: { status: 404, error: 'message_not_found' },
  },
  'GET /v1/stream': { ids: [], scopes: READS, own: 200 },
  'POST /v1/contacts': {
    ids: [],
    body: { phone: '081234567890', name: 'Budi', tags: ['baru'] },
    scopes: FULL,
    own: 201,
  },
  'GET /v1/contacts': {
    ids: [{ in: 'query', name: 'tag', kind: 'tag' }],
    scopes: READS,
    own: 200,
    // A tag without contacts is no error. The list is empty.
    unknown: { status: 200, error: null },
  },
  'POST /v1/contacts/batch': {
    ids: [],
    body: { contacts: [{ phone: '081234567890', name: 'Budi' }] },
    scopes: FULL,
    own: 200,
  },
  'POST /v1/contacts/check': {
    ids: [],
    body: { phones: ['081234567890'] },
    scopes: FULL,
    own: 200,
  },
  'GET /v1/contacts/imports': { ids: [], scopes: READS, own: 200 },
  'POST /v1/contacts/imports/:id/undo': {
    ids: [{ in: 'path', name: 'id', kind: 'contact import' }],
    scopes: FULL,
    own: 200,
    unknown: { status: 404, error: 'contact_import_not_found' },
  },
  'GET /v1/contacts/tags': { ids: [], scopes: READS, own: 200 },
  'GET /v1/contacts/export': {
    ids: [{ in: 'query', name: 'tag', kind: 'tag' }],
    scopes: READS,
    own: 200,
    // A tag without contacts is no error. The file has its header alone.
    unknown: { status: 200, error: null },
  },
  'POST /v1/broadcasts': {
    ids: [
      { in: 'body', name: 'device_uuid', kind: 'device' },
      { in: 'body', name: 'contact_ids', kind: 'contact', listed: true },
    ],
    body: { name: 'Promo', message_template: 'Halo {nama}' },
    bodyLimit: 4 * 1024 * 1024,
    scopes: FULL,
    own: 201,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/broadcasts/preview': {
    ids: [
      { in: 'body', name: 'device_uuid', kind: 'device' },
      { in: 'body', name: 'contact_ids', kind: 'contact', listed: true },
    ],
    body: { message_template: 'Halo {nama}' },
    bodyLimit: 4 * 1024 * 1024,
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/opt-outs': {
    ids: [{ in: 'query', name: 'phone', kind: 'opt-out' }],
    scopes: READS,
    own: 200,
    // A number that is not on the list is no error, just an empty list.
    unknown: { status: 200, error: null },
  },
  'POST /v1/opt-outs': { ids: [], body: { phone: '081234567890' }, scopes: FULL, own: 201 },
  'DELETE /v1/opt-outs/:phone': {
    ids: [{ in: 'path', name: 'phone', kind: 'opt-out' }],
    scopes: FULL,
    own: 204,
    unknown: { status: 404, error: 'opt_out_not_found' },
  },
  'GET /v1/opt-out-words': { ids: [], scopes: READS, own: 200 },
  'PUT /v1/opt-out-words': { ids: [], body: { opt_out_words: ['CUKUP'] }, scopes: FULL, own: 200 },
  'GET /v1/broadcasts': { ids: [], scopes: READS, own: 200 },
  'GET /v1/broadcasts/:id': { ids: [broadcast], scopes: READS, own: 200, unknown: BROADCAST_NOT_FOUND },
  'GET /v1/broadcasts/:id/recipients': {
    ids: [broadcast],
    scopes: READS,
    own: 200,
    unknown: BROADCAST_NOT_FOUND,
  },
  'GET /v1/broadcasts/:id/recipients/export': {
    ids: [broadcast],
    scopes: READS,
    own: 200,
    unknown: BROADCAST_NOT_FOUND,
  },
  'POST /v1/broadcasts/:id/resume': {
    ids: [broadcast],
    scopes: FULL,
    own: 200,
    unknown: BROADCAST_NOT_FOUND,
  },
  'POST /v1/broadcasts/:id/pause': {
    ids: [broadcast],
    scopes: FULL,
    own: 200,
    unknown: BROADCAST_NOT_FOUND,
  },
  'POST /v1/broadcasts/:id/cancel': {
    ids: [broadcast],
    scopes: FULL,
    own: 200,
    unknown: BROADCAST_NOT_FOUND,
  },
  'POST /v1/broadcasts/:id/retry-failed': {
    ids: [broadcast],
    scopes: FULL,
    own: 201,
    unknown: BROADCAST_NOT_FOUND,
  },
  ...WEBHOOK_ROWS,
  ...CONVERSATION_ROWS,
  ...ASSISTANT_ROWS,
  ...ENTRY_POINT_ROWS,
  ...FLOW_ROWS,
  ...KNOWLEDGE_ROWS,
  ...AUTO_REPLY_ROWS,
  ...WIDGET_ROWS,
  'POST /v1/api-keys': { ids: [], body: { name: 'Toko', scope: 'read' }, scopes: FULL, own: 201 },
  // It shows where an account can be attacked.
  'GET /v1/api-keys': { ids: [], scopes: FULL, own: 200 },
  'DELETE /v1/api-keys/:id': {
    ids: [{ in: 'path', name: 'id', kind: 'api key' }],
    scopes: FULL,
    own: 200,
    unknown: { status: 404, error: 'api_key_not_found' },
  },
  // It names keys and their addresses.
  'GET /v1/audit': { ids: [], scopes: FULL, own: 200 },
  // As the audit log.
  'GET /v1/requests': { ids: [], scopes: FULL, own: 200 },
  'GET /v1/usage': { ids: [], scopes: READS, own: 200 },
  'GET /v1/costs/cap': { ids: [], scopes: READS, own: 200 },
  'PUT /v1/costs/cap': {
    ids: [],
    body: { cap: { amount: '1000000', currency: 'IDR' } },
    scopes: FULL,
    own: 200,
  },
  'GET /v1/costs': {
    ids: [{ in: 'query', name: 'device_uuid', kind: 'device' }],
    scopes: READS,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
};

/** Fields that look like our ids and are none, with the reason. */
export const NO_IDS: Record<string, string> = {
  entry_point_id: 'A filter: one of another account gives an empty list.',
  key_id: 'A filter of the request log: one of another account gives an empty list.',
  request_id: 'A filter of the request log: one of another account gives an empty list.',
  ad_id: 'The id of a provider.',
  wa_message_id: 'A filter within a conversation that the caller sees.',
  import_id: 'An id of the choice of the caller, within the account.',
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
  // Visitors of links have no key.
  '/l/:slug',
  // The token is the permission for one file.
  '/files/:token',
  // Visitors of widgets have a separate token.
  '/w/:id/visitors',
  '/w/:id/messages',
  '/w/:id/events',
  '/w/:id/seen',
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
