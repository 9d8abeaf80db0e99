import type { Schema } from '../../../api/schemas.ts';
import { DEFAULT_PRIORITY } from './order.ts';
import type { Rule, RuleKind } from './rule.ts';

type Body = Schema<'CreateAutoReply'>;
type ApiReply = NonNullable<Body['replies']>[number];
type Template = Schema<'SentTemplate'>;
type Media = Exclude<ApiReply['type'], 'text' | 'button' | 'list' | 'template'>;
type Choices<Type> = Extract<ApiReply, { type: Type }> extends { interactive: infer Value } ? Value : never;
type Reply =
  | { type: 'text'; body: string }
  | { type: Media; media_url: string | null; media_id: string | null; body: string | null }
  | { type: 'button'; body: string; interactive: Choices<'button'> }
  | { type: 'list'; body: string; interactive: Choices<'list'> }
  | { type: 'template'; template: Template };
/** A rule as the API takes it, with all its fields. */
export type RuleBody = Omit<Body, 'replies' | 'schedule'> & {
  replies: Reply[];
  schedule: NonNullable<Body['schedule']> | null;
};

export const REPLY_TYPES = ['text', 'image', 'document', 'video', 'audio', 'button', 'template'] as const;
export type ReplyType = (typeof REPLY_TYPES)[number] | 'list';
export const UNITS = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type Unit = keyof typeof UNITS;
export type Conditions = NonNullable<Body['conditions']>;

/** A message as the form shows it. */
export interface ReplyDraft {
  /** Of the form. */
  key: number;
  type: ReplyType;
  body: string;
  media_url: string;
  /** An uploaded file, in place of `media_url`. */
  media_id: string | null;
  /** Titles of buttons. */
  titles: readonly string[];
  /** Null: none is chosen. */
  template: Template | null;
  /** The choices as they were, for what the form does not show. */
  kept: unknown;
}

export interface ScheduleDraft {
  from_date: string | null;
  until_date: string | null;
  days: readonly string[];
  from: string | null;
  to: string | null;
}

/** A rule as the form shows it. */
export interface Draft {
  /** Null: a new rule. */
  id: string | null;
  kind: RuleKind;
  name: string;
  enabled: boolean;
  priority: number;
  match: Rule['match'];
  /** One in a line. */
  patterns: string;
  replies: readonly ReplyDraft[];
  device_uuids: readonly string[];
  hours: Rule['hours'];
  schedule: ScheduleDraft;
  conditions: Conditions;
  cooldown: { count: string; unit: Unit };
  greet_after_days: number | null;
  greet_always: boolean;
  interrupts_flows: boolean;
  start_flow: string | null;
  hand_off: boolean;
  add_labels: readonly string[];
  remove_labels: readonly string[];
}

const NO_SCHEDULE: ScheduleDraft = { from_date: null, until_date: null, days: [], from: null, to: null };
const NO_CONDITIONS: Conditions = {
  customer: 'any',
  language: null,
  after_broadcast: null,
  has_labels: [],
  lacks_labels: [],
  has_tags: [],
  lacks_tags: [],
  entry_point_ids: [],
  ad_ids: [],
};

let keys = 0;

export function newReply(body = ''): ReplyDraft {
  keys += 1;
  const file = { media_url: '', media_id: null };
  return { key: keys, type: 'text', body, ...file, titles: [''], template: null, kept: null };
}

export function newDraft(kind: RuleKind, fields: Partial<Draft> = {}): Draft {
  return {
    id: null,
    kind,
    name: '',
    enabled: true,
    priority: DEFAULT_PRIORITY,
    match: 'word',
    patterns: '',
    replies: [newReply()],
    device_uuids: [],
    hours: kind === 'away' ? 'closed' : 'any',
    schedule: NO_SCHEDULE,
    conditions: NO_CONDITIONS,
    cooldown: { count: '0', unit: 'minutes' },
    greet_after_days: null,
    greet_always: false,
    interrupts_flows: false,
    start_flow: null,
    hand_off: false,
    add_labels: [],
    remove_labels: [],
    ...fields,
  };
}

/** The form of a rule that exists. */
export function draftOf(rule: Rule): Draft {
  const { id, kind, name, enabled, priority, match, hours, schedule, hand_off, start_flow } = rule;
  return {
    id,
    kind,
    name,
    enabled,
    priority,
    match,
    hours,
    hand_off,
    patterns: rule.patterns.join('\n'),
    replies: rule.replies.map(replyDraftOf),
    device_uuids: rule.device_uuids ?? [],
    schedule: {
      ...NO_SCHEDULE,
      ...schedule,
      days: schedule?.days ?? [],
    },
    conditions: rule.conditions ?? NO_CONDITIONS,
    cooldown: cooldownOf(rule.cooldown_seconds),
    greet_after_days: rule.greet_after_days,
    greet_always: rule.greet_always,
    interrupts_flows: rule.interrupts_flows,
    start_flow,
    add_labels: rule.add_labels,
    remove_labels: rule.remove_labels,
  };
}

