import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { ChangeTeam, CreateTeam, ListTeams, Team, TeamPage, TeamParams } from './schema.ts';
import { changeTeam, createTeam, deleteTeam, listTeams } from './team.ts';
import { viewTeam } from './view.ts';

const tags = ['Conversations'];

/** Groups of users. An extension of the contract. */
export function teamRoutes(http: Http, ctx: Context): void {
  listRoutes(http, ctx);
  changeRoutes(http, ctx);
}

function listRoutes(http: Http, ctx: Context): void {
  http.get('/v1/teams', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listTeams',
      summary: 'List teams',
      description:
        'Lists the teams of the account, the oldest first. Continue with `next_cursor` until it is null.',
      querystring: ListTeams,
      response: { 200: TeamPage.describe('One page.') },
    },
    handler: async ({ account, query }) => viewPage(await listTeams(ctx, account, query), viewTeam),
  });

  http.post('/v1/teams', {
    config: { errors: ['team_limit_reached'] },
    schema: {
      tags,
      operationId: 'createTeam',
      summary: 'Create a team',
      description:
        'Creates a group of users, such as a department or a skill. Conversations are assigned to it by its name.',
      body: CreateTeam,
      response: { 201: Team.describe('The team.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      return reply.code(201).send(viewTeam(await createTeam(onBehalfOf(ctx, request), account, body)));
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.patch('/v1/teams/:id', {
    config: { errors: ['team_not_found'] },
    schema: {
      tags,
      operationId: 'changeTeam',
      summary: 'Change a team',
      description: 'Changes the name or the members of a team. Its conversations stay with it.',
      params: TeamParams,
      body: ChangeTeam,
      response: { 200: Team.describe('The team.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewTeam(await changeTeam(onBehalfOf(ctx, request), account, params.id, body));
    },
  });

  http.delete('/v1/teams/:id', {
    config: { errors: ['team_not_found'] },
    schema: {
      tags,
      operationId: 'deleteTeam',
      summary: 'Delete a team',
      description: 'Deletes a team. Its conversations go on without a team; assignees stay.',
      params: TeamParams,
      response: { 204: z.null().describe('The team is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteTeam(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}
