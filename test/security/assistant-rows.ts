import { DEVICE_NOT_FOUND, FULL, type MatrixRow, type Position, READS } from './matrix-row.ts';

const FAQ_NOT_FOUND = { status: 404, error: 'faq_not_found' };
const decision: Position = { in: 'path', name: 'id', kind: 'decision' };

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
  'GET /v1/assistant/report': {
    ids: [{ in: 'query', name: 'device_uuid', kind: 'device' }],
    scopes: READS,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'POST /v1/decisions/:id/feedback': {
    ids: [decision, { in: 'body', name: 'faq_id', kind: 'faq' }],
    body: { verdict: 'right' },
    scopes: FULL,
    own: 200,
    unknown: { status: 404, error: 'decision_not_found' },
  },
  'GET /v1/assistant/test-questions': { ids: [], scopes: READS, own: 200 },
  'POST /v1/assistant/test-questions': {
    ids: [{ in: 'body', name: 'faq_id', kind: 'faq', nullable: true }],
    body: { question: 'ongkir bdg brp' },
    scopes: FULL,
    own: 201,
    unknown: FAQ_NOT_FOUND,
  },
  'DELETE /v1/assistant/test-questions/:id': {
    ids: [{ in: 'path', name: 'id', kind: 'test question' }],
    scopes: FULL,
    own: 204,
    unknown: { status: 404, error: 'test_question_not_found' },
  },
  'POST /v1/assistant/test-questions/import': {
    ids: [],
    raw: { type: 'text/csv', text: 'question,faq_id\nongkir bdg brp,\n' },
    scopes: FULL,
    own: 200,
  },
  'POST /v1/assistant/evaluations': { ids: [], body: { days: 7 }, scopes: FULL, own: 202 },
  'GET /v1/assistant/evaluations': { ids: [], scopes: READS, own: 200 },
  'GET /v1/assistant/evaluations/:id': {
    ids: [{ in: 'path', name: 'id', kind: 'evaluation' }],
    scopes: READS,
    own: 200,
    unknown: { status: 404, error: 'evaluation_not_found' },
  },
  'POST /v1/assistant/ask': {
    ids: [{ in: 'body', name: 'device_uuid', kind: 'device' }],
    body: { question: 'berapa ongkir?' },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
};
