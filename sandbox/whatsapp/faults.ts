import { z } from 'zod';

/**
 * Trouble the network makes on request, per number or for everyone. It stays until changed (also over a restart), except
 * `close`, which happens once. Fields not given stay as they are; null (or the default) takes one away.
 */
export const Faults = z
  .object({
    /** Every message of the number is refused with this code: 463 (restricted) and 479 (invalid) are the usual ones. */
    ack_error: z
      .string()
      .regex(/^\d{3}$/, 'a code of three digits, as text')
      .nullable(),
    /** Whom `ack_error` concerns: everyone, or only people who never wrote to the number. */
    ack_error_for: z.enum(['all', 'strangers']),
    /** A number that asks is told that it may start no new chats until then, and so are open lines when this is set or taken away. */
    locked_until: z.iso.datetime({ offset: true }).nullable(),
    /** false: messages arrive, but the server never says that it took them. */
    acks: z.boolean(),
    /** false: messages arrive, but no delivered, read or retry receipt comes back. */
    receipts: z.boolean(),
    /** true: the socket opens and stays open, and after the handshake the server neither hears nor says anything. */
    silent: z.boolean(),
    /** Logins are refused with this reason: 401, 402, 403, 405, 503, ... For everyone: pairing is refused too. */
    failure: z
      .string()
      .regex(/^\d{3}$/, 'a code of three digits, as text')
      .nullable(),
    /** Clients of these versions are refused with 405, as the real network does with old ones. */
    refused_versions: z.array(z.string()),
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
};

/**
 * How an open line can be ended, once. 401: removed on the phone (the pairing stays valid, unlike a real logout); 411: not a
 * multi-device account; 428: the server hangs up; 440: replaced by another connection; any other code: a stream error with it.
 */
const CloseFault = z
  .object({ code: z.string().regex(/^\d{3}$/, 'a code of three digits, as text') })
  .strict();

export const FaultsChange = Faults.partial().extend({ close: CloseFault.optional() }).strict();
export type FaultsChange = z.infer<typeof FaultsChange>;

/** Faults as they are kept; anything missing is the default. */
export function readFaults(json: string): Faults {
  return Faults.parse({ ...NO_FAULTS, ...JSON.parse(json) });
}

/** Trouble for everyone and trouble for one number add up. */
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
  };
}
