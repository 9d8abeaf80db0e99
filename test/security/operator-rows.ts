import type { StaffRow } from './matrix-row.ts';

/** No account has this number. The ids are those of other accounts on purpose, so isolation does not concern them. */
const nowhere = { id: '4000000000' };
const least = 'operator' as const;

/** Routes for operators of the installation. */
export const OPERATOR_ROUTES: Record<string, StaffRow> = {
  'GET /app/api/operator/accounts': { least, ids: [], own: 200 },
  'POST /app/api/operator/accounts': { least, ids: [], body: { name: 'Toko', kind: 'live' }, own: 201 },
  'GET /app/api/operator/accounts/:id': { least, ids: [], fixed: nowhere, own: 404 },
  'PATCH /app/api/operator/accounts/:id': { least, ids: [], fixed: nowhere, body: {}, own: 404 },
  'POST /app/api/operator/accounts/:id/suspend': { least, ids: [], fixed: nowhere, own: 404 },
  'POST /app/api/operator/accounts/:id/activate': { least, ids: [], fixed: nowhere, own: 404 },
  'POST /app/api/operator/accounts/activate-held': { least, ids: [], own: 200 },
  'POST /app/api/operator/accounts/:id/cancel': { least, ids: [], fixed: nowhere, own: 404 },
  'POST /app/api/operator/accounts/:id/owners': {
    least,
    ids: [],
    fixed: nowhere,
    body: { email: 'baru@toko.example', name: 'Baru' },
    own: 404,
  },
  'GET /app/api/operator/backups': { least, ids: [], own: 200 },
  'POST /app/api/operator/backups': { least, ids: [], own: 409 },
  'GET /app/api/operator/health': { least, ids: [], own: 200 },
  'GET /app/api/operator/plans': { least, ids: [], own: 200 },
  'GET /app/api/operator/rates': { least, ids: [], own: 200 },
  'PUT /app/api/operator/rates': {
    least,
    ids: [],
    body: {
      rates: [
        {
          market: 'Indonesia',
          category: 'service',
          valid_from: '2026-10-01',
          currency: 'IDR',
          amount: '1.5',
        },
      ],
    },
    own: 200,
  },
  'PUT /app/api/operator/plans/:name': {
    least,
    ids: [],
    fixed: { name: 'matrix' },
    body: { rate_per_minute: 1, monthly_quota: null, max_devices: 1 },
    own: 200,
  },
};
