/** The lists of the inbox, in their order. */
export const VIEWS = ['mine', 'unassigned', 'all', 'unread', 'waiting', 'snoozed', 'resolved'] as const;
export type ViewName = (typeof VIEWS)[number];

export const OWNER_STATES = ['bot', 'human_waiting', 'human_active', 'closed'] as const;
