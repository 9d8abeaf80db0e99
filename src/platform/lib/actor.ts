export const ACTORS = ['api_key', 'operator', 'system', 'user'] as const;

/** Who causes a change. */
export interface Actor {
  type: (typeof ACTORS)[number];
  /** Id of the API key, public id of the user, or system user of the operator. */
  id: string | null;
  /** IP literal of the caller. Null without a request. */
  address: string | null;
}

/** What Kurir does by itself. */
export const SYSTEM: Actor = { type: 'system', id: null, address: null };
