import { apiString } from '../../platform/lib/text.ts';

/** ASCII alone, so that the database and Kurir agree on lower case. */
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** Upper and lower case are the same. */
export const email = () =>
  apiString()
    .overwrite((text) => text.trim())
    .max(254)
    .regex(ADDRESS, 'must be an e-mail address')
    .overwrite((text) => text.toLowerCase());

const EMAIL = email();

/** As users have it. Null for other text: the lower case of some letters is an ASCII letter. */
export function readEmail(text: unknown): string | null {
  return EMAIL.safeParse(text).data ?? null;
}
