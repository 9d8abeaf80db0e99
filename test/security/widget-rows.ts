import { DEVICE_NOT_FOUND, FULL, type MatrixRow, type Position, READS } from './matrix-row.ts';

const NOT_FOUND = { status: 404, error: 'widget_not_found' };
const widget: Position = { in: 'path', name: 'id', kind: 'widget' };
const device: Position = { in: 'body', name: 'device_uuid', kind: 'device' };
const read: MatrixRow = { ids: [widget], scopes: READS, own: 200, unknown: NOT_FOUND };

/** Routes of widgets, for the matrix. */
export const WIDGET_ROWS: Record<string, MatrixRow> = {
  'GET /v1/widgets': { ids: [], scopes: READS, own: 200 },
  'POST /v1/widgets': {
    ids: [device],
    body: { name: 'Toko', mode: 'button', allowed_origins: ['https://shop.example'] },
    scopes: FULL,
    own: 201,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/widgets/:id': read,
  'PATCH /v1/widgets/:id': {
    ...read,
    ids: [widget, device],
    unknown: DEVICE_NOT_FOUND,
    body: { name: 'Toko' },
    scopes: FULL,
  },
  'DELETE /v1/widgets/:id': { ids: [widget], scopes: FULL, own: 204, unknown: NOT_FOUND },
  'POST /v1/widgets/:id/rotate-secret': { ...read, scopes: FULL },
  'GET /v1/widgets/:id/snippet': read,
  'GET /v1/widgets/:id/stats': read,
};
