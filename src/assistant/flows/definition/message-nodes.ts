import { z } from 'zod';
import { MAX_TEXT } from '../../../gateway/engines/kinds.ts';
import {
  CHOICE_LIMITS,
  CHOICES,
  CONTENT,
  fileProblem,
  MAX_CAPTION,
} from '../../../gateway/messages/content.ts';
import { list } from '../../../platform/lib/list.ts';
import { MEDIA_TYPES } from '../../../platform/lib/media/formats.ts';
import { templateWith } from '../../content.ts';
import { Answer } from './answers.ts';
import { choiceId, nodeId, template, templateUrl, variableName } from './fields.ts';
import { node } from './node.ts';
import { templateProblems } from './template.ts';

/** The provider shows no more in one list. */
const MAX_ROWS = 10;
const MAX_RETRIES = 10;
const MINUTE_SECONDS = 60;
const WEEK_SECONDS = 604_800;

export const maxRetries = () => z.int().min(0).max(MAX_RETRIES);
export const retryText = () => template({ max: CHOICE_LIMITS.button.body });

const next = nodeId().meta({ description: 'The node that follows.' });

export const SendText = node('send_text', { text: template({ max: MAX_TEXT }), next });

export const SendMedia = node('send_media', {
  media_type: z.enum(MEDIA_TYPES),
  url: templateUrl().nullish(),
  media_id: CONTENT.media.media_id.meta({
    description: 'The `id` of an uploaded file, in place of `url`: POST /v1/media.',
  }),
  caption: template({ max: MAX_CAPTION }).nullish(),
  next,
}).superRefine(({ url, media_id }, { addIssue }) => {
  const message = fileProblem({ media_url: url, media_id });
  if (message) addIssue({ code: 'custom', path: ['url'], message });
});

export const SendTemplate = node('send_template', {
  template: templateWith(templateProblems).meta({
    description:
      'An approved template of the devices, which must be official numbers. Its values may have values in braces.',
  }),
  next,
  failed: nodeId().nullish().meta({
    description: 'Where the flow goes when the template cannot be sent. Without it, staff takes over.',
  }),
});

const OWN_IDS = { error: 'must have ids of at most 150 characters, each once' };

function hasOwnIds(choices: readonly { id: string }[]): boolean {
  return (
    new Set(choices.map(({ id }) => id)).size === choices.length &&
    choices.every(({ id }) => choiceId().safeParse(id).success)
  );
}

const { button, list: choiceList } = CHOICES;

export const SendButtons = node('send_buttons', {
  text: template({ max: CHOICE_LIMITS.button.body }),
  ...button.shape.interactive.shape,
  buttons: button.shape.interactive.shape.buttons.refine(hasOwnIds, OWN_IDS),
  next: next.meta({ description: 'The node that follows at once. To wait for a choice, use `ask`.' }),
});

export const SendList = node('send_list', {
  text: template({ max: MAX_TEXT }),
  ...choiceList.shape.interactive.shape,
  sections: choiceList.shape.interactive.shape.sections
    .refine((sections) => sections.flatMap(({ rows }) => rows).length <= MAX_ROWS, {
      error: `must have at most ${MAX_ROWS} rows in all`,
    })
    .refine((sections) => hasOwnIds(sections.flatMap(({ rows }) => rows)), OWN_IDS),
  next: next.meta({ description: 'The node that follows at once. To wait for a choice, use `ask`.' }),
});

export const Ask = node('ask', {
  text: template({ max: CHOICE_LIMITS.button.body }).meta({ description: 'The question.' }),
  answer: Answer,
  save_to: variableName().nullish(),
  retry_text: retryText()
    .nullish()
    .meta({ description: 'Sent after an invalid answer. Without it: that of the settings.' }),
  max_retries: maxRetries()
    .nullish()
    .meta({ description: 'Invalid answers before `failed`. Without it: that of the settings.' }),
  timeout_seconds: z.int().min(MINUTE_SECONDS).max(WEEK_SECONDS).nullish().meta({
    description: 'After this time without an answer, the flow goes to `timeout`, or ends.',
  }),
  answered: nodeId(),
  failed: nodeId().nullish().meta({ description: 'Without it, staff takes over.' }),
  timeout: nodeId().nullish(),
});

export const HandOff = node('hand_off', {
  text: template({ max: CHOICE_LIMITS.button.body, empty: true })
    .nullish()
    .meta({ description: 'The last words to the customer. Null: those of the account. Empty: none.' }),
  note: template({ max: CHOICE_LIMITS.button.body }).nullish().meta({ description: 'A note for staff.' }),
});

export const AskAssistant = node('ask_assistant', {
  question: template({ max: CHOICE_LIMITS.button.body }).default('{{message.text}}'),
  send: z.boolean().default(true).meta({ description: 'Whether the answer is sent.' }),
  save_to: variableName().nullish().meta({ description: 'Variable that gets the answer.' }),
  answered: nodeId(),
  not_answered: nodeId(),
});

const label = template({ max: 50 });
export const Labels = node('labels', {
  add: list(label, { max: 20 }).default([]),
  remove: list(label, { max: 20 }).default([]),
  next,
});
