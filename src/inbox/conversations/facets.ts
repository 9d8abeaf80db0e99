/**
 * - bot: the automation of the number answers.
 * - human_waiting: the customer waits for staff.
 * - human_active: staff answers.
 * - closed: nothing is open. The next message opens an episode.
 */
export const OWNER_STATES = ['bot', 'human_waiting', 'human_active', 'closed'] as const;
export type OwnerState = (typeof OWNER_STATES)[number];

export interface Flags {
  owner_state: OwnerState;
  unread: boolean;
  waiting: boolean;
  snoozed: boolean;
  assigned: boolean;
  group: boolean;
}

/** Filters with few values. Undefined: any. */
export interface FacetFilter {
  owner_state?: OwnerState | undefined;
  open?: boolean | undefined;
  /** Waits for staff, or staff answers. */
  staff?: boolean | undefined;
  unread?: boolean | undefined;
  waiting?: boolean | undefined;
  snoozed?: boolean | undefined;
  assigned?: boolean | undefined;
  group?: boolean | undefined;
}

const FACETS = Array.from({ length: 128 }, (_, facet) => {
  const flags = flagsOf(facet);
  const { owner_state } = flags;
  return { facet, ...flags, open: owner_state !== 'closed', staff: /^human/.test(owner_state) };
});

const FILTERS = [
  'owner_state',
  'open',
  'staff',
  'unread',
  'waiting',
  'snoozed',
  'assigned',
  'group',
] as const;

/** Of `conversations.facet`; a test compares them with the migration. */
export function facetsOf(filter: FacetFilter): number[] {
  return FACETS.filter((each) =>
    FILTERS.every((name) => filter[name] === undefined || filter[name] === each[name]),
  ).map(({ facet }) => facet);
}

/** What a value of `conversations.facet` says. */
export function flagsOf(facet: number): Flags {
  return {
    owner_state: OWNER_STATES[facet & 3] ?? 'closed',
    unread: (facet & 4) !== 0,
    waiting: (facet & 8) !== 0,
    snoozed: (facet & 16) !== 0,
    assigned: (facet & 32) !== 0,
    group: (facet & 64) !== 0,
  };
}
