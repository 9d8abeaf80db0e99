/** What goes wrong after the demand of a passkey. `error_`: an IQ is refused. `mute_`: it has no answer. */
export const CEREMONY_FAULTS = [
  'no_options',
  'other_site',
  'repeated',
  'second',
  'unasked',
  'empty_code',
  'refresh',
  'error_passkey_request_options',
  'error_ref',
  'error_passkey_prologue',
  'error_companion_nonce',
  'error_encrypted_pairing_request',
  'mute_ref',
  'silent',
  'cut',
  'short_key',
  'asks_code',
  'old_secret',
] as const;
export type CeremonyFault = (typeof CEREMONY_FAULTS)[number];
