import { z } from 'zod';
import { CEREMONY_FAULTS } from './passkey/faults.ts';

export const Faults = z
  .object({
    /** 463: restricted, 479: invalid. */
    ack_error: z
      .string()
      .regex(/^\d{3}$/, 'a code of three digits, as text')
      .nullable(),
    /** Strangers never wrote to the number. */
    ack_error_for: z.enum(['all', 'strangers']),
    /** No new chats until then. A change notifies open connections. */
    locked_until: z.iso.datetime({ offset: true }).nullable(),
    acks: z.boolean(),
    receipts: z.boolean(),
    silent: z.boolean(),
    /** For all numbers: also refuses pairing. */
    failure: z
      .string()
      .regex(/^\d{3}$/, 'a code of three digits, as text')
      .nullable(),
    refused_versions: z.array(z.string()),
    /** What the network demands before it links the phone. `missing`: the phone has none. */
    passkey: z.enum(['none', 'required', 'missing']),
    passkey_fault: z.enum(CEREMONY_FAULTS).nullable(),
    /** The next scan makes the client renew its secret, and links nothing. */
    refresh: z.boolean(),
    /** For all numbers: what a client gets that asks for a code to type. 429: too many. */
    code_error: z
      .string()
      .regex(/^\d{3}$/, 'a code of three digits, as text')
      .nullable(),
  })
  .strict();

export type Faults = z.infer<typeof Faults>;

export const NO_FAULTS: Faults = {
  ack_error: null,
  ack_error_for: 'all',
  locked_until: null,
  acks: true,
  receipts: true,
  silent: false,
  failure: null,
  refused_versions: [],
  passkey: 'none',
  passkey_fault: null,
  refresh: false,
  code_error: null,
};

/** 401 keeps the pairing valid, unlike a real logout. */
const CloseFault = z
  .object({ code: z.string().regex(/^\d{3}$/, 'a code of three digits, as text') })
  .strict();

export const FaultsChange = Faults.partial().extend({ close: CloseFault.optional() }).strict();
export type FaultsChange = z.infer<typeof FaultsChange>;

/** Parses stored faults. */
export function readFaults(json: string): Faults {
  return Faults.parse({ ...NO_FAULTS, ...JSON.parse(json) });
}

/** Merges the faults of all numbers with those of one. */
export function combineFaults(forAll: Faults, forOne: Faults): Faults {
  return {
    ack_error: forOne.ack_error ?? forAll.ack_error,
    ack_error_for: forOne.ack_error ? forOne.ack_error_for : forAll.ack_error_for,
    locked_until: forOne.locked_until ?? forAll.locked_until,
    acks: forAll.acks && forOne.acks,
    receipts: forAll.receipts && forOne.receipts,
    silent: forAll.silent || forOne.silent,
    failure: forOne.failure ?? forAll.failure,
    refused_versions: [...forAll.refused_versions, ...forOne.refused_versions],
    passkey: forOne.passkey === 'none' ? forAll.passkey : forOne.passkey,
    passkey_fault: forOne.passkey_fault ?? forAll.passkey_fault,
    refresh: forOne.refresh,
    code_error: forAll.code_error,
  };
}
