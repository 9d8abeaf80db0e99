import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { publicUrlOf } from '../../../public-url.ts';
import { findExpiries } from '../links/link.ts';
import { callerOf } from '../staff-caller.ts';
import { inviteUser, removeInvitation, resetUser } from './creation.ts';
import type { Manager } from './manager.ts';
import {
  ChangeUser,
  InvitationPage,
  InviteUser,
  ListInvitations,
  ListUsers,
  ResetUser,
  User,
  UserPage,
  UserParams,
  UserWithLink,
} from './schema.ts';
import { changeUser, getUser, listUsers } from './user.ts';
import { viewInvitation, viewUser, viewWithLink } from './view.ts';

const tags = ['Staff'];

export function userRoutes(http: Http, ctx: Context): void {
  lookRoutes(http, ctx);
  changeRoute(http, ctx);
  resetRoute(http, ctx);
  invitationRoutes(http, ctx);
  removalRoute(http, ctx);
}

function lookRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/users', {
    config: { staff: 'admin', errors: [] },
    schema: {
      tags,
      operationId: 'listUsers',
      summary: 'List users',
      description: 'Lists the users of the account, the oldest first, also invited and disabled ones.',
      querystring: ListUsers,
      response: { 200: UserPage.describe('One page.') },
    },
    handler: async ({ account, query }) => {
      const { users, page } = await listUsers(ctx, account, query);
      return { data: users.map(viewUser), ...page };
    },
  });

  http.get('/app/api/users/:id', {
    config: { staff: 'admin', errors: ['user_not_found'] },
    schema: {
      tags,
      operationId: 'getUser',
      summary: 'Get a user',
      params: UserParams,
      response: { 200: User.describe('The user.') },
    },
    handler: async ({ account, params }) => viewUser(await getUser(ctx, account, params.id)),
  });
}

function changeRoute(http: Http, ctx: Context): void {
  http.patch('/app/api/users/:id', {
    config: {
      staff: 'admin',
      errors: ['user_not_found', 'own_user', 'last_owner'],
      asksProof: ['role', 'device_uuids', 'status', 'revoke_api_keys'],
    },
    schema: {
      tags,
      operationId: 'changeUser',
      summary: 'Change a user',
      description:
        'Changes name, role, devices or status, within a second. No user changes the own role or status, and an ' +
        'account keeps an active owner. Only owners change owners, and only operators change operators. A higher ' +
        'role ends the links of the user.',
      params: UserParams,
      body: ChangeUser,
      response: { 200: User.describe('The user.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const user = await changeUser(onBehalfOf(ctx, request), account, managerOf(request), params.id, body);
      return viewUser(user);
    },
  });
}

function resetRoute(http: Http, ctx: Context): void {
  http.post('/app/api/users/:id/reset', {
    config: {
      staff: 'admin',
      errors: ['user_not_found', 'own_user', 'user_disabled'],
      asksProof: true,
    },
    schema: {
      tags,
      operationId: 'resetUser',
      summary: 'Reset the password of a user',
      description:
        'Ends the password and all log-in sessions of the user, and makes a link for a new password, which works ' +
        'for an hour. An invited user gets a new invitation.',
      params: UserParams,
      body: ResetUser,
      response: { 201: UserWithLink.describe('The link, only here.') },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const { user, link } = await resetUser(
        onBehalfOf(ctx, request),
        account,
        managerOf(request),
        params.id,
        { removesSecondFactor: body.remove_second_factor },
      );
      return reply.code(201).send(viewWithLink(user, link, publicUrlOf(request, ctx.config)));
    },
  });
}

function invitationRoutes(http: Http, ctx: Context): void {
  http.post('/app/api/invitations', {
    config: { staff: 'admin', errors: ['user_limit_reached'], asksProof: true },
    schema: {
      tags,
      operationId: 'inviteUser',
      summary: 'Invite a user',
      description:
        'Makes a user and a link for the first password, which works for seven days. Kurir sends no e-mail: hand ' +
        'the link on. Only owners invite owners.',
      body: InviteUser,
      response: { 201: UserWithLink.describe('The link, only here.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      const { user, link } = await inviteUser(onBehalfOf(ctx, request), account, managerOf(request), body);
      return reply.code(201).send(viewWithLink(user, link, publicUrlOf(request, ctx.config)));
    },
  });

  http.get('/app/api/invitations', {
    config: { staff: 'admin', errors: [] },
    schema: {
      tags,
      operationId: 'listInvitations',
      summary: 'List invitations',
      description: 'Lists the users who have not accepted their invitation, the oldest first.',
      querystring: ListInvitations,
      response: { 200: InvitationPage.describe('One page.') },
    },
    handler: async ({ account, query }) => {
      const { users, page } = await listUsers(ctx, account, { ...query, status: 'invited' });
      const expiries = await findExpiries(
        ctx,
        users.map(({ id }) => id),
      );
      return { data: users.map((user) => viewInvitation(user, expiries.get(user.id))), ...page };
    },
  });
}

function removalRoute(http: Http, ctx: Context): void {
  http.delete('/app/api/invitations/:id', {
    config: { staff: 'admin', errors: ['invitation_not_found'] },
    schema: {
      tags,
      operationId: 'removeInvitation',
      summary: 'Remove an invitation',
      description: 'Removes the invited user. The link stops working.',
      params: UserParams,
      response: { 204: z.null().describe('The user is removed.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await removeInvitation(onBehalfOf(ctx, request), account, managerOf(request), params.id);
      return reply.code(204).send(null);
    },
  });
}

function managerOf(request: Pick<FastifyRequest, 'staff'>): Manager {
  const { id, sessionId, role, isOperator } = callerOf(request);
  return { id, sessionId, role, isOperator };
}
