/** Of a send, before anything is written. */

export const NOT_CONNECTED = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The device is not connected.',
} as const;

export const NOT_PREPARED = {
  outcome: 'not_written',
  code: 'not_prepared',
  message: 'The file of the message was not uploaded.',
} as const;

export const NOT_ON_WHATSAPP = 'The number is not on WhatsApp.';

export const NO_MEMBER = {
  outcome: 'refused',
  code: 'not_allowed',
  message: 'The number is no member of the group.',
} as const;

export const RECIPIENT_UNKNOWN = {
  outcome: 'not_written',
  code: 'recipient_unknown',
  message: 'The network did not answer whether the number exists.',
} as const;

export const TOO_LATE = {
  outcome: 'refused',
  code: 'change_too_late',
  message: 'The phone of the recipient no longer accepts the change of this message.',
} as const;
