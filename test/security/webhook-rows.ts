import { DEVICES, FULL, type MatrixRow, type Position, READS } from './matrix-row.ts';

const WEBHOOK_NOT_FOUND = { status: 404, error: 'webhook_not_found' };
const webhook: Position = { in: 'path', name: 'id', kind: 'webhook' };
const delivery: Position = { in: 'path', name: 'delivery_id', kind: 'delivery' };

export const WEBHOOK_ROWS: Record<string, MatrixRow> = {
  'POST /v1/webhooks': {
    ids: [DEVICES],
    body: { url: 'https://example.com/hook', events: ['message.received'] },
    scopes: FULL,
    own: 201,
    unknown: { status: 422, error: null },
  },
  'PATCH /v1/webhooks/:id': {
    ids: [webhook, DEVICES],
    body: { events: ['message.received'] },
    scopes: FULL,
    own: 200,
    unknown: WEBHOOK_NOT_FOUND,
  },
  'GET /v1/webhooks': { ids: [], scopes: READS, own: 200 },
  'DELETE /v1/webhooks/:id': { ids: [webhook], scopes: FULL, own: 204, unknown: WEBHOOK_NOT_FOUND },
  'POST /v1/webhooks/:id/disable': { ids: [webhook], scopes: FULL, own: 200, unknown: WEBHOOK_NOT_FOUND },
  'POST /v1/webhooks/:id/enable': { ids: [webhook], scopes: FULL, own: 200, unknown: WEBHOOK_NOT_FOUND },
  'POST /v1/webhooks/:id/rotate-secret': {
    ids: [webhook],
    body: { overlap_hours: 1 },
    scopes: FULL,
    own: 200,
    unknown: WEBHOOK_NOT_FOUND,
  },
  'GET /v1/webhooks/:id/deliveries': {
    ids: [webhook],
    scopes: READS,
    own: 200,
    unknown: WEBHOOK_NOT_FOUND,
  },
  'GET /v1/webhooks/:id/deliveries/:delivery_id': {
    ids: [webhook, delivery],
    scopes: READS,
    own: 200,
    unknown: WEBHOOK_NOT_FOUND,
  },
  'POST /v1/webhooks/:id/deliveries/:delivery_id/replay': {
    ids: [webhook, delivery],
    scopes: FULL,
    own: 202,
    unknown: WEBHOOK_NOT_FOUND,
  },
  'POST /v1/webhooks/:id/replay': {
    ids: [webhook],
    body: { since: '2025-11-21T08:15:30.000Z' },
    scopes: FULL,
    own: 202,
    unknown: WEBHOOK_NOT_FOUND,
  },
  'POST /v1/webhooks/:id/test': { ids: [webhook], scopes: FULL, own: 202, unknown: WEBHOOK_NOT_FOUND },
};
