import { toStorable } from '../../platform/lib/text.ts';
import type { Consent, Handover, Move } from '../engines/callbacks.ts';

export interface CustomerConsent extends Consent {
  account_id: number;
}

/** In order. Safe to repeat. */
export type ConsentHook = (told: readonly CustomerConsent[]) => Promise<void>;

export const consentOf = (device: { account_id: number }, consent: Consent): CustomerConsent => ({
  ...consent,
  account_id: device.account_id,
  phone: toStorable(consent.phone),
});

export interface CustomerMove extends Move {
  account_id: number;
}

/** A customer with a new number or user id stays one person. In order. Safe to repeat. */
export type MoveHook = (moves: readonly CustomerMove[]) => Promise<void>;

export const moveOf = (device: { account_id: number }, { from, to }: Move): CustomerMove => ({
  account_id: device.account_id,
  from: from.map(toStorable),
  to: to.map(toStorable),
});

export interface CustomerHandover extends Handover {
  account_id: number;
  device_id: number;
}

/** Safe to repeat. */
export type HandoverHook = (handovers: readonly CustomerHandover[]) => Promise<void>;

export const handoverOf = (
  device: { id: number; account_id: number },
  handover: Handover,
): CustomerHandover => ({
  ...handover,
  account_id: device.account_id,
  device_id: device.id,
  phone: toStorable(handover.phone),
});
