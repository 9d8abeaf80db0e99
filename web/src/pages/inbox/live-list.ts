import type { Schema } from '../../api/schemas.ts';
import { hasFlags, type ListQuery, wantsFree } from '../../queries/list-query.ts';
import { isOfOthers } from '../../queries/team-members.ts';

type Conversation = Schema<'Conversation'>;

/** A list of conversations as far as it is loaded. */
export interface LoadedList {
  items: readonly Conversation[];
  /** Of the rest of the list. Null: nothing more. */
  cursor: string | null;
}

/** What a batch of events changes in lists. */
export interface Changes {
  /** The newest state of each changed conversation, by its id. */
  conversations: ReadonlyMap<string, Conversation>;
  /** The status of sent messages, by their id. */
  statuses: ReadonlyMap<number, string>;
  /** Conversations that are not shown any more. */
  gone: ReadonlySet<string>;
}

/**
 * Applies events to a list without a call: conversations move to their place, come in or leave. Returns the same list
 * when nothing in it changes. Only the gateway knows search results: they change in place, and none are added. The open
 * conversation stays where it is until the user leaves it.
 */
export function applyChanges(
  list: LoadedList,
  query: ListQuery,
  changes: Changes,
  openId: string | null = null,
): LoadedList {
  const { statuses, gone } = changes;
  // A status can come in one batch with the state before it.
  const conversations = new Map(
    [...changes.conversations].map(([id, changed]) => [id, withStatus(changed, statuses)]),
  );
  const isSearch = query.q !== undefined;
  const arriving: Conversation[] = [];
  let isChanged = false;
  const kept: Conversation[] = [];
  const known = new Set<string>();
  for (const item of list.items) {
    known.add(item.id);
    const changed = statusKept(conversations.get(item.id), item);
    const next = changed ?? withStatus(item, statuses);
    if (next !== item || gone.has(item.id)) isChanged = true;
    if (gone.has(item.id)) continue;
    if (changed === undefined || isSearch) kept.push(isSearch ? foundAs(item, next) : next);
    else if (matches(changed, query)) arriving.push(changed);
    else if (item.id === openId) kept.push(changed);
  }
  if (!isSearch)
    for (const conversation of conversations.values())
      if (!known.has(conversation.id) && !gone.has(conversation.id) && matches(conversation, query))
        arriving.push(conversation);
  if (!isChanged && arriving.length === 0) return list;
  return { ...list, items: merged(kept, arriving, query, list.cursor !== null) };
}

/** Events know no search. */
function foundAs(found: Conversation, next: Conversation): Conversation {
  const { found_message_id, found_excerpt } = found;
  if (found_message_id === undefined || next.found_message_id === found_message_id) return next;
  return { ...next, found_message_id, ...(found_excerpt !== undefined && { found_excerpt }) };
}

/** Leaves out the conversation when the list stopped fitting it while it was open. */
export function withoutLeft(list: LoadedList, query: ListQuery, id: string): LoadedList {
  const items = list.items.filter((item) => item.id !== id || query.q !== undefined || matches(item, query));
  return items.length === list.items.length ? list : { ...list, items };
}

/** Whether a list with these filters shows the conversation. The words of a search are left out. */
function matches(conversation: Conversation, query: ListQuery): boolean {
  const { owner_state, waiting_since, snoozed_until, assignee, team, unread, labels } = conversation;
  const flags = {
    owner_state,
    unread: unread > 0,
    waiting: waiting_since !== null,
    snoozed: snoozed_until !== null,
    assigned: assignee !== null,
    group: conversation.chat === 'group',
  };
  return (
    hasFlags(flags, query) &&
    (query.order !== 'longest_waiting' || flags.waiting) &&
    (query.assignee === undefined ||
      query.assignee === assignee ||
      (wantsFree(query) && assignee === null && !isOfOthers(team, query.assignee))) &&
    (query.team === undefined || (team !== null && same(query.team, team))) &&
    (query.device_uuid === undefined || query.device_uuid === conversation.device_uuid) &&
    (query.label === undefined || labels.some((label) => same(label, query.label ?? ''))) &&
    (query.entry_point_id === undefined || query.entry_point_id === conversation.last_touch?.entry_point_id)
  );
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Both in the order of the list. What belongs behind the loaded part comes with its page. */
function merged(
  kept: readonly Conversation[],
  arriving: Conversation[],
  query: ListQuery,
  hasMore: boolean,
): Conversation[] {
  const compare = query.order === 'longest_waiting' ? byWait : byActivity;
  arriving.sort(compare);
  const result: Conversation[] = [];
  let next = 0;
  for (const item of kept) {
    for (; next < arriving.length; next += 1) {
      const one = arriving[next];
      if (!one || compare(one, item) > 0) break;
      result.push(one);
    }
    result.push(item);
  }
  if (!hasMore || kept.length === 0) result.push(...arriving.slice(next));
  return result;
}

const byActivity = (one: Conversation, other: Conversation) => compareTexts(other.last_at, one.last_at);
const byWait = (one: Conversation, other: Conversation) =>
  compareTexts(one.waiting_since ?? '', other.waiting_since ?? '');
/** Times of the API have one form, so their texts have their order. */
const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function withStatus(conversation: Conversation, statuses: Changes['statuses']): Conversation {
  const { last_message } = conversation;
  const status = last_message?.id == null ? undefined : statuses.get(last_message.id);
  if (!last_message || status === undefined || !isLater(status, last_message.status)) return conversation;
  return { ...conversation, last_message: { ...last_message, status } };
}

/** The answer of a call can be older than the status of the last event. */
function statusKept(changed: Conversation | undefined, known: Conversation): Conversation | undefined {
  const { last_message: last } = known;
  if (!changed || last?.id == null) return changed;
  return withStatus(changed, new Map([[last.id, last.status]]));
}

const STEPS = ['queued', 'sent', 'delivered', 'read'];

/** Whether a status comes after another one. Events can arrive twice, and a failure stays. */
export function isLater(next: string, present: string): boolean {
  if (present === 'failed') return false;
  return next === 'failed' || STEPS.indexOf(next) > STEPS.indexOf(present);
}
