import { DEVICE_NOT_FOUND, DEVICES, FULL, type MatrixRow, type Position, READS } from './matrix-row.ts';

const FAQ_NOT_FOUND = { status: 404, error: 'faq_not_found' };
const DOCUMENT_NOT_FOUND = { status: 404, error: 'document_not_found' };
const SITE_NOT_FOUND = { status: 404, error: 'site_not_found' };
const GAP_NOT_FOUND = { status: 404, error: 'gap_not_found' };
const TABLE_NOT_FOUND = { status: 404, error: 'table_not_found' };
const PRODUCTS = { type: 'text/csv', text: 'Nama,Harga\nKopi,Rp15.000\n' };
const FILE =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nBuka jam 9.\r\n--x--\r\n';
const document: Position = { in: 'path', name: 'id', kind: 'document' };
const site: Position = { in: 'path', name: 'id', kind: 'site' };
const table: Position = { in: 'path', name: 'id', kind: 'table' };
const gap: Position = { in: 'path', name: 'id', kind: 'gap' };
const faq: Position = { in: 'path', name: 'id', kind: 'faq' };

/** Routes of what the assistant knows, for the matrix. */
export const KNOWLEDGE_ROWS: Record<string, MatrixRow> = {
  'GET /v1/knowledge/faqs': { ids: [], scopes: READS, own: 200 },
  'POST /v1/knowledge/faqs': {
    ids: [DEVICES],
    body: { answer: 'Jam 9.', questions: ['Buka jam berapa?'] },
    scopes: FULL,
    own: 201,
    unknown: { status: 404, error: 'device_not_found' },
  },
  'GET /v1/knowledge/faqs/export': { ids: [], scopes: READS, own: 200 },
  'GET /v1/knowledge/faqs/:id': { ids: [faq], scopes: READS, own: 200, unknown: FAQ_NOT_FOUND },
  'PATCH /v1/knowledge/faqs/:id': {
    ids: [faq, DEVICES],
    body: { answer: 'Jam 9.' },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'DELETE /v1/knowledge/faqs/:id': { ids: [faq], scopes: FULL, own: 204, unknown: FAQ_NOT_FOUND },
  'POST /v1/knowledge/conversations/:id/messages/:message_id/faq': {
    ids: [
      { in: 'path', name: 'id', kind: 'conversation' },
      { in: 'path', name: 'message_id', kind: 'message' },
      { in: 'body', name: 'faq_id', kind: 'faq' },
    ],
    body: { question: 'Buka jam berapa?' },
    scopes: FULL,
    own: 200,
    unknown: { status: 404, error: 'conversation_not_found' },
  },
  'POST /v1/knowledge/faqs/import': {
    ids: [],
    raw: { type: 'text/csv', text: 'question,answer\nBuka jam berapa?,Jam 9.\n' },
    scopes: FULL,
    own: 200,
  },
  'GET /v1/knowledge/documents': { ids: [], scopes: READS, own: 200 },
  'POST /v1/knowledge/documents': {
    ids: [],
    raw: { type: 'multipart/form-data; boundary=x', text: FILE },
    scopes: FULL,
    own: 202,
  },
  'GET /v1/knowledge/documents/:id': {
    ids: [document],
    scopes: READS,
    own: 200,
    unknown: DOCUMENT_NOT_FOUND,
  },
  'GET /v1/knowledge/documents/:id/passages': {
    ids: [document],
    scopes: READS,
    own: 200,
    unknown: DOCUMENT_NOT_FOUND,
  },
  'PATCH /v1/knowledge/documents/:id': {
    ids: [document],
    body: { enabled: false },
    scopes: FULL,
    own: 200,
    unknown: DOCUMENT_NOT_FOUND,
  },
  'DELETE /v1/knowledge/documents/:id': {
    ids: [document],
    scopes: FULL,
    own: 204,
    unknown: DOCUMENT_NOT_FOUND,
  },
  'GET /v1/knowledge/sites': { ids: [], scopes: READS, own: 200 },
  'POST /v1/knowledge/sites': {
    ids: [],
    body: { url: 'https://toko.example.com/garansi' },
    scopes: FULL,
    own: 202,
  },
  'GET /v1/knowledge/sites/:id': { ids: [site], scopes: READS, own: 200, unknown: SITE_NOT_FOUND },
  'GET /v1/knowledge/sites/:id/pages': { ids: [site], scopes: READS, own: 200, unknown: SITE_NOT_FOUND },
  'PATCH /v1/knowledge/sites/:id': {
    ids: [site],
    body: { max_pages: 2 },
    scopes: FULL,
    own: 200,
    unknown: SITE_NOT_FOUND,
  },
  'POST /v1/knowledge/sites/:id/refresh': { ids: [site], scopes: FULL, own: 202, unknown: SITE_NOT_FOUND },
  'DELETE /v1/knowledge/sites/:id': { ids: [site], scopes: FULL, own: 204, unknown: SITE_NOT_FOUND },
  'GET /v1/knowledge/gaps': { ids: [], scopes: READS, own: 200 },
  'GET /v1/knowledge/gaps/:id': { ids: [gap], scopes: READS, own: 200, unknown: GAP_NOT_FOUND },
  'POST /v1/knowledge/gaps/:id/answer': {
    ids: [gap, { in: 'body', name: 'faq_id', kind: 'faq' }],
    body: { questions: ['Buka jam berapa?'] },
    scopes: FULL,
    own: 200,
    unknown: GAP_NOT_FOUND,
  },
  'POST /v1/knowledge/gaps/:id/dismiss': { ids: [gap], scopes: FULL, own: 200, unknown: GAP_NOT_FOUND },
  'GET /v1/knowledge/tables': { ids: [], scopes: READS, own: 200 },
  'POST /v1/knowledge/tables': { ids: [], raw: PRODUCTS, scopes: FULL, own: 201 },
  'GET /v1/knowledge/tables/:id': { ids: [table], scopes: READS, own: 200, unknown: TABLE_NOT_FOUND },
  'PATCH /v1/knowledge/tables/:id': {
    ids: [table, DEVICES],
    body: { enabled: false },
    scopes: FULL,
    own: 200,
    unknown: DEVICE_NOT_FOUND,
  },
  'DELETE /v1/knowledge/tables/:id': { ids: [table], scopes: FULL, own: 204, unknown: TABLE_NOT_FOUND },
  'GET /v1/knowledge/tables/:id/rows': { ids: [table], scopes: READS, own: 200, unknown: TABLE_NOT_FOUND },
  'PUT /v1/knowledge/tables/:id/rows': {
    ids: [table],
    raw: PRODUCTS,
    scopes: FULL,
    own: 200,
    unknown: TABLE_NOT_FOUND,
  },
  'POST /v1/knowledge/tables/:id/rows': {
    ids: [table],
    body: { rows: [{ cells: { Nama: 'Teh' } }] },
    scopes: FULL,
    own: 201,
    unknown: TABLE_NOT_FOUND,
  },
  'DELETE /v1/knowledge/tables/:id/rows': {
    ids: [table],
    query: { key: 'kopi' },
    scopes: FULL,
    own: 204,
    unknown: TABLE_NOT_FOUND,
  },
  'PATCH /v1/knowledge/tables/:id/rows': {
    ids: [table],
    body: { rows: [{ key: 'kopi', cells: { Nama: 'Kopi' } }] },
    scopes: FULL,
    own: 200,
    unknown: TABLE_NOT_FOUND,
  },
  'GET /v1/knowledge/tables/:id/export': {
    ids: [table],
    scopes: READS,
    own: 200,
    unknown: TABLE_NOT_FOUND,
  },
};