function replyDraftOf(reply: Rule['replies'][number]): ReplyDraft {
  const { type, body, media_url, media_id, interactive, template } = reply;
  const known = [...REPLY_TYPES, 'list' as const].find((each) => each === type) ?? 'text';
  const titles = buttonsOf(interactive).map(({ title }) => title);
  const shown = {
    type: known,
    media_url: media_url ?? '',
    media_id,
    titles,
    template: template ? byKeys(template) : null,
  };
  return { ...newReply(body ?? ''), ...shown, kept: interactive };
}

/** The form has a value for each key: a list of texts fills `1`, `2` and so on. */
function byKeys({
  name,
  language,
  variables = {},
  header_media_id: file,
}: NonNullable<Rule['replies'][number]['template']>): Template {
  const values = Array.isArray(variables)
    ? Object.fromEntries(variables.map((value, n) => [String(n + 1), value]))
    : variables;
  return { name, language, variables: values, ...(file && { header_media_id: file }) };
}

function cooldownOf(seconds: number): Draft['cooldown'] {
  const unit =
    (['days', 'hours'] as const).find((each) => seconds > 0 && seconds % UNITS[each] === 0) ?? 'minutes';
  return { count: String(seconds / UNITS[unit]), unit };
}

/** What the API takes. Fields that belong to another kind are left empty. */
export function bodyOf(draft: Draft): RuleBody {
  const { kind, name, enabled, priority, match, device_uuids: devices } = draft;
  const isKeyword = kind === 'keyword';
  const isGreeting = kind === 'greeting';
  const lines = draft.patterns.split('\n').map((line) => line.trim());
  return {
    kind,
    name,
    enabled,
    priority,
    match,
    patterns: isKeyword && match !== 'any' ? lines.filter((line) => line !== '') : [],
    replies: draft.replies.map(replyOf),
    device_uuids: devices.length === 0 ? null : [...devices],
    hours: kind === 'away' ? 'closed' : draft.hours,
    schedule: scheduleOf(draft.schedule),
    conditions: JSON.stringify(draft.conditions) === JSON.stringify(NO_CONDITIONS) ? null : draft.conditions,
    cooldown_seconds: Math.round(Number(draft.cooldown.count) * UNITS[draft.cooldown.unit]),
    greet_after_days: isGreeting ? draft.greet_after_days : null,
    greet_always: isGreeting && draft.greet_always,
    interrupts_flows: isKeyword && draft.interrupts_flows,
    start_flow: isKeyword ? draft.start_flow : null,
    hand_off: isKeyword && draft.hand_off,
    add_labels: isKeyword ? [...draft.add_labels] : [],
    remove_labels: isKeyword ? [...draft.remove_labels] : [],
  };
}

function scheduleOf({ days, ...times }: ScheduleDraft): RuleBody['schedule'] {
  const isSet = days.length > 0 || Object.values(times).some((text) => text !== null);
  if (!isSet) return null;
  return {
    days: days.length === 0 ? null : DAYS.filter((day) => days.includes(day)),
    ...times,
  };
}

export const DAYS = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
];

function replyOf({ type, body, media_url, media_id, titles, template, kept }: ReplyDraft): Reply {
  const before = typeof kept === 'object' ? kept : null;
  switch (type) {
    case 'text':
      return { type, body };
    case 'button': {
      const old = buttonsOf(kept);
      const buttons = titles
        .filter((title) => title.trim() !== '')
        .map((title, n) => ({ id: old[n]?.id ?? `choice-${n + 1}`, title }));
      return { type, body, interactive: { ...before, buttons } };
    }
    case 'template':
      return { type, template: template ?? { name: '', language: '', variables: {} } };
    case 'list':
      // The form keeps the sections as the API gave them.
      return { type, body, interactive: kept as Choices<'list'> };
    default:
      return { type, media_url: media_id === null ? media_url : null, media_id, body: body || null };
  }
}

function buttonsOf(interactive: unknown): { id: string; title: string }[] {
  const buttons = (interactive as { buttons?: { id: string; title: string }[] } | null)?.buttons;
  return buttons ?? [];
}

const SAMPLES: Record<string, string> = {
  'customer.name': 'Budi Santoso',
  'customer.first_name': 'Budi',
  'customer.phone': '6281234567890',
  'contact.name': 'Budi Santoso',
  'contact.first_name': 'Budi',
  'contact.phone': '6281234567890',
};

/** A text with its variables filled, as a customer named Budi reads it. */
export function previewOf(text: string, device: string): string {
  const written = text.replaceAll(/(?<!\{)\{nama\}(?!\})/g, '{{customer.name}}');
  return written.replace(/\{\{\s*([\w.]+)\s*(?:\|([^}]*))?\}\}/g, (hole, name: string, fallback?: string) =>
    name === 'device.label' ? device : (SAMPLES[name] ?? fallback ?? hole),
  );
}
