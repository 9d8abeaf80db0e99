import { z } from 'zod';
import { pageBody, pageQuery } from '../../platform/lib/page.ts';
import { apiString, MAX_ID } from '../../platform/lib/text.ts';
import { MAX_GROUP_MEMBERS } from '../engines/engine.ts';

const MAX_SEARCH = 100;

export const GroupsParams = z.object({
  uuid: z.string().meta({
    format: 'uuid',
    description: 'The `device_uuid`.',
    examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
  }),
});

export const GroupParams = GroupsParams.extend({
  id: apiString()
    .max(MAX_ID)
    .meta({ description: 'The id of the group.', examples: ['120363041234567890@g.us'] }),
});

export const GroupsQuery = z.object({
  ...pageQuery,
  q: apiString()
    .max(MAX_SEARCH)
    .optional()
    .meta({ description: 'A part of the subject, in any case.', examples: ['reseller'] }),
});

const GroupItem = z
  .object({
    id: z.string().meta({
      description: 'The `to` of a message to the group.',
      examples: ['120363041234567890@g.us'],
    }),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'The name of the group.', examples: ['Reseller Jakarta'] }),
    members_count: z
      .int()
      .nullable()
      .meta({
        description:
          'With the number of the device. Null in the list of an official cloud device: only the group itself says it.',
        examples: [42],
      }),
  })
  .meta({ id: 'GroupItem' });

export const GroupPage = pageBody('GroupPage', GroupItem);

const MemberOfGroup = z
  .object({
    phone: z.string().meta({
      description: 'Digits, or an id with `@lid` of a member who hides the number.',
      examples: ['6281234567890'],
    }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name of your contact with this number, or null.', examples: ['Budi'] }),
    admin: z.boolean().meta({ description: 'Whether the member is an administrator.', examples: [false] }),
  })
  .meta({ id: 'MemberOfGroup' });

export const Group = GroupItem.extend({
  description: z
    .string()
    .nullable()
    .meta({ description: 'What the administrators say about it.', examples: ['Harga grosir'] }),
  members: z.array(MemberOfGroup).meta({
    description: `Administrators first. At most ${MAX_GROUP_MEMBERS}; \`members_count\` counts all.`,
  }),
}).meta({ id: 'Group' });
