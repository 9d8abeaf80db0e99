import type { OwnerState } from '../facets.ts';
import { MAX_LABELS_OF_CONVERSATION } from '../schema.ts';

/** What a merge joins, and its end restores. */
export interface PartState {
  phone: string;
  owner_state: OwnerState;
  owner_since: Date;
  owner_reason: string | null;
  assignee: string | null;
  bot_context_from: number | null;
  episode: number;
  unread: number;
  waiting_since: Date | null;
  /** Its answer, with this row id, is queued and may fail. */
  answering_since: Date | null;
  answering_from: number | null;
  last_customer_at: Date | null;
  last_human_at: Date | null;
  last_at: Date;
  snoozed_until: Date | null;
  automation_suppressed: boolean;
  label_ids: number[];
}

/** A conversation by itself. */
export interface Part extends PartState {
  conversation_id: number;
  /** Whose conversation it is without the merge. */
  person_id: number;
  /** Newest message of the customer in this state. */
  last_in_id: number | null;
}

/** A message of the customer. */
export interface Received {
  id: number;
  phone: string;
  at: Date;
}

export type Parts = readonly [Part, ...Part[]];

/** Staff before automation, open before closed: no chat falls silent. */
const STRENGTH: Record<OwnerState, number> = { human_active: 3, human_waiting: 2, bot: 1, closed: 0 };

/** The first part is the conversation that shows the others. */
export function join(parts: Parts): PartState {
  const owner = parts.reduce((best, part) => (isStronger(part, best) ? part : best));
  const same = parts.filter(({ owner_state }) => owner_state === owner.owner_state);
  const latest = parts.reduce((best, part) =>
    timeOf(part.last_customer_at) > timeOf(best.last_customer_at) ? part : best,
  );
  return {
    phone: latest.phone,
    owner_state: owner.owner_state,
    owner_since: owner.owner_since,
    owner_reason: owner.owner_reason,
    assignee: same.find(({ assignee }) => assignee !== null)?.assignee ?? null,
    bot_context_from: owner.owner_state === 'bot' ? least(same.map(contextOf)) : owner.bot_context_from,
    episode: Math.max(...parts.map(({ episode }) => episode)),
    unread: parts.reduce((sum, { unread }) => sum + unread, 0),
    waiting_since: first(parts.map(({ waiting_since }) => waiting_since)),
    answering_since: first(parts.map(({ answering_since }) => answering_since)),
    answering_from: least(parts.map(({ answering_from }) => answering_from)),
    last_customer_at: last(parts.map(({ last_customer_at }) => last_customer_at)),
    last_human_at: last(parts.map(({ last_human_at }) => last_human_at)),
    last_at: last(parts.map(({ last_at }) => last_at)) ?? owner.last_at,
    snoozed_until: snoozeOf(parts),
    automation_suppressed: parts.some(({ automation_suppressed }) => automation_suppressed),
    label_ids: firstLabels(parts.flatMap(({ label_ids }) => label_ids)),
  };
}

/** Further labels are not shown; each part keeps its own. */
function firstLabels(ids: readonly number[]): number[] {
  const all = [...new Set(ids)];
  return all.length <= MAX_LABELS_OF_CONVERSATION
    ? all
    : all.toSorted((a, b) => a - b).slice(0, MAX_LABELS_OF_CONVERSATION);
}

const isStronger = (one: Part, other: Part) => STRENGTH[one.owner_state] > STRENGTH[other.owner_state];
const contextOf = ({ bot_context_from }: Part) => bot_context_from;

/** Snoozed only while every open part is. */
function snoozeOf(parts: Parts): Date | null {
  const open = parts.filter(({ owner_state }) => owner_state !== 'closed');
  const asked = open.length > 0 ? open : parts;
  const times = asked.map(({ snoozed_until }) => snoozed_until);
  return times.includes(null) ? null : first(times);
}

export interface Joined extends PartState {
  /** Since the parts were put together. */
  isSameOwner: boolean;
}

/**
 * After everything that happened to the shown conversation. `received`: newest messages of each
 * part, newest first. Unchanged parts stay exactly as they were.
 */
