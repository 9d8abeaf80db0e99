import {
  DEVICE,
  DEVICE_NOT_FOUND,
  DEVICES,
  FULL,
  type MatrixRow,
  type Position,
  READS,
} from './matrix-row.ts';

const NOT_FOUND = { status: 404, error: 'auto_reply_not_found' };
const rule: Position = { in: 'path', name: 'id', kind: 'auto-reply' };
const REPLIES = [{ type: 'text', body: 'Mulai 20 ribu.' }];

/** Routes of auto-replies, for the matrix. */
export const AUTO_REPLY_ROWS: Record<string, MatrixRow> = {
  'POST /v1/auto-replies': {
    ids: [DEVICES],
    body: { kind: 'keyword', name: 'Harga', patterns: ['harga'], replies: REPLIES },
    scopes: FULL,
    own: 201,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/auto-replies': { ids: [], scopes: READS, own: 200 },
  'GET /v1/auto-replies/:id': { ids: [rule], scopes: READS, own: 200, unknown: NOT_FOUND },
  'PATCH /v1/auto-replies/:id': {
    ids: [rule, DEVICES],
    body: { name: 'Harga' },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/auto-replies/test': {
    ids: [DEVICE],
    body: { text: 'harga' },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'DELETE /v1/auto-replies/:id': { ids: [rule], scopes: FULL, own: 204, unknown: NOT_FOUND },
};
