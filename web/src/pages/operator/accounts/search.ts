export const STATUSES = ['active', 'suspended', 'cancelled'] as const;

/** What the address of the list says. */
export interface AccountSearch {
  q?: string;
  status?: (typeof STATUSES)[number];
  plan?: string;
}

/** Reads the address of the list. A number in `q` comes as a number. */
export function accountSearch({ q, status, plan }: Record<string, unknown>): AccountSearch {
  const known = STATUSES.find((each) => each === status);
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, 100) }),
    ...(known && { status: known }),
    ...(typeof plan === 'string' && plan !== '' && { plan }),
  };
}
