import { z } from 'zod';
import { deviceUuids, shownDeviceUuids } from '../../gateway/devices/device.ts';
import { changeOf } from '../../platform/lib/change-of.ts';
import { pageBody, pageQuery } from '../../platform/lib/page.ts';
import { requiredString } from '../../platform/lib/text.ts';
import { MATCH_KINDS } from '../matching.ts';
import { PROBLEM_CODES } from './definition/problems.ts';
import { Draft, MAX_DEFINITION } from './draft.ts';

/** Of an account. */
export const MAX_FLOWS = 300;
const MAX_NAME = 100;
/** A definition with its name beside it. */
export const BODY_LIMIT = MAX_DEFINITION + 64 * 1024;
/** A definition of the largest size has some thousand values. */
export const MAX_PARTS = 8_000;

const EXAMPLE_FLOW = '5b7f4a3e-91c2-4d0a-8f6e-2c1b7d9e0a43';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

export const EXAMPLE_DEFINITION = {
  nodes: [
    { id: 'start', type: 'start', next: 'ask_size', triggers: [{ match: 'word', patterns: ['ukuran'] }] },
    {
      id: 'ask_size',
      type: 'ask',
      text: 'Ukuran apa, {{customer.first_name|Kak}}?',
      answer: {
        kind: 'choice',
        choices: [
          { id: 's', title: 'S' },
          { id: 'm', title: 'M' },
        ],
      },
      save_to: 'size',
      answered: 'thanks',
    },
    { id: 'thanks', type: 'send_text', text: 'Ukuran {{var.size}} ada.', next: 'end' },
    { id: 'end', type: 'end' },
  ],
};

export const time = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });

const flowId = () =>
  z.string().meta({ format: 'uuid', description: 'The `id` of the flow.', examples: [EXAMPLE_FLOW] });

export const ListFlows = z.object(pageQuery);
export type ListFlows = z.infer<typeof ListFlows>;

export const FlowParams = z.object({ id: flowId() });

export const name = requiredString(MAX_NAME)
  .overwrite((text) => text.trim())
  .meta({ description: 'For people.', examples: ['Ukuran kaos'] });
export const device_uuids = deviceUuids('The flow answers only on these devices.').optional();
export const definition = () =>
  Draft.meta({
    description:
      'Nodes and their edges: see GET /v1/flows/schema. A draft may be unfinished. ' +
      `At most ${MAX_DEFINITION / 1024} KiB.`,
    examples: [EXAMPLE_DEFINITION],
  });
export const draftVersion = () =>
  z
    .int()
    .min(1)
    .meta({
      description: 'The `draft_version` that you read. When another one has saved since, nothing changes.',
      examples: [3],
    });

export const CreateFlow = z
  .object({ name, device_uuids, definition: definition().optional() })
  .meta({ id: 'CreateFlow' });
export type CreateFlow = z.infer<typeof CreateFlow>;

export const ChangeFlow = changeOf({ name, device_uuids, definition: definition() }, 'definition')
  .safeExtend({ draft_version: draftVersion().optional() })
  .meta({ id: 'ChangeFlow', minProperties: 1 });
export type ChangeFlow = z.infer<typeof ChangeFlow>;

export const FlowSummary = z
  .object({
    id: flowId(),
    name: z.string().meta({ examples: ['Ukuran kaos'] }),
    device_uuids: shownDeviceUuids,
    draft_version: z.int().meta({ description: 'Rises with each change of the draft.', examples: [3] }),
    published_version: z
      .int()
      .nullable()
      .meta({
        description: 'The version that answers. Null: the flow is not published.',
        examples: [2],
      }),
    published_at: time('When the published version was made. Null: the flow is not published.').nullable(),
    triggers: z
      .array(z.object({ match: z.enum(MATCH_KINDS), patterns: z.array(z.string()) }))
      .nullable()
      .meta({
        description:
          'What starts the published version: the first 2 triggers with 3 patterns each. ' +
          'Null: the flow is not published.',
        examples: [[{ match: 'word', patterns: ['ukuran'] }]],
      }),
    created_at: time('When it was made.'),
    updated_at: time('When it was changed last.'),
  })
  .meta({ id: 'FlowSummary' });
export type FlowSummary = z.infer<typeof FlowSummary>;

const FlowProblem = z
  .object({
    code: z.enum(PROBLEM_CODES).meta({ examples: ['missing_edge'] }),
    node_id: z
      .string()
      .nullable()
      .meta({ description: 'Null: of the flow itself.', examples: ['ask_size'] }),
    path: z
      .string()
      .nullable()
      .meta({ description: 'The field within the node, or within the flow.', examples: ['answered'] }),
    message: z.string().meta({ examples: ['leads nowhere: name the node that follows'] }),
  })
  .meta({ id: 'FlowProblem' });

export const shownDefinition = z.record(z.string(), z.unknown()).meta({
  description: 'Nodes and their edges: see GET /v1/flows/schema.',
  examples: [EXAMPLE_DEFINITION],
});

export const FlowView = FlowSummary.extend({
  definition: shownDefinition.meta({ description: 'The draft.', examples: [EXAMPLE_DEFINITION] }),
  problems: z.array(FlowProblem).meta({
    description: 'What publishing would refuse; at most 100.',
    examples: [[]],
  }),
  warnings: z.array(FlowProblem).meta({
    description: 'What may end a running flow, and words that never start it. It can be published.',
    examples: [[]],
  }),
}).meta({ id: 'Flow' });
export type FlowView = z.infer<typeof FlowView>;

export const FlowPage = pageBody('FlowPage', FlowSummary);
