/** The lists of the inbox, in their order. `needs`: what needs an answer, and is of the user or unassigned. */
export const VIEWS = [
  ...(['needs', 'mine', 'unassigned', 'bot', 'all', 'unread', 'snoozed', 'resolved', 'groups'] as const),
];
export type ViewName = (typeof VIEWS)[number];

export const OWNER_STATES = ['bot', 'human_waiting', 'human_active', 'closed'] as const;
