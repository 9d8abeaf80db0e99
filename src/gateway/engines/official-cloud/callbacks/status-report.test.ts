import { expect, test } from 'vitest';
import {
  ARRIVAL,
  callbackOf,
  NUMBER,
  readCallback,
  WRITTEN_AT,
} from '../../../../../test/harness/official-callback.ts';

test.each([
  ['null for errors', { errors: null }, 'failed'],
  ['null for a title', { errors: [{ code: 131026, title: null }] }, '131026'],
  ['a code as text after an unreadable error', { errors: [null, { code: '131026' }] }, '131026'],
  ['an empty list', { errors: [] }, 'failed'],
])('a failed message with %s is reported as failed', (_name, fields, code) => {
  const status = { id: 'wamid.1', status: 'failed', timestamp: 1749416383, biz_opaque_callback_data: 7 };

  expect(readCallback(callbackOf({ statuses: [{ ...status, ...fields }] })).items).toMatchObject([
    { kind: 'status', status: { providerId: 'wamid.1', reference: null, error: { code } } },
  ]);
});

test.each(['sent', 'delivered', 'read'])('the status %s is reported with our reference', (status) => {
  const statuses = [{ id: 'wamid.1', status, timestamp: '1749416383', biz_opaque_callback_data: 'kurir.1' }];

  expect(readCallback(callbackOf({ statuses })).items).toEqual([
    {
      kind: 'status',
      phoneNumberId: NUMBER,
      status: {
        ...{ providerId: 'wamid.1', reference: 'kurir.1', status, error: null },
        ...{ at: WRITTEN_AT, pricing: null },
      },
    },
  ]);
});

test.each([
  [
    'all of it',
    { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' },
    { billable: true, model: 'pmp', type: 'regular', category: 'marketing' },
  ],
  [
    'a free type without the flag',
    { type: 'free_entry_point', category: 'utility' },
    { billable: false, model: null, type: 'free_entry_point', category: 'utility' },
  ],
  [
    'a charged type without the flag',
    { type: 'regular', category: 'service' },
    { billable: true, model: null, type: 'regular', category: 'service' },
  ],
  ['a new category', { category: 'marketing_lite', billable: false }, { category: 'marketing_lite' }],
  ['no category', { billable: true, type: 'regular' }, null],
  ['a text in its place', 'free', null],
  ['a category that is no word', { category: '<b>', billable: true }, null],
])('a price with %s is read, or dropped without its status', (_name, pricing, read) => {
  const statuses = [{ id: 'wamid.1', status: 'delivered', pricing }];

  expect(readCallback(callbackOf({ statuses })).items).toMatchObject([
    { status: { status: 'delivered', at: ARRIVAL, pricing: read } },
  ]);
});

test('a failure is reported with code and text', () => {
  const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details: '24 hours' } }];

  const { items } = readCallback(callbackOf({ statuses: [{ id: 'wamid.1', status: 'failed', errors }] }));

  expect(items).toMatchObject([
    {
      status: {
        reference: null,
        status: 'failed',
        error: { code: '131047', message: 'Re-engagement message: 24 hours' },
      },
    },
  ]);
});

test('a warning, and an error beside a status of a message that did not fail, are kept', () => {
  const errors = [{ code: 131060, title: 'Hidden', error_data: { details: 'On an old phone.' } }];
  const statuses = [
    { id: 'wamid.1', status: 'warning' },
    { id: 'wamid.2', status: 'delivered', biz_opaque_callback_data: 'kurir.2', errors },
    { id: 'wamid.3', status: 'failed', errors },
  ];

  const { items } = readCallback(callbackOf({ statuses }));

  const warnings = items.flatMap((item) => (item.kind === 'warning' ? [item.warning] : []));
  expect(warnings).toEqual([
    ...[{ providerId: 'wamid.1', reference: null, code: 'warning', message: 'The provider gave no reason.' }],
    ...[{ providerId: 'wamid.2', reference: 'kurir.2', code: '131060', message: 'Hidden: On an old phone.' }],
  ]);
});

test('unknown statuses are ignored', () => {
  const statuses = ['played', 'deleted'].map((status) => ({ id: 'wamid.1', status }));

  expect(readCallback(callbackOf({ statuses }))).toMatchObject({ items: [], broken: 0 });
});
