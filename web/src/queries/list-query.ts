import type { paths } from '../api/schema.ts';
import type { Schema } from '../api/schemas.ts';

/** What a list of conversations shows. */
export type ListQuery = NonNullable<paths['/app/api/conversations']['get']['parameters']['query']>;

/** The view of what waits for this user: the same in the list, in its count and in the navigation. */
export const needsAnswer = (me: string): ListQuery => ({
  staff: 'true',
  waiting: 'true',
  snoozed: 'false',
  order: 'longest_waiting',
  assignee: me,
  or_unassigned: 'true',
});

/** How many conversations a view has. Searches and filters beside the view do not count. */
export function countOf(counts: readonly Schema<'ConversationCount'>[], query: ListQuery): number {
  return counts
    .filter((row) => {
      const isOf = query.assignee === undefined ? !row.mine : row.mine || (wantsFree(query) && !row.assigned);
      return isOf && hasFlags(row, query);
    })
    .reduce((sum, { count, takeable }) => sum + (wantsFree(query) ? (takeable ?? count) : count), 0);
}

export const wantsFree = (query: ListQuery) => query.or_unassigned === 'true';

type Flags = Pick<
  Schema<'ConversationCount'>,
  'owner_state' | 'unread' | 'waiting' | 'snoozed' | 'assigned' | 'group'
>;

export function hasFlags(flags: Flags, query: ListQuery): boolean {
  const { owner_state, group, ...others } = flags;
  const isOpen = owner_state !== 'closed';
  const is = { ...others, open: isOpen, staff: isOpen && owner_state !== 'bot' };
  return (
    (query.chat === 'all' || group === (query.chat === 'group')) &&
    (['open', 'staff', 'unread', 'waiting', 'snoozed', 'assigned'] as const).every(
      (name) => query[name] === undefined || (query[name] === 'true') === is[name],
    ) &&
    (query.owner_state === undefined || query.owner_state === owner_state)
  );
}
