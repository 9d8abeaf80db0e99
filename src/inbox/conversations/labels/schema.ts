import { z } from 'zod';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { list } from '../../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { time } from '../meaning-schema.ts';
import { actor, EXAMPLE_UUID, MAX_LABELS_OF_CONVERSATION } from '../schema.ts';

/** Of an account. */
export const MAX_LABELS = 200;
const MAX_NAME = 50;

/** Spaces around a name do not belong to it. */
const name = requiredString(MAX_NAME);

export const ListLabels = z.object(pageQuery);

export const LabelParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the label.', examples: [EXAMPLE_UUID] }),
});

export const LABEL_COLORS = [
  ...(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const),
];
export type LabelColor = (typeof LABEL_COLORS)[number];

const fields = {
  name: name.meta({
    description: 'Unique in the account; upper and lower case do not matter.',
    examples: ['vip'],
  }),
  color: z
    .enum(LABEL_COLORS)
    .optional()
    .meta({
      description: 'How lists show it. Without it, a new label gets the next one.',
      examples: ['red'],
    }),
};

export const CreateLabel = z.object(fields).meta({ id: 'CreateLabel' });
export type CreateLabel = z.infer<typeof CreateLabel>;

export const ChangeLabel = changeOf(fields, 'name').meta({ id: 'ChangeLabel' });
export type ChangeLabel = z.infer<typeof ChangeLabel>;

export const Label = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    name: z.string().meta({ examples: ['vip'] }),
    color: z.enum(LABEL_COLORS).meta({ examples: ['red'] }),
    created_at: time('When the label was made.'),
  })
  .meta({ id: 'Label' });
export type Label = z.infer<typeof Label>;

export const LabelPage = pageBody('LabelPage', Label);

const names = list(name, { max: MAX_LABELS_OF_CONVERSATION });
const comparable = (texts: readonly string[]) => texts.map((text) => text.trim().toLowerCase());

export const ChangeLabels = z
  .object({
    add: names.optional().meta({
      description: `Names of labels of the account. A conversation has at most ${MAX_LABELS_OF_CONVERSATION}.`,
      examples: [['vip']],
    }),
    remove: names.optional().meta({
      description: 'Names of labels. Those that the conversation does not have are ignored.',
      examples: [['baru']],
    }),
    actor: actor('Who does this, for the timeline.'),
  })
  .refine(({ add, remove }) => (add ?? remove) !== undefined, {
    path: ['add'],
    error: 'is required, unless remove is given',
  })
  .refine(
    ({ add = [], remove = [] }) => {
      const removed = new Set(comparable(remove));
      return !comparable(add).some((each) => removed.has(each));
    },
    { path: ['add'], error: 'must have no name that is in remove too' },
  )
  .meta({ id: 'ChangeConversationLabels' });
export type ChangeLabels = z.infer<typeof ChangeLabels>;