export function settle(
  parts: Parts,
  joined: Joined,
  received: ReadonlyMap<number, readonly Received[]>,
): [Part, ...Part[]] {
  const [single, ...more] = parts;
  if (more.length === 0) return [{ ...single, ...stateOf(joined), last_in_id: newestOf(single, received) }];
  const before = join(parts);
  const unread = unreadOf(parts, joined, received);
  const waiting = waitingOf(parts, joined, received);
  const answering = answeringOf(parts, { joined, before }, waiting, received);
  const isAddressed = (part: Part) => newsOf(part, received).length > 0 || waiting.has(part);
  const isAnyAddressed = parts.some(isAddressed);
  const settleOne = (part: Part): Part => {
    const isShown = part === single;
    const latest = newsOf(part, received)[0];
    const change = changeOf(part, {
      isAddressed: isAddressed(part),
      mayLead: isShown && !isAnyAddressed,
      isSameOwner: joined.isSameOwner,
      isReopened: joined.episode > before.episode,
    });
    const owned = { ...part, ...OWNED[change](part, joined) };
    const isPresent = owned.owner_state !== 'closed' || change !== 'none';
    const changed = (key: 'last_human_at' | 'last_at' | 'snoozed_until') => !isSame(joined[key], before[key]);
    const humanAt = isPresent && changed('last_human_at') ? joined.last_human_at : null;
    const anyAt = isShown && changed('last_at') ? joined.last_at : null;
    return {
      ...owned,
      ...(isShown && change === 'follows' && { episode: joined.episode }),
      phone: latest?.phone ?? part.phone,
      unread: unread.get(part) ?? 0,
      waiting_since: waiting.get(part) ?? null,
      ...answering.get(part),
      last_customer_at: last([part.last_customer_at, latest?.at ?? null]),
      last_human_at: humanAt ?? part.last_human_at,
      last_at: last([part.last_at, latest?.at ?? null, humanAt, anyAt]) ?? part.last_at,
      snoozed_until: isPresent && changed('snoozed_until') ? joined.snoozed_until : part.snoozed_until,
      automation_suppressed:
        joined.automation_suppressed === before.automation_suppressed
          ? part.automation_suppressed
          : joined.automation_suppressed,
      label_ids: labelsOf(part, { joined, before, isShown }),
      last_in_id: newestOf(part, received),
    };
  };
  return [settleOne(single), ...more.map(settleOne)];
}

type OwnerChange = 'none' | 'follows' | 'closes';

function changeOf(
  part: Part,
  now: { isAddressed: boolean; mayLead: boolean; isSameOwner: boolean; isReopened: boolean },
): OwnerChange {
  const isOpen = part.owner_state !== 'closed';
  if (now.isAddressed) return now.isSameOwner && isOpen ? 'none' : 'follows';
  if (now.isSameOwner) return 'none';
  // Closed in between: only the customer who wrote reopened it.
  if (now.isReopened && !now.mayLead) return isOpen ? 'closes' : 'none';
  return isOpen || now.mayLead ? 'follows' : 'none';
}

const OWNED: Record<OwnerChange, (part: Part, joined: Joined) => Partial<Part>> = {
  none: () => ({}),
  follows: (part, { owner_state, owner_since, owner_reason, assignee, bot_context_from }) => {
    const opens = part.owner_state === 'closed' && owner_state !== 'closed';
    const episode = part.episode + (opens ? 1 : 0);
    return { owner_state, owner_since, owner_reason, assignee, bot_context_from, episode };
  },
  closes: (_part, { owner_since }) => ({
    ...{ owner_state: 'closed', owner_since, owner_reason: null, assignee: null, bot_context_from: null },
  }),
};

function stateOf({ isSameOwner: _, ...state }: Joined): PartState {
  return state;
}

const newestOf = (
  { conversation_id, last_in_id }: Part,
  received: ReadonlyMap<number, readonly Received[]>,
) => received.get(conversation_id)?.[0]?.id ?? last_in_id;

const newsOf = (part: Part, received: ReadonlyMap<number, readonly Received[]>) =>
  (received.get(part.conversation_id) ?? []).filter(({ id }) => id > (part.last_in_id ?? 0));

