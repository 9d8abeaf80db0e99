import { MAX_PHONE_DIGITS } from '../../../platform/lib/phone.ts';
import { QUEUED_HOURS } from './expiry.ts';

/** Errors of messages that the gateway itself ends. */
export const FAILURES = {
  account_cancelled: 'The account was cancelled.',
  account_imported:
    'The message waited when its account was exported. The imported account does not send it.',
  device_released: 'The device was released.',
  device_banned: 'The number was banned by the provider.',
  expired: `The message waited for ${QUEUED_HOURS} hours and could not be sent.`,
  invalid_phone: `The recipient is not a phone number: it has more than ${MAX_PHONE_DIGITS} digits.`,
  not_storable: 'The database refused the outcome of this message. The log of the gateway has the reason.',
  superseded: 'The conversation has another owner now, so the message of the automation is not sent.',
  person_erased: 'All data of the recipient were erased.',
  dropped: 'The operator dropped it: it waited when the account was suspended.',
  withdrawn: 'The message was deleted before it was sent.',
  outcome_unknown: 'The provider did not report the outcome. Kurir does not send the message again.',
} as const;

export const failureText = (code: string) => {
  const texts = Object.entries(FAILURES).map(([each, text]) => `when '${each}' then '${text}'`);
  return `case ${code} ${texts.join(' ')} end`;
};
