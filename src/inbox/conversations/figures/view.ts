import {
  type AnswerFigures,
  type FigureGroup,
  type FigurePerson,
  type FiguresRow,
  MAX_ROWS,
  type Totals,
} from './schema.ts';
import type { AnswersRow, EventsRow, Found, MessagesRow, PresentRow, UserRow } from './store.ts';

/** What the buckets are called. */
export interface Names {
  dates: readonly string[];
  numbers: readonly { id: number; device_uuid: string | null }[];
  users: readonly UserRow[];
}

/** The rows of one bucket. */
interface Parts {
  answers?: AnswersRow | undefined;
  events?: EventsRow | undefined;
  messages?: MessagesRow | undefined;
  present?: PresentRow | undefined;
}

export function viewTotal(found: Found): Totals {
  const total = <Row extends { is_total: boolean }>(rows: readonly Row[]) =>
    rows.find(({ is_total }) => is_total);
  return viewFigures({
    answers: total(found.answers),
    events: total(found.events),
    messages: total(found.messages),
    present: total(found.present),
  });
}

export function viewRows(group: FigureGroup, found: Found, names: Names): FiguresRow[] {
  switch (group) {
    case 'day':
      return viewDays(found, names);
    case 'hour':
      return viewHours(found);
    case 'device':
      return viewDevices(found, names);
    case 'person':
      return viewPersons(found, names);
    default:
      return group satisfies never;
  }
}

function viewDays(found: Found, { dates }: Names): FiguresRow[] {
  const parts = partsOf(found, itself);
  return dates.map((date, index) => ({
    date,
    ...viewFigures(parts.get(String(index + 1)) ?? {}),
    open: null,
    waiting: null,
  }));
}

function viewHours(found: Found): FiguresRow[] {
  return [...partsOf(found, itself)]
    .map(([key, parts]) => {
      const [weekday = 0, hour = 0] = key.split(' ').map(Number);
      return { weekday, hour, ...viewFigures(parts), open: null, waiting: null };
    })
    .toSorted((one, other) => one.weekday - other.weekday || one.hour - other.hour);
}

function viewDevices(found: Found, { numbers }: Names): FiguresRow[] {
  const parts = partsOf(found, itself);
  return numbers
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, device_uuid }) => ({ device_uuid, ...viewFigures(parts.get(String(id)) ?? {}) }));
}

function viewPersons(found: Found, { users }: Names): FiguresRow[] {
  const parts = partsOf({ ...found, messages: [] }, namesIn(users));
  return [...parts]
    .toSorted(([, one], [, other]) => answersIn(other) - answersIn(one))
    .slice(0, MAX_ROWS)
    .map(([key, each]) => ({
      person: personOf(key, users),
      ...viewFigures(each),
      opened: null,
      messages_in: null,
    }));
}

const answersIn = ({ answers }: Parts) => (answers ? answers.first_count + answers.next_count : 0);

/** Without a bucket: the total, or no person. Answers have keys; other names get theirs. */
function partsOf(found: Found, keyOf: (bucket: string) => string): Map<string, Parts> {
  const parts = new Map<string, Parts>();
  const add = <Row extends { bucket: string | null; is_total: boolean }>(
    rows: readonly Row[],
    key: (bucket: string) => string,
    join: (earlier: Parts | undefined, row: Row) => Parts,
  ) => {
    for (const row of rows) {
      if (row.is_total || row.bucket === null) continue;
      const id = key(row.bucket);
      parts.set(id, join(parts.get(id), row));
    }
  };
  add(found.answers, itself, (earlier, answers) => ({ ...earlier, answers }));
  add(found.messages, itself, (earlier, messages) => ({ ...earlier, messages }));
  add(found.events, keyOf, (earlier, row) => ({ ...earlier, events: sumOfEvents(earlier?.events, row) }));
  add(found.present, keyOf, (earlier, row) => ({ ...earlier, present: sumOfPresent(earlier?.present, row) }));
  return parts;
}

/** Two spellings of a name can be one user. */
const sumOfEvents = (earlier: EventsRow | undefined, row: EventsRow): EventsRow => ({
  ...row,
  opened: row.opened + (earlier?.opened ?? 0),
  resolved: row.resolved + (earlier?.resolved ?? 0),
  assigned: row.assigned + (earlier?.assigned ?? 0),
});
const sumOfPresent = (earlier: PresentRow | undefined, row: PresentRow): PresentRow => ({
  ...row,
  open: row.open + (earlier?.open ?? 0),
  waiting: row.waiting + (earlier?.waiting ?? 0),
});

const itself = (bucket: string) => bucket;

const KINDS = ['api', 'phone', 'bot', 'system'] as const;

/** The keys of names, as those of answers. */
function namesIn(users: readonly UserRow[]): (name: string) => string {
  const byName = new Map(users.map(({ id, name }) => [name.toLowerCase(), `user:${id}`]));
  return (name) => KINDS.find((kind) => kind === name) ?? byName.get(name.toLowerCase()) ?? `name:${name}`;
}

function personOf(key: string, users: readonly UserRow[]): FigurePerson {
  if (key.startsWith('name:')) return { type: 'api', id: null, name: key.slice('name:'.length) };
  const kind = KINDS.find((each) => each === key);
  if (kind) return { type: kind, id: null, name: null };
  const user = users.find(({ id }) => `user:${id}` === key);
  return { type: 'user', id: user?.user_uuid ?? null, name: user?.name ?? null };
}

function viewFigures({ answers, events, messages, present }: Parts): Totals {
  return {
    opened: events?.opened ?? 0,
    messages_in: messages?.messages_in ?? 0,
    first_answers: {
      count: answers?.first_count ?? 0,
      on_time: answers?.first_count ? answers.first_on_time : null,
      ...viewTimes(answers?.first_seconds, answers?.first_open_seconds),
    },
    next_answers: {
      count: answers?.next_count ?? 0,
      on_time: answers?.next_count ? answers.next_on_time : null,
      ...viewTimes(answers?.next_seconds, answers?.next_open_seconds),
    },
    bot_answers: answers?.bot_answers ?? 0,
    assigned: events?.assigned ?? 0,
    resolved: events?.resolved ?? 0,
    open: present?.open ?? 0,
    waiting: present?.waiting ?? 0,
  };
}

function viewTimes(
  seconds: readonly (number | null)[] | null = null,
  open: readonly (number | null)[] | null = null,
): Omit<AnswerFigures, 'count' | 'on_time'> {
  return {
    median_seconds: seconds?.[0] ?? null,
    p90_seconds: seconds?.[1] ?? null,
    median_open_seconds: open?.[0] ?? null,
    p90_open_seconds: open?.[1] ?? null,
  };
}
