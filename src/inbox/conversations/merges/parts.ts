import type { OwnerState } from '../facets.ts';
import { MAX_LABELS_OF_CONVERSATION } from '../schema.ts';

type Time = 'waiting_since' | 'answering_since' | 'last_customer_at' | 'last_human_at' | 'snoozed_until';

/** What a merge joins, and its end restores. */
export interface PartState extends Record<Time, Date | null> {
  phone: string;
  owner_state: OwnerState;
  owner_since: Date;
  owner_reason: string | null;
  assignee: string | null;
  team_id: number | null;
  bot_context_from: number | null;
  episode: number;
  unread: number;
  /** The answer since `answering_since`, which is queued and may fail. */
  answering_from: number | null;
  last_at: Date;
  automation_suppressed: boolean;
  label_ids: number[];
}

/** A conversation by itself. */
export interface Part extends PartState {
  conversation_id: number;
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
const CLOSED = { owner_state: 'closed', owner_reason: null, assignee: null, bot_context_from: null } as const;

/** Of a conversation that was made while its person had the numbers of several people. */
export const NOTHING: Omit<PartState, 'phone' | 'owner_since' | 'last_at'> & { last_in_id: null } = {
  ...CLOSED,
  team_id: null,
  episode: 0,
  unread: 0,
  waiting_since: null,
  answering_since: null,
  answering_from: null,
  last_customer_at: null,
  last_human_at: null,
  snoozed_until: null,
  automation_suppressed: false,
  label_ids: [],
  last_in_id: null,
};

/** The first part is the conversation that shows the others. */
export function join(parts: Parts): PartState {
  const owner = parts.reduce((best, part) => (isStronger(part, best) ? part : best));
  const same = parts.filter(({ owner_state }) => owner_state === owner.owner_state);
  const latest = parts.reduce((best, part) =>
    timeOf(part.last_customer_at) > timeOf(best.last_customer_at) ? part : best,
  );
  const all = <Key extends keyof PartState>(key: Key) => parts.map((part) => part[key]);
  // Snoozed only while every open part is.
  const open = parts.filter(isOpen);
  const snoozes = (open.length > 0 ? open : parts).map(({ snoozed_until }) => snoozed_until);
  // Further labels are not shown; each part keeps its own.
  const labels = [...new Set(all('label_ids').flat())];
  return {
    phone: latest.phone,
    owner_state: owner.owner_state,
    owner_since: owner.owner_since,
    owner_reason: owner.owner_reason,
    assignee: same.find(({ assignee }) => assignee !== null)?.assignee ?? null,
    team_id: same.find(({ team_id }) => team_id !== null)?.team_id ?? null,
    bot_context_from:
      owner.owner_state === 'bot' ? least(same.map((part) => part.bot_context_from)) : owner.bot_context_from,
    episode: Math.max(...all('episode')),
    unread: sum(all('unread')),
    waiting_since: first(all('waiting_since')),
    answering_since: first(all('answering_since')),
    answering_from: least(all('answering_from')),
    last_customer_at: last(all('last_customer_at')),
    last_human_at: last(all('last_human_at')),
    last_at: last(all('last_at')) ?? owner.last_at,
    snoozed_until: snoozes.includes(null) ? null : first(snoozes),
    automation_suppressed: all('automation_suppressed').includes(true),
    label_ids:
      labels.length > MAX_LABELS_OF_CONVERSATION
        ? labels.toSorted((a, b) => a - b).slice(0, MAX_LABELS_OF_CONVERSATION)
        : labels,
  };
}

export interface Joined extends PartState {
  /** Since the parts were put together. */
  isSameOwner: boolean;
}

/** A part with the messages of its customer, newest first, and those since it was put with the others. */
interface Heard {
  part: Part;
  all: readonly Received[];
  news: readonly Received[];
}

/** After everything that happened to the shown conversation. Unchanged parts stay exactly as they were. */
export function settle(
  parts: Parts,
  { isSameOwner, ...joined }: Joined,
  received: ReadonlyMap<number, readonly Received[]>,
): Part[] {
  const heard = parts.map((part): Heard => {
    const all = received.get(part.conversation_id) ?? [];
    return { part, all, news: all.filter(({ id }) => id > (part.last_in_id ?? 0)) };
  });
  const before = join(parts);
  const isNew = (key: keyof PartState) => joined[key]?.valueOf() !== before[key]?.valueOf();
  const waiting = share(heard, joined.waiting_since, ({ part, all, news }) => {
    if (isNew('waiting_since')) return timesFrom(joined.waiting_since, timesOf(all));
    // Late messages are older than the wait.
    return part.waiting_since ? [part.waiting_since] : timesOf(news);
  });
  const answered = share(heard, joined.answering_since, (each) =>
    timesFrom(joined.answering_since, [each.part.waiting_since, ...timesOf(each.news)]).filter(
      (at) => timeOf(at) < (waiting.get(each)?.getTime() ?? Infinity),
    ),
  );
  const isAnswerNew = isNew('answering_since') || isNew('answering_from');
  const isAddressed = (each: Heard) => each.news.length > 0 || waiting.has(each);

  return heard.map((each, index) => {
    const { part } = each;
    const isShown = index === 0;
    const leads = isAddressed(each) || (isShown && !heard.some(isAddressed));
    // Closed in between: only the customer who wrote reopened it.
    const follows = isSameOwner
      ? isAddressed(each) && !isOpen(part)
      : leads || (isOpen(part) && joined.episode <= before.episode);
    const isPresent = isOpen(part) || follows;
    const changed = <Key extends keyof PartState>(key: Key) => (isNew(key) ? joined[key] : null);
    const humanAt = isPresent ? changed('last_human_at') : null;
    const [latest] = each.news;
    return {
      ...part,
      ...ownerOf(part, joined, { isSameOwner, follows, isShown }),
      ...(isAnswerNew && answerOf(part, joined, answered.get(each))),
      phone: latest?.phone ?? part.phone,
      unread: unreadOf(each, heard, joined.unread - before.unread, joined.unread),
      waiting_since: waiting.get(each) ?? null,
      last_customer_at: last([part.last_customer_at, latest?.at ?? null]),
      last_human_at: humanAt ?? part.last_human_at,
      last_at:
        last([part.last_at, latest?.at ?? null, humanAt, isShown ? changed('last_at') : null]) ??
        part.last_at,
      snoozed_until: isPresent && isNew('snoozed_until') ? joined.snoozed_until : part.snoozed_until,
      team_id: isPresent && isNew('team_id') ? joined.team_id : part.team_id,
      automation_suppressed: changed('automation_suppressed') ?? part.automation_suppressed,
      label_ids: labelsOf(part, joined, before, isShown),
      last_in_id: each.all[0]?.id ?? part.last_in_id,
    };
  });
}

/** A new owner has every open part that it did not close. */
function ownerOf(
  part: Part,
  joined: PartState,
  { isSameOwner, follows, isShown }: { isSameOwner: boolean; follows: boolean; isShown: boolean },
): Partial<Part> {
  const { owner_state, owner_since, owner_reason, assignee, bot_context_from } = joined;
  if (!follows) return isSameOwner || !isOpen(part) ? {} : { ...CLOSED, owner_since };
  const opens = !isOpen(part) && isOpen(joined);
  const episode = isShown ? joined.episode : part.episode + (opens ? 1 : 0);
  return { owner_state, owner_since, owner_reason, assignee, bot_context_from, episode };
}

/** `answered`: since when the customer waited for the new answer. Missing: it is another customer's. */
function answerOf(part: Part, { answering_since: since, answering_from }: PartState, answered?: Date) {
  if (since === null) return { answering_since: null, answering_from };
  if (!answered) return {};
  // An earlier answer was not sent yet.
  const pending = timeOf(part.answering_since) >= since.getTime() ? part.answering_since : null;
  return { answering_since: first([pending, answered]), answering_from };
}

/** Each part's first time. The shown part's is `since` where no part has one. Without `since` none has one. */
function share(
  heard: readonly Heard[],
  since: Date | null,
  times: (each: Heard) => readonly (Date | null)[],
): Map<Heard, Date> {
  if (since === null) return new Map();
  const found = heard.flatMap((each): [Heard, Date][] => {
    const at = first(times(each));
    return at ? [[each, at]] : [];
  });
  return new Map(found.length > 0 ? found : heard.slice(0, 1).map((shown) => [shown, since]));
}

/** The newest messages, once some were read. Those too old to be read here are the shown part's. */
function unreadOf(each: Heard, heard: readonly Heard[], more: number, total: number): number {
  const { part, news } = each;
  if (more === 0) return part.unread;
  if (more === sum(heard.map((one) => one.news.length))) return part.unread + news.length;
  const newest = heard
    .flatMap((one) => one.all.map(({ id }) => ({ id, one })))
    .toSorted((a, b) => b.id - a.id)
    .slice(0, total);
  const own = newest.filter(({ one }) => one === each).length;
  return own + (each === heard[0] ? total - newest.length : 0);
}

/** New labels are of the shown conversation. Only shown ones were removed. */
function labelsOf({ label_ids }: Part, joined: PartState, before: PartState, isShown: boolean): number[] {
  const kept = label_ids.filter((id) => joined.label_ids.includes(id) || !before.label_ids.includes(id));
  const added = joined.label_ids.filter((id) => !before.label_ids.includes(id));
  return isShown ? [...kept, ...added] : kept;
}

const isOpen = ({ owner_state }: PartState) => owner_state !== 'closed';
const isStronger = (one: Part, other: Part) => STRENGTH[one.owner_state] > STRENGTH[other.owner_state];
const timesOf = (messages: readonly Received[]) => messages.map(({ at }) => at);
const timeOf = (at: Date | null) => at?.getTime() ?? -Infinity;
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const timesFrom = (since: Date | null, times: readonly (Date | null)[]) =>
  times.filter((at) => timeOf(at) >= timeOf(since));
const sorted = (times: readonly (Date | null)[]) =>
  times.filter((at) => at !== null).toSorted((one, other) => one.getTime() - other.getTime());
const first = (times: readonly (Date | null)[]) => sorted(times)[0] ?? null;
const last = (times: readonly (Date | null)[]) => sorted(times).at(-1) ?? null;

function least(ids: readonly (number | null)[]): number | null {
  return ids.filter((id) => id !== null).toSorted((a, b) => a - b)[0] ?? null;
}
