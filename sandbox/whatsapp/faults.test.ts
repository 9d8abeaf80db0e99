import { expect, test } from 'vitest';
import { combineFaults, NO_FAULTS, readFaults } from './faults.ts';

test('missing faults have their default', () => {
  expect(readFaults('{}')).toEqual(NO_FAULTS);
  expect(readFaults('{"acks":false}')).toEqual({ ...NO_FAULTS, acks: false });
});

test.each([
  [{ acks: false }, {}, { acks: false }],
  [{}, { acks: false }, { acks: false }],
  [{ silent: true }, {}, { silent: true }],
  [{ failure: '503' }, { failure: '403' }, { failure: '403' }],
  [{ failure: '503' }, {}, { failure: '503' }],
  [
    { ack_error: '463', ack_error_for: 'strangers' as const },
    {},
    { ack_error: '463', ack_error_for: 'strangers' },
  ],
  [
    { ack_error: '463', ack_error_for: 'strangers' as const },
    { ack_error: '479' },
    { ack_error: '479', ack_error_for: 'all' },
  ],
  [
    { locked_until: '2026-01-02T00:00:00Z' },
    { locked_until: '2026-01-01T00:00:00Z' },
    { locked_until: '2026-01-01T00:00:00Z' },
  ],
  [{ refused_versions: ['1'] }, { refused_versions: ['2'] }, { refused_versions: ['1', '2'] }],
])('faults for all %j and for one number %j merge to %j', (forAll, forOne, both) => {
  const combined = combineFaults({ ...NO_FAULTS, ...forAll }, { ...NO_FAULTS, ...forOne });

  expect(combined).toEqual({ ...NO_FAULTS, ...both });
});
