import { FieldErrors } from '../../platform/lib/errors.ts';
import { MAX_EXPRESSIONS } from '../expressions.ts';
import { type MatchKind, patternProblem } from '../matching.ts';
import type { Pause } from '../pieces.ts';
import type { Content, TemplateReply } from '../plan.ts';
import type { Conditions } from './conditions.ts';
import type { Schedule } from './schedule.ts';

export const RULE_KINDS = ['greeting', 'away', 'keyword'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** A greeting and an answer of a rule are at most 5 messages. */
export const MAX_REPLIES = { keyword: 3, greeting: 2, away: 2 } as const satisfies Record<RuleKind, number>;

/** What a rule says and does, as it is kept. */
export interface Definition {
  match: MatchKind;
  patterns: readonly string[];
  hours: 'any' | 'open' | 'closed';
  schedule: Schedule | null;
  /** Null: all customers. Rules of the first version have none. */
  conditions?: Conditions | null;
  /** Per conversation. */
  cooldown_seconds: number;
  /** Null: each first message of an episode is greeted. */
  greet_after_days: number | null;
  /** Also before the answer of a rule or a flow. */
  greet_always: boolean;
  interrupts_flows: boolean;
  replies: readonly (Content | TemplateReply)[];
  /** Public id. */
  start_flow: string | null;
  hand_off: boolean;
  add_labels: readonly string[];
  remove_labels: readonly string[];
}

type Problems = Partial<Record<string, string>>;

/** Throws FieldErrors for fields that do not fit each other. */
export async function checkDefinition(kind: RuleKind, definition: Definition, pause: Pause): Promise<void> {
  const found: Problems = {
    ...(kind === 'keyword' ? keywordProblems(definition) : prefaceProblems(kind, definition)),
    ...(kind === 'greeting' ? {} : greetingProblems(definition)),
    ...(await patternProblems(definition, pause)),
  };
  const most = MAX_REPLIES[kind];
  if (definition.replies.length > most) found.replies = `must have at most ${most} items`;
  const errors = Object.entries(found).flatMap(([field, text]) =>
    text ? [[field, [text]] as [string, string[]]] : [],
  );
  if (errors.length > 0) throw new FieldErrors(Object.fromEntries(errors));
}

function keywordProblems(definition: Definition): Problems {
  const { match, patterns, replies, start_flow, hand_off, add_labels, remove_labels } = definition;
  const acts =
    replies.length + add_labels.length + remove_labels.length > 0 || start_flow !== null || hand_off;
  return {
    ...(match === 'any' &&
      patterns.length > 0 && { patterns: 'must be empty: this rule matches every message' }),
    ...(match !== 'any' && patterns.length === 0 && { patterns: 'is required' }),
    ...(!acts && { replies: 'is required, unless the rule does something else' }),
    ...(start_flow !== null && hand_off && { hand_off: 'cannot be combined with start_flow' }),
  };
}

/** Greetings and away texts are texts beside an answer. */
function prefaceProblems(kind: RuleKind, definition: Definition): Problems {
  const { patterns, replies, start_flow, hand_off, interrupts_flows, add_labels, remove_labels } = definition;
  const place = replies.findIndex(({ type }) => type === 'template');
  const only = 'is for rules of the kind keyword';
  return {
    ...(patterns.length > 0 && { patterns: only }),
    ...(replies.length === 0 && { replies: 'is required' }),
    ...(place >= 0 && { [`replies.${place}.type`]: only }),
    ...(start_flow !== null && { start_flow: only }),
    ...(hand_off && { hand_off: only }),
    ...(interrupts_flows && { interrupts_flows: only }),
    ...(add_labels.length > 0 && { add_labels: only }),
    ...(remove_labels.length > 0 && { remove_labels: only }),
    ...(kind === 'away' && definition.hours !== 'closed' && { hours: 'must be closed for an away text' }),
  };
}

function greetingProblems({ greet_after_days, greet_always }: Definition): Problems {
  const only = 'is for rules of the kind greeting';
  return {
    ...(greet_after_days !== null && { greet_after_days: only }),
    ...(greet_always && { greet_always: only }),
  };
}

async function patternProblems({ match, patterns }: Definition, pause: Pause): Promise<Problems> {
  const found: Problems = {};
  if (match === 'regex' && patterns.length > MAX_EXPRESSIONS)
    return { patterns: `must have at most ${MAX_EXPRESSIONS} regular expressions` };
  for (const [n, pattern] of patterns.entries()) {
    const problem = patternProblem(match, pattern);
    if (problem) found[`patterns.${n}`] = problem;
    await pause();
  }
  return found;
}
