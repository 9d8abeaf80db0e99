/** What the timeline tells. */
export const TIMELINE_KINDS = [
  ...(['opened', 'taken_over', 'handed_off', 'given_back', 'assigned', 'unassigned', 'resolved'] as const),
  ...(['unanswered', 'reply_failed', 'labelled', 'automation_off', 'automation_on', 'merged'] as const),
  ...([
    'unmerged',
    'continued',
    'snoozed',
    'snooze_ended',
    'note',
    'number_changed',
    'team_changed',
    'fields_changed',
  ] as const),
  ...(['rating_asked', 'rated'] as const),
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
