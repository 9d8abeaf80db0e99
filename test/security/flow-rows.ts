import { BODY_LIMIT } from '../../src/assistant/flows/schema.ts';
import { IMPORT_LIMIT } from '../../src/assistant/flows/transfer-schema.ts';
import {
  DEVICE,
  DEVICE_NOT_FOUND,
  DEVICES,
  FULL,
  type MatrixRow,
  type Position,
  READS,
} from './matrix-row.ts';

const FLOW_NOT_FOUND = { status: 404, error: 'flow_not_found' };
const flow: Position = { in: 'path', name: 'id', kind: 'flow' };
const secret: Position = { in: 'path', name: 'name', kind: 'flow secret' };
const read: MatrixRow = { ids: [flow], scopes: READS, own: 200, unknown: FLOW_NOT_FOUND };
const act: MatrixRow = { ids: [flow], body: {}, scopes: FULL, own: 200, unknown: FLOW_NOT_FOUND };
const fixed = { version: '1' };
const simulation: Position = { in: 'path', name: 'simulation_id', kind: 'flow simulation' };
const SIMULATION = { name: 'Ukuran', messages: [{ text: 'ukuran' }] };

/** Routes of flows, for the matrix. */
export const FLOW_ROWS: Record<string, MatrixRow> = {
  'GET /v1/flows': { ids: [], scopes: READS, own: 200 },
  'POST /v1/flows': {
    ids: [DEVICES],
    body: { name: 'Baru' },
    scopes: FULL,
    own: 201,
    bodyLimit: BODY_LIMIT,
    unknown: DEVICE_NOT_FOUND,
  },
  'GET /v1/flows/schema': { ids: [], scopes: READS, own: 200 },
  'POST /v1/flows/import': {
    ids: [DEVICES],
    body: { format: 'kurir.flow/1', name: 'Baru', definition: {} },
    scopes: FULL,
    own: 201,
    unknown: DEVICE_NOT_FOUND,
    bodyLimit: IMPORT_LIMIT,
  },
  'GET /v1/flows/:id': read,
  'PATCH /v1/flows/:id': {
    ...act,
    ids: [flow, DEVICES],
    unknown: DEVICE_NOT_FOUND,
    body: { name: 'Nama' },
    bodyLimit: BODY_LIMIT,
  },
  'DELETE /v1/flows/:id': { ids: [flow], scopes: FULL, own: 204, unknown: FLOW_NOT_FOUND },
  'GET /v1/flows/:id/export': read,
  'GET /v1/flows/:id/versions': read,
  'GET /v1/flows/:id/versions/:version': { ...read, fixed },
  'GET /v1/flows/:id/versions/:version/diff': { ...read, fixed },
  'POST /v1/flows/:id/publish': act,
  'POST /v1/flows/:id/rollback': { ...act, body: { version: 1 } },
  'POST /v1/flows/:id/unpublish': act,
  'POST /v1/flows/:id/simulate': { ...act, ids: [flow, DEVICE], body: { messages: [{ text: 'ukuran' }] } },
  'GET /v1/flows/:id/simulations': read,
  'POST /v1/flows/:id/simulations': { ...act, ids: [flow, DEVICE], body: SIMULATION, own: 201 },
  'POST /v1/flows/:id/simulations/check': act,
  'GET /v1/flows/:id/simulations/:simulation_id': {
    ids: [flow, simulation],
    scopes: READS,
    own: 200,
    unknown: FLOW_NOT_FOUND,
  },
  'PUT /v1/flows/:id/simulations/:simulation_id': {
    ids: [flow, simulation, DEVICE],
    body: SIMULATION,
    scopes: FULL,
    own: 200,
    unknown: FLOW_NOT_FOUND,
  },
  'DELETE /v1/flows/:id/simulations/:simulation_id': {
    ids: [flow, simulation],
    scopes: FULL,
    own: 204,
    unknown: FLOW_NOT_FOUND,
  },
  'GET /v1/flows/secrets': { ids: [], scopes: READS, own: 200 },
  'PUT /v1/flows/secrets/:name': {
    ids: [],
    fixed: { name: 'shop_key' },
    body: { value: 's3cret' },
    scopes: FULL,
    own: 200,
  },
  'DELETE /v1/flows/secrets/:name': {
    ids: [secret],
    scopes: FULL,
    own: 204,
    unknown: { status: 404, error: 'flow_secret_not_found' },
  },
};
