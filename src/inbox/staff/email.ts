import { apiString } from '../../platform/lib/text.ts';

/** ASCII: database and Kurir agree on lower case. */
const ADDRESS = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** Ignores case. */
export const email = () =>
  apiString()
    .overwrite((text) => text.trim())
    .max(254)
    .regex(ADDRESS, 'must be an e-mail address')
    .overwrite((text) => text.toLowerCase());

const EMAIL = email();

/** Null for other text: some letters become ASCII in lower case. */
export function readEmail(text: unknown): string | null {
  return EMAIL.safeParse(text).data ?? null;
}
