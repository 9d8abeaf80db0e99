import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { DEFAULT_PRIORITY, MAX_PRIORITY } from '../../bounds.ts';
import { MATCH_KINDS, MAX_PATTERN, MAX_PATTERNS, patternProblem } from '../../matching.ts';
import { nodeId, template, variableName } from './fields.ts';
import { node } from './node.ts';
import { placeholdersOf } from './template.ts';

const MAX_VALUE = 1_000;
const MAX_TRIGGERS = 20;
/** Each message is compared with the patterns of all published flows. */
const MAX_PATTERNS_OF_FLOW = 200;
const MAX_WAIT_SECONDS = 30 * 86_400;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'not_matches',
  'greater',
  'greater_or_equal',
  'less',
  'less_or_equal',
  'is_set',
  'is_empty',
] as const;
/** They compare nothing. */
const UNARY: readonly string[] = ['is_set', 'is_empty'];
/** The right side is a regular expression. */
export const BY_PATTERN: readonly string[] = ['matches', 'not_matches'];

const ASSIGNMENTS = ['set', 'add', 'subtract', 'multiply', 'divide', 'clear'] as const;

const value = () => template({ max: MAX_VALUE, empty: true });

export const Trigger = z
  .object({
    match: z.enum(MATCH_KINDS).meta({ description: 'How the text is compared, as in auto-reply rules.' }),
    patterns: list(requiredString(MAX_PATTERN), { max: MAX_PATTERNS }).default([]),
  })
  .superRefine(({ match, patterns }, check) => {
    const refuse = (message: string, ...place: number[]) =>
      check.addIssue({ code: 'custom', path: ['patterns', ...place], message });
    if (match === 'any' && patterns.length > 0) refuse('must be empty for any');
    if (match !== 'any' && patterns.length === 0) refuse('must have a pattern');
    for (const [place, written] of patterns.entries()) {
      const problem = match === 'any' || match === 'regex' ? null : patternProblem(match, written);
      if (problem !== null) refuse(problem, place);
    }
  });

export type Trigger = z.output<typeof Trigger>;

export const Start = node('start', {
  triggers: list(Trigger, { max: MAX_TRIGGERS })
    .refine((all) => all.flatMap(({ patterns }) => patterns).length <= MAX_PATTERNS_OF_FLOW, {
      error: `must have at most ${MAX_PATTERNS_OF_FLOW} patterns in all`,
    })
    .default([])
    .meta({
      description: 'Messages that start the flow. Without triggers, only rules and other flows start it.',
    }),
  priority: z.int().min(0).max(MAX_PRIORITY).default(DEFAULT_PRIORITY).meta({
    description:
      'Of the triggers, among those of other flows and auto-replies: the lowest number comes first.',
  }),
  next: nodeId(),
});

const Test = z
  .object({
    left: value(),
    operator: z.enum(OPERATORS),
    right: value().default('').meta({ description: 'Not used by `is_set` and `is_empty`.' }),
  })
  .superRefine(({ operator, right }, check) => {
    const refuse = (message: string) => check.addIssue({ code: 'custom', path: ['right'], message });
    if (!UNARY.includes(operator) && right === '') refuse('is required');
    if (BY_PATTERN.includes(operator) && placeholdersOf(right).length > 0)
      refuse('must have no values in braces');
  });

export const Condition = node('condition', {
  combine: z.enum(['all', 'any']).default('all').meta({ description: 'How many of the tests must hold.' }),
  tests: list(Test, { max: 20, empty: 'must have a test' }),
  yes: nodeId().meta({ description: 'Where the flow goes when the tests hold.' }),
  no: nodeId(),
});

export const Switch = node('switch', {
  value: value(),
  cases: list(z.object({ equals: requiredString(MAX_VALUE), next: nodeId() }), {
    max: 50,
    empty: 'must have a case',
  }).meta({ description: 'The first equal text is taken. Upper and lower case do not matter.' }),
  default: nodeId(),
});

const Assignment = z.object({
  variable: variableName(),
  operation: z.enum(ASSIGNMENTS).default('set').meta({
    description: 'Calculations take the present number of the variable, or else 0.',
  }),
  value: value().default(''),
});

export const SetVariable = node('set_variable', {
  assignments: list(Assignment, { max: 20, empty: 'must have an assignment' }),
  next: nodeId(),
});

export const Hours = node('hours', { open: nodeId(), closed: nodeId() });

export const Wait = node('wait', {
  for: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('duration'), seconds: z.int().min(1).max(MAX_WAIT_SECONDS) }),
    z.object({
      kind: z.literal('time'),
      time: z
        .string()
        .regex(TIME, 'must be a time from 00:00 to 23:59')
        .meta({ description: 'The next time that the clock of the business hours shows this.' }),
    }),
    z.object({ kind: z.literal('open') }).meta({ description: 'Until business hours are open.' }),
  ]),
  next: nodeId(),
  interrupted: nodeId().nullish().meta({
    description: 'Where the flow goes when the customer writes meanwhile. Without it, the flow waits on.',
  }),
});

export const RunFlow = node('run_flow', {
  flow_id: z.uuid().meta({ description: 'The `id` of a published flow. Variables are shared with it.' }),
  next: nodeId().meta({ description: 'The node that follows when the other flow ends or returns.' }),
});

export const Return = node('return', {});

export const Jump = node('jump', {
  node: nodeId().nullish(),
  flow_id: z.uuid().nullish().meta({ description: 'A published flow that runs in place of this one.' }),
}).refine((jump) => (jump.node == null) !== (jump.flow_id == null), {
  path: ['node'],
  error: 'is required, unless flow_id is given; not both',
});

export const Split = node('split', {
  branches: list(z.object({ percent: z.int().min(1).max(99), next: nodeId() }), { max: 10 })
    .min(2, 'must have two branches')
    .refine(
      (all) => all.reduce((sum, { percent }) => sum + percent, 0) === 100,
      'must have 100 percent in all',
    ),
});

export const End = node('end', {
  close: z.boolean().default(false).meta({ description: 'Whether the conversation is closed too.' }),
});
