export const ACTORS = ['api_key', 'operator', 'system', 'user'] as const;

/** Who causes a change. */
export interface Actor {
  type: (typeof ACTORS)[number];
  /** API key id, public user id or system user. */
  id: string | null;
  /** Null without a request. */
  address: string | null;
}

/** Kurir itself. */
export const SYSTEM: Actor = { type: 'system', id: null, address: null };
