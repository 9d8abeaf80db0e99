import { DEVICE_NOT_FOUND, FULL, type MatrixRow, type Position, READS } from './matrix-row.ts';

/** A PNG of one pixel. */
export const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const NOT_FOUND = { status: 404, error: 'entry_point_not_found' };
const link: Position = { in: 'path', name: 'id', kind: 'entry point' };
const device: Position = { in: 'body', name: 'device_uuid', kind: 'device' };
const read: MatrixRow = { ids: [link], scopes: READS, own: 200, unknown: NOT_FOUND };

/** Routes of entry points, for the matrix. */
export const ENTRY_POINT_ROWS: Record<string, MatrixRow> = {
  'GET /v1/entry-points': { ids: [], scopes: READS, own: 200 },
  'POST /v1/entry-points': {
    ids: [device],
    body: { name: 'Poster' },
    scopes: FULL,
    own: 201,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/entry-points/report': { ids: [], scopes: READS, own: 200 },
  'GET /v1/entry-points/touches': { ids: [], scopes: READS, own: 200 },
  'GET /v1/entry-points/:id': read,
  'PATCH /v1/entry-points/:id': {
    ...read,
    ids: [link, device],
    unknown: DEVICE_NOT_FOUND,
    body: { name: 'Poster' },
    scopes: FULL,
  },
  'DELETE /v1/entry-points/:id': { ids: [link], scopes: FULL, own: 204, unknown: NOT_FOUND },
  'GET /v1/entry-points/:id/stats': read,
  'GET /v1/entry-points/:id/qr.png': read,
  'GET /v1/entry-points/:id/qr.svg': read,
  'PUT /v1/entry-points/:id/logo': {
    ...read,
    body: { picture: LOGO },
    scopes: FULL,
    bodyLimit: 1_500_000,
  },
  'DELETE /v1/entry-points/:id/logo': { ...read, scopes: FULL },
};
