import type { Route } from '../harness/routes.ts';
import { matrixOf } from './matrix.ts';
import type { Position, StaffRow } from './matrix-row.ts';
import { OPERATOR_ROUTES } from './operator-rows.ts';

/** Routes of /v1 that agents may call below /app/api. Admins and owners may call all others. */
const AGENT_ROUTES: readonly string[] = [
  'GET /v1/assistant',
  'GET /v1/assistant/report',
  'GET /v1/automation',
  'GET /v1/business-hours',
  'GET /v1/canned-replies',
  'GET /v1/canned-replies/:id',
  'GET /v1/contact-fields',
  'GET /v1/conversation-fields',
  'GET /v1/conversations',
  'GET /v1/conversations/:id',
  'GET /v1/conversations/:id/contact',
  'GET /v1/conversations/:id/decisions',
  'GET /v1/conversations/:id/messages',
  'GET /v1/conversations/:id/timeline',
  'GET /v1/conversations/ratings',
  'GET /v1/conversations/settings',
  'GET /v1/devices',
  'GET /v1/devices/:uuid',
  'GET /v1/devices/:uuid/business-hours',
  'GET /v1/devices/:uuid/groups',
  'GET /v1/devices/:uuid/groups/:id',
  'GET /v1/devices/:uuid/health',
  'GET /v1/devices/:uuid/templates',
  'GET /v1/entry-points',
  'GET /v1/entry-points/:id',
  'GET /v1/entry-points/:id/qr.png',
  'GET /v1/entry-points/:id/qr.svg',
  'GET /v1/entry-points/:id/stats',
  'GET /v1/labels',
  'GET /v1/media/:id',
  'GET /v1/media/:id/file',
  'GET /v1/media/uploads/:id',
  'GET /v1/messages',
  'GET /v1/messages/:id',
  'GET /v1/messages/:id/media',
  'GET /v1/messages/export',
  'GET /v1/people/:id',
  'GET /v1/stream',
  'GET /v1/stream/position',
  'GET /v1/teams',
  'GET /v1/widgets',
  'GET /v1/widgets/:id',
  'GET /v1/widgets/:id/snippet',
  'GET /v1/widgets/:id/stats',
  'POST /v1/assistant/ask',
  'POST /v1/decisions/:id/feedback',
  'POST /v1/conversations/:id/assign',
  'POST /v1/conversations/:id/canned-replies/:canned_reply_id/render',
  'PATCH /v1/conversations/:id/fields',
  'POST /v1/conversations/:id/give-back',
  'POST /v1/conversations/:id/labels',
  'POST /v1/conversations/:id/messages',
  'POST /v1/conversations/:id/notes',
  'POST /v1/conversations/:id/read',
  'POST /v1/conversations/:id/resolve',
  'POST /v1/conversations/:id/reopen',
  'POST /v1/conversations/:id/seen',
  'POST /v1/conversations/:id/snooze',
  'POST /v1/conversations/:id/suggest',
  'POST /v1/conversations/:id/takeover',
  'POST /v1/media',
  'POST /v1/media/uploads',
  'POST /v1/media/uploads/:id/finish',
  'PATCH /v1/media/uploads/:id',
  'DELETE /v1/media/uploads/:id',
  'POST /v1/messages/:id/delete',
  'POST /v1/messages/:id/edit',
  'POST /v1/messages/:id/media/copy',
  'POST /v1/messages/:id/media/fetch',
  'POST /v1/numbers/check',
  'PATCH /v1/conversations/:id/contact',
  'PUT /v1/conversations/:id/automation',
];

/** Routes of /v1 that owners alone may call below /app/api. */
const OWNER_ROUTES: readonly string[] = [
  'GET /v1/account-exports',
  'GET /v1/account-exports/:id/file',
  'POST /v1/account-exports',
  'GET /v1/retention',
  'GET /v1/retention/preview',
  'PATCH /v1/retention',
  'GET /v1/erasures',
  'GET /v1/erasures/:id',
  'POST /v1/people/:id/erase',
  'POST /v1/people/erase',
  'PUT /v1/costs/cap',
  'POST /v1/devices/:uuid/import',
];

/** Of one device, so that an agent without it gets an empty list. */
export const LISTS_OF_DEVICES: readonly string[] = [
  'GET /app/api/canned-replies',
  'GET /app/api/conversations',
  'GET /app/api/devices',
  'GET /app/api/entry-points',
  'GET /app/api/widgets',
];

const DEVICE_NOT_FOUND = { status: 404, error: 'device_not_found' };
const USER_NOT_FOUND = { status: 404, error: 'user_not_found' };
const CONVERSATION_NOT_FOUND = { status: 404, error: 'conversation_not_found' };
const conversation: Position = { in: 'path', name: 'id', kind: 'conversation' };
const user: Position = { in: 'path', name: 'id', kind: 'user' };

