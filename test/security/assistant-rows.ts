import { DEVICE_NOT_FOUND, FULL, type MatrixRow, READS } from './matrix-row.ts';

/** Routes of the assistant, for the matrix. */
export const ASSISTANT_ROWS: Record<string, MatrixRow> = {
  'GET /v1/assistant': { ids: [], scopes: READS, own: 200 },
  'PATCH /v1/assistant': {
    ids: [{ in: 'body', name: 'device_uuids', kind: 'device', listed: true }],
    body: { mode: 'shadow' },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/assistant/ask': {
    ids: [{ in: 'body', name: 'device_uuid', kind: 'device' }],
    body: { question: 'berapa ongkir?' },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
};
