import { z } from 'zod';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { draftVersion, EXAMPLE_DEFINITION, FlowParams, time } from '../schema.ts';

const MAX_NOTE = 500;

const number = (description: string) =>
  z.coerce
    .number()
    .refine(Number.isInteger, 'must be an integer')
    .min(1)
    .max(2_147_483_647)
    .meta({ type: 'integer', description, examples: [2] });

const note = requiredString(MAX_NOTE)
  .nullish()
  .meta({ description: 'Why, for people.', examples: ['Ukuran XL'] });

export const ListVersions = z.object(pageQuery);

export const VersionParams = FlowParams.extend({ version: number('The number of the version.') });

export const CompareQuery = z.object({
  against: z
    .union([z.literal('draft'), number('')])
    .optional()
    .meta({
      type: 'string',
      description: 'Another version, or `draft`. Without it: the version before.',
      examples: ['1'],
    }),
});

export const Publish = z
  .object({
    draft_version: draftVersion().optional(),
    note,
    simulations: z
      .enum(['check', 'accept', 'ignore'])
      .default('check')
      .meta({
        description:
          'What follows when a stored simulation ends differently. `check`: the draft is refused. `accept`: the new ' +
          'results are expected from now on. `ignore`: the simulations do not run.',
        examples: ['check'],
      }),
  })
  .meta({ id: 'PublishFlow' });

export const RollBack = z
  .object({
    version: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .meta({ examples: [1] }),
    note,
  })
  .meta({ id: 'RollBackFlow' });

export const VersionSummary = z
  .object({
    version: z.int().meta({ examples: [2] }),
    note: z
      .string()
      .nullable()
      .meta({ examples: ['Ukuran XL'] }),
    restored_from: z
      .int()
      .nullable()
      .meta({
        description: 'A rollback brought back this version. Null: it comes from the draft.',
        examples: [null],
      }),
    is_published: z.boolean().meta({ description: 'Whether it answers now.', examples: [true] }),
    created_at: time('When it was published.'),
  })
  .meta({ id: 'FlowVersionSummary' });
export type VersionSummary = z.infer<typeof VersionSummary>;

export const VersionView = VersionSummary.extend({
  definition: z.record(z.string(), z.unknown()).meta({
    description: 'It never changes. Defaults are filled in.',
    examples: [EXAMPLE_DEFINITION],
  }),
}).meta({ id: 'FlowVersion' });
export type VersionView = z.infer<typeof VersionView>;

export const VersionPage = pageBody('FlowVersionPage', VersionSummary);

const NodeName = z.object({
  id: z.string().meta({ examples: ['ask_size'] }),
  type: z.string().meta({ examples: ['ask'] }),
});
const ChangedField = z.object({
  path: z.string().meta({ examples: ['text'] }),
  before: z.unknown().optional().meta({ description: 'Missing: the field was missing.' }),
  after: z.unknown().optional().meta({ description: 'Missing: the field is missing.' }),
});

export const DifferenceView = z
  .object({
    added: z.array(NodeName),
    removed: z.array(NodeName),
    changed: z.array(NodeName.extend({ fields: z.array(ChangedField) })),
    fields: z.array(ChangedField).meta({ description: 'What changed beside the nodes.', examples: [[]] }),
  })
  .meta({ id: 'FlowDifference' });
