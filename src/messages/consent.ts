import type { Consent } from '../engines/callbacks.ts';
import { toStorable } from '../lib/text.ts';

export interface CustomerConsent extends Consent {
  account_id: number;
}

/** Stores what a provider tells of customers and advertising, in this order. Safe to repeat. */
export type ConsentHook = (told: readonly CustomerConsent[]) => Promise<void>;

/** As `messages.phone` of the customer is stored. */
export const consentOf = (device: { account_id: number }, consent: Consent): CustomerConsent => ({
  ...consent,
  account_id: device.account_id,
  phone: toStorable(consent.phone),
});
