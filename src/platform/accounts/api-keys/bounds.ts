import { FieldErrors } from '../../lib/errors.ts';
import { isSubnet, networks } from '../../lib/networks.ts';
import type { CreateApiKey } from './schema.ts';

/** How long and from where a key works. */
export interface Bounds {
  expires_at: Date | null;
  /** Null: from all addresses. */
  allowed_addresses: readonly string[] | null;
}

type Wish = Pick<CreateApiKey, 'expires_at' | 'allowed_addresses'>;

/** The bounds of a new key. None is looser than that of its creator. Throws FieldErrors. */
export function boundsBelow(creator: Bounds, wish: Wish, now: Date): Bounds {
  const errors = { ...expiryErrors(creator, wish, now), ...addressErrors(creator, wish) };
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
  const addresses = wish.allowed_addresses ?? [];
  return {
    expires_at: wish.expires_at ?? creator.expires_at,
    allowed_addresses: addresses.length > 0 ? addresses : creator.allowed_addresses,
  };
}

function expiryErrors(creator: Bounds, { expires_at: at }: Wish, now: Date): Record<string, string[]> {
  if (!at) return {};
  if (at <= now) return { expires_at: ['must be in the future'] };
  if (creator.expires_at === null || at <= creator.expires_at) return {};
  const latest = creator.expires_at.toISOString();
  return { expires_at: [`must not be later than the expiry of the calling key (${latest})`] };
}

function addressErrors(creator: Bounds, { allowed_addresses: wanted }: Wish): Record<string, string[]> {
  if (!wanted || creator.allowed_addresses === null) return {};
  const allowed = networks(creator.allowed_addresses);
  const errors = wanted.map((network, n): [string, string[]] | null =>
    isSubnet(network, allowed)
      ? null
      : [`allowed_addresses.${n}`, ['must be inside an entry of the list of the calling key']],
  );
  return Object.fromEntries(errors.filter((error) => error !== null));
}
