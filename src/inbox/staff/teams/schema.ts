import { z } from 'zod';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { list } from '../../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { staffName } from '../staff-name.ts';

/** Of an account. */
export const MAX_TEAMS = 50;
export const MAX_MEMBERS = 100;

const EXAMPLE_ID = '9d2c7a51-6f0e-4b8a-9c55-1e7f3a0d4b62';
const EXAMPLE_USER = '3f0c9b1e-58d2-4a6b-8f1d-7e2a9c4b6d10';

export const ListTeams = z.object(pageQuery);

export const TeamParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the team.', examples: [EXAMPLE_ID] }),
});

const fields = {
  name: staffName().meta({
    description: 'Unique in the account; upper and lower case do not matter.',
    examples: ['Refunds'],
  }),
  member_ids: list(z.uuid(), { max: MAX_MEMBERS }).meta({
    description: `The \`id\` of each user in the team, at most ${MAX_MEMBERS}. A user may be in several teams.`,
    examples: [[EXAMPLE_USER]],
  }),
};

export const CreateTeam = z
  .object({ ...fields, member_ids: fields.member_ids.optional() })
  .meta({ id: 'CreateTeam' });
export type CreateTeam = z.infer<typeof CreateTeam>;

export const ChangeTeam = changeOf(fields, 'name').meta({ id: 'ChangeTeam' });
export type ChangeTeam = z.infer<typeof ChangeTeam>;

export const Team = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_ID] }),
    name: z.string().meta({ examples: ['Refunds'] }),
    members: z
      .array(
        z.object({
          id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_USER] }),
          name: z.string().meta({ examples: ['Ani'] }),
        }),
      )
      .meta({ description: 'Users that are not disabled, by name.' }),
    created_at: z.string().meta({
      format: 'date-time',
      description: 'When the team was made.',
      examples: ['2025-11-21T08:15:30.000Z'],
    }),
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

export const TeamPage = pageBody('TeamPage', Team);