function unreadOf(
  parts: Parts,
  joined: Joined,
  received: ReadonlyMap<number, readonly Received[]>,
): Map<Part, number> {
  const news = new Map(parts.map((part) => [part, newsOf(part, received).length]));
  const before = parts.reduce((sum, { unread }) => sum + unread, 0);
  const added = [...news.values()].reduce((sum, count) => sum + count, 0);
  if (joined.unread === before) return new Map(parts.map((part) => [part, part.unread]));
  if (joined.unread === before + added)
    return new Map(parts.map((part) => [part, part.unread + (news.get(part) ?? 0)]));
  const newest = parts
    .flatMap((part) => (received.get(part.conversation_id) ?? []).map(({ id }) => ({ id, part })))
    .toSorted((a, b) => b.id - a.id)
    .slice(0, joined.unread);
  const counts = new Map(parts.map((part) => [part, newest.filter((each) => each.part === part).length]));
  // Of messages that are too old to be read here.
  const [own] = parts;
  return counts.set(own, (counts.get(own) ?? 0) + joined.unread - newest.length);
}

/** Parts without a wait are missing. */
function waitingOf(
  parts: Parts,
  joined: Joined,
  received: ReadonlyMap<number, readonly Received[]>,
): Map<Part, Date> {
  const since = joined.waiting_since;
  if (since === null) return new Map();
  const isUnanswered = isSame(since, first(parts.map(({ waiting_since }) => waiting_since)));
  const found = parts.flatMap((part): [Part, Date][] => {
    const messages = isUnanswered
      ? newsOf(part, received)
      : (received.get(part.conversation_id) ?? []).filter(({ at }) => at >= since);
    const own = isUnanswered ? part.waiting_since : null;
    const at = own ?? first(messages.map((message) => message.at));
    return at ? [[part, at]] : [];
  });
  return found.length > 0 ? new Map(found) : new Map([[parts[0], since]]);
}

type Answering = Pick<PartState, 'answering_since' | 'answering_from'>;

/** To the customers who had asked, else to the shown conversation. Missing: no new answer. */
function answeringOf(
  parts: Parts,
  { joined, before }: { joined: Joined; before: PartState },
  waiting: ReadonlyMap<Part, Date>,
  received: ReadonlyMap<number, readonly Received[]>,
): Map<Part, Answering> {
  const { answering_since: since, answering_from } = joined;
  if (isSame(since, before.answering_since) && answering_from === before.answering_from) return new Map();
  if (since === null) return new Map(parts.map((part) => [part, { answering_since: null, answering_from }]));
  const found = parts.flatMap((part): [Part, Answering][] => {
    const asked = [part.waiting_since, ...newsOf(part, received).map(({ at }) => at)];
    const answered = first(asked.filter((at) => at !== null && at >= since));
    if (answered === null || timeOf(answered) >= (waiting.get(part)?.getTime() ?? Infinity)) return [];
    // An earlier answer was not sent yet.
    const pending = timeOf(part.answering_since) >= since.getTime() ? part.answering_since : null;
    return [[part, { answering_since: first([pending, answered]), answering_from }]];
  });
  return new Map(found.length > 0 ? found : [[parts[0], { answering_since: since, answering_from }]]);
}

/** New labels are of the shown conversation. Only shown ones were removed. */
function labelsOf(
  { label_ids }: Part,
  { joined, before, isShown }: { joined: Joined; before: PartState; isShown: boolean },
): number[] {
  const kept = label_ids.filter((id) => joined.label_ids.includes(id) || !before.label_ids.includes(id));
  const added = joined.label_ids.filter((id) => !before.label_ids.includes(id));
  return isShown ? [...kept, ...added] : kept;
}

const timeOf = (at: Date | null) => at?.getTime() ?? -Infinity;
const isSame = (one: Date | null, other: Date | null) => timeOf(one) === timeOf(other);
const first = (times: readonly (Date | null)[]) => edge(times, (a, b) => a < b);
const last = (times: readonly (Date | null)[]) => edge(times, (a, b) => a > b);

function edge(times: readonly (Date | null)[], isBefore: (a: Date, b: Date) => boolean): Date | null {
  return times.reduce((best, at) => (at !== null && (best === null || isBefore(at, best)) ? at : best), null);
}

function least(ids: readonly (number | null)[]): number | null {
  const known = ids.filter((id) => id !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
