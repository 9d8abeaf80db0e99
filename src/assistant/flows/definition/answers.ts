import { z } from 'zod';
import { CHOICE_LIMITS } from '../../../gateway/messages/content.ts';
import { list } from '../../../platform/lib/list.ts';
import { apiString, atMost, requiredString } from '../../../platform/lib/text.ts';
import { apiDate } from '../../../platform/lib/timestamp.ts';
import { choiceId, nodeId, pattern, variableName } from './fields.ts';

/** Of an answer of the customer. */
const MAX_ANSWER = 1_000;
const MAX_LABEL = 60;
/** Per way of showing choices; the limits of the contract, and of a text with numbers. */
const SHOWN = {
  buttons: CHOICE_LIMITS.button,
  list: CHOICE_LIMITS.list,
  numbers: { choices: 20, title: 100, description: 200 },
} as const;

const ANSWER_MEDIA = ['image', 'video', 'audio', 'document'] as const;

const length = () => z.int().min(1).max(MAX_ANSWER);
const day = () => z.union([apiDate(), z.literal('today')]);

const Choice = z.object({
  id: choiceId().meta({ description: 'Unique in the question.' }),
  title: requiredString(SHOWN.numbers.title).meta({
    description: 'What the customer sees. Buttons take 20 characters, lists 24, numbers 100.',
  }),
  description: requiredString(SHOWN.numbers.description)
    .nullish()
    .meta({ description: 'Line below the title, in lists and numbers.' }),
  next: nodeId().nullish().meta({ description: 'Where this choice leads. Without it: to `answered`.' }),
});

const ChoiceAnswer = z
  .object({
    kind: z.literal('choice'),
    as: z.enum(['buttons', 'list', 'numbers']).default('buttons').meta({
      description:
        'How choices are shown. Economy devices show numbers in the text in place of buttons and lists.',
    }),
    choices: list(Choice, { max: SHOWN.numbers.choices, empty: 'must have a choice' }),
    header: apiString()
      .refine(...atMost(MAX_LABEL))
      .nullish(),
    footer: apiString()
      .refine(...atMost(MAX_LABEL))
      .nullish(),
    button_text: requiredString(CHOICE_LIMITS.button.title)
      .nullish()
      .meta({ description: 'Label of the button that opens the list. Required for lists.' }),
    save_id_to: variableName().nullish().meta({ description: 'Variable that gets the `id` of the choice.' }),
  })
  .superRefine(checkShown);

/** How the answer of the customer is checked. */
export const Answer = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('text'),
      min_length: length().default(1),
      max_length: length().default(MAX_ANSWER),
      pattern: pattern().nullish(),
    })
    .refine(({ min_length, max_length }) => min_length <= max_length, {
      path: ['max_length'],
      error: 'must not be less than min_length',
    }),
  z
    .object({
      kind: z.literal('number'),
      min: z.number().nullish(),
      max: z.number().nullish(),
      integer: z.boolean().default(false),
    })
    .refine(({ min, max }) => (min ?? -Infinity) <= (max ?? Infinity), {
      path: ['max'],
      error: 'must not be less than min',
    }),
  z.object({ kind: z.literal('email') }),
  z.object({ kind: z.literal('phone') }),
  z.object({ kind: z.literal('date'), earliest: day().nullish(), latest: day().nullish() }),
  z.object({
    kind: z.literal('media'),
    types: list(z.enum(ANSWER_MEDIA), { max: ANSWER_MEDIA.length, empty: 'must have a type' }).default([
      ...ANSWER_MEDIA,
    ]),
  }),
  ChoiceAnswer,
]);
export type Answer = z.output<typeof Answer>;

function checkShown(answer: Omit<z.output<typeof ChoiceAnswer>, 'kind'>, check: z.RefinementCtx): void {
  const { as, choices, button_text } = answer;
  const limits = SHOWN[as];
  const refuse = (path: PropertyKey[], message: string) => check.addIssue({ code: 'custom', path, message });
  if (choices.length > limits.choices)
    refuse(['choices'], `must have at most ${limits.choices} items as ${as}`);
  if (as === 'list' && !button_text) refuse(['button_text'], 'is required for a list');
  const seen = new Set<string>();
  for (const [place, { id, title, description }] of choices.entries()) {
    if (seen.has(id)) refuse(['choices', place, 'id'], 'is the id of another choice');
    seen.add(id);
    if ([...title].length > limits.title)
      refuse(['choices', place, 'title'], `must have at most ${limits.title} characters as ${as}`);
    if (description && [...description].length > limits.description) {
      const message =
        as === 'buttons'
          ? 'cannot be shown with buttons'
          : `must have at most ${limits.description} characters as ${as}`;
      refuse(['choices', place, 'description'], message);
    }
  }
}