/** Without a sandbox here. `src/app/sandbox/phones` tests them with one. */
const SANDBOX_OFF = { status: 404, error: 'sandbox_off' };
const PHONE = '6281377788899';
const phone = { number: PHONE };
const chat = { number: PHONE, peer: '6281100000001' };
const inSandbox: StaffRow = { least: 'agent', ids: [], own: 404, unknown: SANDBOX_OFF };
const ofDevice: StaffRow = { ...inSandbox, ids: [{ in: 'path', name: 'uuid', kind: 'device' }] };
const ofNumber: StaffRow = { ...inSandbox, least: 'admin', fixed: { id: '106540352242922' } };
const SANDBOX_ROUTES: Record<string, StaffRow> = {
  'GET /app/api/sandbox/phones': inSandbox,
  'POST /app/api/sandbox/phones': { ...inSandbox, body: {} },
  'DELETE /app/api/sandbox/phones/:number': { ...inSandbox, fixed: phone },
  'POST /app/api/sandbox/phones/:number/scan': {
    ...inSandbox,
    fixed: phone,
    ids: [{ in: 'body', name: 'device_uuid', kind: 'unpaired device' }],
    body: {},
  },
  'GET /app/api/sandbox/phones/:number/chats': { ...inSandbox, fixed: phone },
  'GET /app/api/sandbox/phones/:number/chats/:peer/messages': { ...inSandbox, fixed: chat },
  'POST /app/api/sandbox/phones/:number/chats/:peer/messages': {
    ...inSandbox,
    fixed: chat,
    body: { text: 'Halo' },
  },
  'POST /app/api/sandbox/phones/:number/chats/:peer/read': { ...inSandbox, fixed: chat },
  'GET /app/api/sandbox/phones/:number/chats/:peer/messages/:id/media': {
    ...inSandbox,
    fixed: chat,
    ids: [{ in: 'path', name: 'id', kind: 'message' }],
  },
  'GET /app/api/sandbox/official-numbers': { ...inSandbox, least: 'admin' },
  'POST /app/api/sandbox/official-numbers': { ...inSandbox, least: 'admin', body: { name: 'Toko' } },
  'PATCH /app/api/sandbox/official-numbers/:id': { ...ofNumber, body: {} },
  'POST /app/api/sandbox/official-numbers/:id/tokens': { ...ofNumber, body: {} },
  'PUT /app/api/sandbox/official-numbers/:id/fault': { ...ofNumber, body: { code: 131026 } },
  'DELETE /app/api/sandbox/official-numbers/:id/fault': ofNumber,
  'GET /app/api/sandbox/official-numbers/:id/templates': ofNumber,
  'POST /app/api/sandbox/official-numbers/:id/templates/review': {
    ...ofNumber,
    body: { name: 'pesanan_dikirim', language: 'id', status: 'APPROVED' },
  },
  'POST /app/api/sandbox/devices/:uuid/line': { ...ofDevice, body: { action: 'drop' } },
  'POST /app/api/sandbox/devices/:uuid/age': { ...ofDevice, body: { days: 1 } },
};

