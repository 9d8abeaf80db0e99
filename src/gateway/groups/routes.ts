import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { readPage, viewPage } from '../../platform/lib/page.ts';
import { MAX_ASKED_PER_MINUTE } from '../devices/groups/questions.ts';
import type { GroupFacts } from '../engines/engine.ts';
import { type NamedGroup, readGroup, readGroups } from './group.ts';
import { Group, GroupPage, GroupParams, GroupsParams, GroupsQuery } from './schema.ts';

const ERRORS = [
  'device_not_found',
  'groups_off',
  'device_disconnected',
  'rate_limited',
  'network_silent',
] as const;

/** The groups of a device. An extension of the contract. */
export function groupRoutes(http: Http, ctx: Context): void {
  http.get('/v1/devices/:uuid/groups', {
    // They wait for the network, up to 10 seconds.
    config: { staff: 'agent', lane: 'outside', errors: ERRORS },
    schema: {
      tags: ['Devices'],
      operationId: 'listGroups',
      summary: 'List the groups of a device',
      description:
        'The groups of which the number is a member, by subject. Kurir asks the network, and keeps its answer for a ' +
        'minute. The device must take part in groups.',
      params: GroupsParams,
      querystring: GroupsQuery,
      response: { 200: GroupPage.describe('The groups.') },
    },
    handler: async ({ account, params, query: { q = '', ...page } }) => {
      const groups = await readGroups(ctx, account, params.uuid, q);
      const rows = groups.map((group, index) => ({ ...group, index }));
      const found = await readPage(ctx, {
        ...page,
        list: 'groups',
        read: async ([last = -1], limit) => rows.slice(last + 1, last + 1 + limit),
        placeOf: ({ index }) => [index],
      });
      return viewPage(found, viewItem);
    },
  });

  http.get('/v1/devices/:uuid/groups/:id', {
    config: { staff: 'agent', lane: 'outside', errors: [...ERRORS, 'group_not_found'] },
    schema: {
      tags: ['Devices'],
      operationId: 'getGroup',
      summary: 'Get a group with its members',
      description:
        'Kurir asks the network, and keeps its answer for a minute. A device asks ' +
        `${MAX_ASKED_PER_MINUTE} questions in a minute.`,
      params: GroupParams,
      response: { 200: Group.describe('The group.') },
    },
    handler: async ({ account, params }) => viewGroup(await readGroup(ctx, account, params)),
  });
}

const viewItem = ({ id, subject, members_count }: Omit<GroupFacts, 'members'>) => ({
  id,
  subject,
  members_count,
});

const viewGroup = ({ description, members, ...group }: NamedGroup) => ({
  ...viewItem({ ...group, description }),
  description,
  members: members.map(({ phone, name, is_admin }) => ({ phone, name, admin: is_admin })),
});
