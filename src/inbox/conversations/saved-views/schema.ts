import { z } from 'zod';
import { requiredString } from '../../../platform/lib/text.ts';
import { OWNER_STATES } from '../facets.ts';
import { EXAMPLE_UUID } from '../schema.ts';

/** Shared ones, and as many of each user. */
export const MAX_VIEWS = 50;
const MAX_NAME = 60;
const MAX_VALUE = 100;

/** The lists of the inbox, in their order. */
const INBOX_VIEWS = [
  ...(['needs', 'mine', 'unassigned', 'bot', 'all', 'unread', 'snoozed', 'resolved', 'groups'] as const),
];

const value = requiredString(MAX_VALUE).optional();

const fields = {
  name: requiredString(MAX_NAME)
    .overwrite((text) => text.trim())
    .meta({ description: 'Another view with this name is replaced.', examples: ['Grosir'] }),
  filter: z
    .object({
      view: z.enum(INBOX_VIEWS).optional(),
      device: value,
      label: value,
      entry: value,
      owner: z.enum(OWNER_STATES).optional(),
      assignee: value,
      team: value,
    })
    .meta({ description: 'As the address of the inbox has it.', examples: [{ view: 'all', label: 'vip' }] }),
};
const isShared = z.boolean().meta({ description: 'For all users of the account.', examples: [false] });

export const SaveView = z
  .object({ ...fields, is_shared: isShared.default(false) })
  .meta({ id: 'SaveInboxView' });
export type SaveView = z.infer<typeof SaveView>;

export const ViewParams = z.object({
  id: z.uuid().meta({ description: 'The `id` of the view.', examples: [EXAMPLE_UUID] }),
});

export const InboxView = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    name: z.string().meta({ examples: ['Grosir'] }),
    filter: fields.filter,
    is_shared: isShared,
  })
  .meta({ id: 'InboxView' });
export type InboxView = z.infer<typeof InboxView>;

export const InboxViews = z.object({ data: z.array(InboxView) }).meta({ id: 'InboxViews' });