/** Routes for staff alone. */
const STAFF_ROUTES: Record<string, StaffRow> = {
  'POST /app/api/session': { least: 'public', ids: [], body: { email: 'a@b.c', password: 'x' }, own: 401 },
  'POST /app/api/session/proof': { least: 'agent', ids: [], body: { password: 'x' }, own: 422 },
  'GET /app/api/session': { least: 'agent', ids: [], own: 200 },
  'DELETE /app/api/session': { least: 'agent', ids: [], own: 200 },
  'GET /app/api/me': { least: 'agent', ids: [], own: 200 },
  'PATCH /app/api/me': { least: 'agent', ids: [], body: {}, own: 200 },
  'GET /app/api/me/sessions': { least: 'agent', ids: [], own: 200 },
  'DELETE /app/api/me/sessions/:id': {
    least: 'agent',
    ids: [{ in: 'path', name: 'id', kind: 'session' }],
    // It is a session of another user.
    own: 404,
    unknown: { status: 404, error: 'session_not_found' },
  },
  'PUT /app/api/me/presence': { least: 'agent', ids: [], body: { state: 'available' }, own: 200 },
  'GET /app/api/me/notices': { least: 'agent', ids: [], own: 200 },
  'PUT /app/api/me/notices': {
    least: 'agent',
    ids: [],
    body: { push: ['assigned'], email: [], quiet_hours: null, email_after_minutes: 10, language: 'en' },
    own: 200,
  },
  'PUT /app/api/me/browser': {
    least: 'agent',
    ids: [],
    body: {
      endpoint: 'https://push.example.com/a1',
      // The receiver of the example in RFC 8291.
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      shows_text: false,
      language: 'en',
      timezone: 'Asia/Jakarta',
    },
    own: 200,
  },
  'DELETE /app/api/me/browser': { least: 'agent', ids: [], own: 200 },
  'GET /app/api/attention': { least: 'agent', ids: [], own: 200 },
  'GET /app/api/users/presence': { least: 'agent', ids: [], own: 200 },
  'GET /app/api/views': { least: 'agent', ids: [], own: 200 },
  'POST /app/api/views': { least: 'agent', ids: [], body: { name: 'Grosir', filter: {} }, own: 201 },
  'DELETE /app/api/views/:id': {
    least: 'agent',
    ids: [],
    fixed: { id: '7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55' },
    own: 204,
  },
  'GET /app/api/macros': { least: 'agent', ids: [], own: 200 },
  'POST /app/api/macros': {
    least: 'agent',
    ids: [],
    body: { name: 'Lunas', acts: { end: 'resolve' } },
    own: 201,
  },
  'PUT /app/api/macros/:id': {
    least: 'agent',
    ids: [],
    fixed: { id: '7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55' },
    body: { name: 'Lunas lagi', acts: { end: 'resolve' } },
    own: 404,
  },
  'DELETE /app/api/macros/:id': {
    least: 'agent',
    ids: [],
    fixed: { id: '7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55' },
    own: 204,
  },
  'GET /app/api/conversations/:id/macros/:macro_id': {
    least: 'agent',
    ids: [conversation],
    fixed: { macro_id: '7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55' },
    own: 404,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'GET /app/api/mentions': { least: 'agent', ids: [], own: 200 },
  'POST /app/api/mentions/read': { least: 'agent', ids: [], body: {}, own: 200 },
  'GET /app/api/conversations/counts': { least: 'agent', ids: [], own: 200 },
  'POST /app/api/conversations': {
    least: 'agent',
    ids: [{ in: 'body', name: 'device_uuid', kind: 'device' }],
    body: { to: '081299990001', message: { body: 'Halo' } },
    own: 202,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /app/api/conversations/:id/presence': {
    least: 'agent',
    ids: [conversation],
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'PUT /app/api/conversations/:id/presence': {
    least: 'agent',
    ids: [conversation],
    body: { state: 'viewing' },
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  // The passwords are wrong: tests of the second factor have right ones.
  'GET /app/api/totp': { least: 'agent', ids: [], own: 200 },
  'POST /app/api/totp': { least: 'agent', ids: [], body: { password: 'x' }, own: 422 },
  'DELETE /app/api/totp': { least: 'agent', ids: [], body: { password: 'x', code: '1' }, own: 422 },
  'POST /app/api/totp/confirm': { least: 'agent', ids: [], body: { code: '1' }, own: 409 },
  'POST /app/api/totp/recovery-codes': {
    least: 'agent',
    ids: [],
    body: { password: 'x', code: '1' },
    own: 422,
  },
  'GET /app/api/users': { least: 'admin', ids: [], own: 200 },
  'GET /app/api/users/:id': { least: 'admin', ids: [user], own: 200, unknown: USER_NOT_FOUND },
  'PATCH /app/api/users/:id': {
    least: 'admin',
    ids: [user, { in: 'body', name: 'device_uuids', kind: 'device', listed: true }],
    body: {},
    own: 200,
    unknown: USER_NOT_FOUND,
  },
  'POST /app/api/users/:id/reset': { least: 'admin', ids: [user], own: 201, unknown: USER_NOT_FOUND },
  'GET /app/api/invitations': { least: 'admin', ids: [], own: 200 },
  'POST /app/api/invitations': {
    least: 'admin',
    ids: [{ in: 'body', name: 'device_uuids', kind: 'device', listed: true }],
    body: { email: 'baru@toko.example', name: 'Baru', role: 'agent' },
    own: 201,
  },
  'DELETE /app/api/invitations/:id': {
    least: 'admin',
    ids: [{ ...user, kind: 'invitation' }],
    own: 204,
    unknown: { status: 404, error: 'invitation_not_found' },
  },
  'POST /app/api/links/look': { least: 'public', ids: [], body: { token: 'x' }, own: 404 },
  'POST /app/api/links/accept': {
    least: 'public',
    ids: [],
    body: { token: 'x', password: 'kopi susu tanpa gula' },
    own: 401,
  },
  'POST /app/api/links/log-in': { least: 'public', ids: [], body: { token: 'x' }, own: 401 },
  'GET /app/api/oidc': { least: 'public', ids: [], own: 200 },
  'GET /app/api/oidc/start': { least: 'public', ids: [], own: 404 },
  'GET /app/api/oidc/callback': { least: 'public', ids: [], own: 404 },
};

/** Every route below /app/api. HEAD goes with GET. */
export function staffMatrixOf(routes: readonly Route[]): Readonly<Record<string, StaffRow>> {
  const ofKeys = Object.entries(matrixOf(routes));
  const twins = ofKeys.map(([name, row]) => [twinOf(name), { ...row, least: leastFor(name) }]);
  return { ...Object.fromEntries(twins), ...STAFF_ROUTES, ...OPERATOR_ROUTES, ...SANDBOX_ROUTES };
}

function leastFor(name: string): StaffRow['least'] {
  if (OWNER_ROUTES.includes(name)) return 'owner';
  return AGENT_ROUTES.includes(name) ? 'agent' : 'admin';
}

function twinOf(name: string): string {
  return name.replace(' /v1/', ' /app/api/');
}
