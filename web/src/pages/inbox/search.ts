import { type ListQuery, needsAnswer } from '../../queries/list-query.ts';
import { OWNER_STATES, VIEWS, type ViewName } from './views.ts';

/** What the address of the inbox says. Without a view, `useView` finds the one to start with. */
export interface InboxSearch {
  view?: ViewName;
  q?: string;
  device?: string;
  label?: string;
  entry?: string;
  owner?: (typeof OWNER_STATES)[number];
  assignee?: string;
  team?: string;
  /** A number to write to: the dialog of a new chat is open. */
  to?: string;
  /** The `wa_message_id` of a found message, at which the chat opens. */
  message?: string;
}

const MAX_LENGTH = {
  q: 200,
  device: 100,
  label: 100,
  entry: 100,
  assignee: 100,
  team: 100,
  to: 50,
  message: 200,
} as const;

/** Reads the address. What it does not know counts as missing. */
export function readSearch(raw: Record<string, unknown>): InboxSearch {
  const view = VIEWS.find((name) => name === raw.view);
  const owner = OWNER_STATES.find((state) => state === raw.owner);
  const texts = Object.entries(MAX_LENGTH).flatMap(([name, length]) => {
    const value = typeof raw[name] === 'number' ? String(raw[name]) : raw[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.slice(0, length)]] : [];
  });
  return { ...(view && { view }), ...(owner && { owner }), ...Object.fromEntries(texts) };
}

/** The list of conversations. `me`: the name of the user. A search looks in all groups, or in all other chats. */
export function toListQuery(search: InboxSearch, me: string): ListQuery {
  const { view = 'needs', q, device, label, entry, owner, assignee, team } = search;
  const inGroups: ListQuery = view === 'groups' ? { chat: 'group' } : {};
  const { or_unassigned, ...ofView } = q === undefined ? VIEW_QUERIES[view](me) : inGroups;
  const filters = {
    ...ofView,
    // A chosen assignee is the only one.
    ...(or_unassigned && assignee === undefined && { or_unassigned }),
    ...(device !== undefined && { device_uuid: device }),
    ...(label !== undefined && { label }),
    ...(owner !== undefined && { owner_state: owner }),
    ...(assignee !== undefined && { assignee }),
    ...(team !== undefined && { team }),
  };
  // The API takes one of both.
  if (q !== undefined) return { ...filters, q };
  return { ...filters, ...(entry !== undefined && { entry_point_id: entry }) };
}

const VIEW_QUERIES: Record<ViewName, (me: string) => ListQuery> = {
  needs: needsAnswer,
  mine: (me) => ({ open: 'true', snoozed: 'false', assignee: me }),
  unassigned: () => ({ staff: 'true', snoozed: 'false', assigned: 'false' }),
  bot: () => ({ owner_state: 'bot', snoozed: 'false' }),
  all: () => ({ open: 'true', snoozed: 'false' }),
  unread: () => ({ unread: 'true', snoozed: 'false' }),
  snoozed: () => ({ snoozed: 'true' }),
  resolved: () => ({ open: 'false' }),
  groups: () => ({ chat: 'group' }),
};
