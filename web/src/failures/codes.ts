/** Codes of docs/errors.md, of the engines, and of the official provider. */
const CODES = {
  gone: ['contact_deleted', 'person_erased'],
  samePerson: ['same_person'],
  emptyText: ['empty_text'],
  absent: ['not_on_whatsapp', 'recipient_unknown', 'invalid_phone', '131026'],
  optedOut: ['opted_out', '131050'],
  superseded: ['superseded'],
  cancelled: ['broadcast_cancelled'],
  withdrawn: ['withdrawn'],
  changeLate: ['change_too_late'],
  dropped: ['dropped'],
  offline: ['not_connected', 'provider_unreachable'],
  expired: ['expired'],
  banned: ['device_banned', '131031', '368'],
  released: ['device_released'],
  unknown: ['outcome_unknown', 'send_timed_out', 'not_storable', 'not_saved'],
  locked: ['reach_out_locked', '131048'],
  rejected: ['rejected', 'not_allowed', 'not_prepared', '100', '131008', '131009'],
  rate: ['provider_rate_limited', '4', '80007', '130429', '131056'],
  media: [
    'upload_failed',
    'media_not_found',
    'media_not_read',
    'media_unreachable',
    'media_blocked',
    'media_empty',
    'media_too_large',
    'media_type_not_supported',
    'media_is_page',
    'media_timeout',
    '131052',
    '131053',
  ],
  type: ['type_not_supported', '131051'],
  window: ['131047'],
  template: ['132000', '132001', '132005', '132007', '132012', '132015', '132016'],
  token: ['0', '3', '10', '190', '131005', '133010'],
  payment: ['131042'],
  chosen: ['131049'],
  provider: ['provider_error', 'stale_session', '1', '2', '131000', '131016'],
  account: ['account_cancelled'],
  imported: ['account_imported'],
} as const;
export type FailureKey = keyof typeof CODES | 'other';

const KEYS = new Map<string, FailureKey>(
  Object.entries(CODES).flatMap(
    ([key, codes]) => codes.map((code): [string, FailureKey] => [code, key as FailureKey]), // the keys of CODES
  ),
);

/** The text of a code. Two codes of the provider can mean the same. */
export const failureKeyOf = (code: string): FailureKey => KEYS.get(code) ?? 'other';
