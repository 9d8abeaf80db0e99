import type { Scope } from '../../src/platform/accounts/schema.ts';
import { DEVICE_NOT_FOUND, DEVICES, FULL, type MatrixRow, type Position, READS } from './matrix-row.ts';

const SENDING: Scope[] = ['full', 'send'];
const CONVERSATION_NOT_FOUND = { status: 404, error: 'conversation_not_found' };
const CANNED_NOT_FOUND = { status: 404, error: 'canned_reply_not_found' };
const LABEL_NOT_FOUND = { status: 404, error: 'label_not_found' };
const label: Position = { in: 'path', name: 'id', kind: 'label' };
const canned: Position = { in: 'path', name: 'id', kind: 'canned reply' };
const conversation: Position = { in: 'path', name: 'id', kind: 'conversation' };

/** Routes of conversations, labels and people, for the matrix. */
export const CONVERSATION_ROWS: Record<string, MatrixRow> = {
  'GET /v1/conversations': {
    ids: [{ in: 'query', name: 'device_uuid', kind: 'device' }],
    scopes: READS,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/conversations/:id': {
    ids: [conversation],
    scopes: READS,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'GET /v1/conversations/:id/messages': {
    ids: [conversation],
    scopes: READS,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/messages': {
    ids: [conversation],
    body: { body: 'Halo' },
    scopes: SENDING,
    own: 202,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/takeover': {
    ids: [conversation],
    body: {},
    scopes: SENDING,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/assign': {
    ids: [conversation],
    // For users, a name must be that of a user who sees the conversation.
    body: { assignee: null },
    scopes: SENDING,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/resolve': {
    ids: [conversation],
    body: {},
    scopes: SENDING,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/give-back': {
    ids: [conversation],
    body: {},
    scopes: SENDING,
    own: 409,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/read': {
    ids: [conversation],
    body: {},
    scopes: SENDING,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/snooze': {
    ids: [conversation],
    body: { for_minutes: 60 },
    scopes: SENDING,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/notes': {
    ids: [conversation],
    body: { body: 'Catatan' },
    scopes: SENDING,
    own: 201,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'POST /v1/conversations/:id/labels': {
    ids: [conversation],
    body: { add: [] },
    scopes: SENDING,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'GET /v1/conversations/:id/timeline': {
    ids: [conversation],
    scopes: READS,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'GET /v1/conversations/:id/decisions': {
    ids: [conversation],
    scopes: READS,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'PUT /v1/conversations/:id/automation': {
    ids: [conversation],
    body: { suppressed: false },
    scopes: FULL,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'GET /v1/automation': { ids: [], scopes: READS, own: 200 },
  'PATCH /v1/automation': { ids: [], body: { debounce_seconds: 3 }, scopes: FULL, own: 200 },
  'GET /v1/conversations/figures': {
    ids: [{ in: 'query', name: 'device_uuid', kind: 'device' }],
    scopes: READS,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/conversations/settings': { ids: [], scopes: READS, own: 200 },
  'PATCH /v1/conversations/settings': {
    ids: [],
    body: { queue_return_minutes: 30 },
    scopes: FULL,
    own: 200,
  },
  'POST /v1/labels': { ids: [], body: { name: 'Baru' }, scopes: FULL, own: 201 },
  'GET /v1/labels': { ids: [], scopes: READS, own: 200 },
  'PATCH /v1/labels/:id': {
    ids: [label],
    body: { name: 'Nama' },
    scopes: FULL,
    own: 200,
    unknown: LABEL_NOT_FOUND,
  },
  'DELETE /v1/labels/:id': { ids: [label], scopes: FULL, own: 204, unknown: LABEL_NOT_FOUND },
  'POST /v1/canned-replies': {
    ids: [DEVICES],
    body: { shortcut: 'baru', title: 'Baru', body: 'Halo {{customer.name}}' },
    scopes: FULL,
    own: 201,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/canned-replies': {
    ids: [{ in: 'query', name: 'device_uuid', kind: 'device' }],
    scopes: READS,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/canned-replies/:id': { ids: [canned], scopes: READS, own: 200, unknown: CANNED_NOT_FOUND },
  'PATCH /v1/canned-replies/:id': {
    ids: [canned, DEVICES],
    body: { title: 'Judul' },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/conversations/:id/canned-replies/:canned_reply_id/render': {
    ids: [conversation, { ...canned, name: 'canned_reply_id' }],
    body: {},
    scopes: SENDING,
    own: 200,
    unknown: CONVERSATION_NOT_FOUND,
  },
  'DELETE /v1/canned-replies/:id': { ids: [canned], scopes: FULL, own: 204, unknown: CANNED_NOT_FOUND },
  'GET /v1/people/:id': {
    ids: [{ in: 'path', name: 'id', kind: 'person' }],
    scopes: READS,
    own: 200,
    unknown: { status: 404, error: 'person_not_found' },
  },
  'POST /v1/people/:id/merge': {
    ids: [
      { in: 'path', name: 'id', kind: 'person' },
      { in: 'body', name: 'person_id', kind: 'other person' },
    ],
    body: {},
    scopes: SENDING,
    own: 200,
    unknown: { status: 404, error: 'person_not_found' },
  },
  'POST /v1/people/:id/unmerge': {
    ids: [
      { in: 'path', name: 'id', kind: 'person' },
      { in: 'body', name: 'person_id', kind: 'other person' },
    ],
    body: {},
    scopes: SENDING,
    own: 409,
    unknown: { status: 404, error: 'person_not_found' },
  },
};
