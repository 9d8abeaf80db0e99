import { z } from 'zod';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { sealedCookie } from '../sessions/sealed-cookie.ts';

const MAX_AGE_MS = 10 * MINUTE;

/** A log-in at the provider, between start and callback. */
export const PENDING = sealedCookie(
  { secure: '__Host-kurir-oidc', plain: 'kurir_oidc' },
  z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    returnTo: z.string(),
    accountId: z.int().nullable(),
    isChoosing: z.boolean(),
  }),
  MAX_AGE_MS,
);

/** The accounts that a person who has come back from the provider has joined, or may join. */
export const CHOICES = sealedCookie(
  { secure: '__Host-kurir-accounts', plain: 'kurir_accounts' },
  z.object({ joined: z.array(z.int()), open: z.array(z.int()) }),
  MAX_AGE_MS,
);
