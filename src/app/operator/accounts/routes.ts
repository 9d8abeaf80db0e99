import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { callerOf } from '../../../inbox/staff/staff-caller.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { publicUrlOf } from '../../../public-url.ts';
import { asOperator } from '../acting.ts';
import {
  changeAccount,
  changeStatus,
  createAccount,
  getAccount,
  invite,
  listAccounts,
  type OperatorCall,
} from './accounts.ts';
import { activateHeld } from './activate.ts';
import {
  AccountCreated,
  AccountParams,
  ActivateAccount,
  ChangeAccount,
  CreateAccount,
  HeldActivated,
  ListAccounts,
  OperatorAccountDetail,
  OperatorAccountPage,
  OwnerInput,
  SuspendAccount,
  UserWithLink,
} from './schema.ts';
import { viewAccount, viewDetail } from './view.ts';

const tags = ['Operator'];
const ACCOUNTS = '/app/api/operator/accounts';
const STATUS_CONFIG = {
  staff: 'operator' as const,
  errors: ['account_not_found', 'account_cancelled', 'own_account'] as const,
  asksProof: true as const,
};

export function operatorAccountRoutes(http: Http, ctx: Context): void {
  lookRoutes(http, ctx);
  createRoute(http, ctx);
  changeRoute(http, ctx);
  suspendRoute(http, ctx);
  activateRoute(http, ctx);
  activateHeldRoute(http, ctx);
  cancelRoute(http, ctx);
  invitationRoute(http, ctx);
}

function lookRoutes(http: Http, ctx: Context): void {
  http.get(ACCOUNTS, {
    config: { staff: 'operator', lane: 'pages', errors: [] },
    schema: {
      tags,
      operationId: 'listOperatorAccounts',
      summary: 'List accounts',
      description: 'Lists the accounts of this installation, the newest first, with usage and devices.',
      querystring: ListAccounts,
      response: { 200: OperatorAccountPage.describe('One page.') },
    },
    handler: async ({ query }) => viewPage(await listAccounts(ctx, query), viewAccount),
  });

  http.get(`${ACCOUNTS}/:id`, {
    config: { staff: 'operator', lane: 'reads', errors: ['account_not_found'] },
    schema: {
      tags,
      operationId: 'getOperatorAccount',
      summary: 'Get an account',
      params: AccountParams,
      response: { 200: OperatorAccountDetail.describe('The account.') },
    },
    handler: async ({ params, account }) => viewDetail(await getAccount(ctx, idOf(params.id)), account),
  });
}

function createRoute(http: Http, ctx: Context): void {
  http.post(ACCOUNTS, {
    config: { staff: 'operator', errors: [], asksProof: true },
    schema: {
      tags,
      operationId: 'createOperatorAccount',
      summary: 'Create an account',
      description:
        'The answer has the first API key and the link of the first owner. No later answer has them.',
      body: CreateAccount,
      response: { 201: AccountCreated.describe('The account.') },
    },
    handler: async (request, reply) => {
      const created = await createAccount(asOperator(ctx, request), callOf(ctx, request), request.body);
      return reply.code(201).send({ ...created, account: viewDetail(created.account, request.account) });
    },
  });
}

function changeRoute(http: Http, ctx: Context): void {
  http.patch(`${ACCOUNTS}/:id`, {
    config: { staff: 'operator', errors: ['account_not_found'] },
    schema: {
      tags,
      operationId: 'changeOperatorAccount',
      summary: 'Change an account',
      description: 'Changes the plan or a setting, within a second.',
      params: AccountParams,
      body: ChangeAccount,
      response: { 200: OperatorAccountDetail.describe('The account.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewDetail(await changeAccount(asOperator(ctx, request), idOf(params.id), body), account);
    },
  });
}

function suspendRoute(http: Http, ctx: Context): void {
  http.post(`${ACCOUNTS}/:id/suspend`, {
    config: STATUS_CONFIG,
    schema: {
      tags,
      operationId: 'suspendOperatorAccount',
      summary: 'Suspend an account',
      description:
        'Refuses every call of the account within a second, and sends nothing. Messages and broadcasts wait. ' +
        'Devices stay connected, and webhooks go on.',
      params: AccountParams,
      body: SuspendAccount,
      response: { 200: OperatorAccountDetail.describe('The account.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const acting = asOperator(ctx, request);
      const change = { status: 'suspended' as const, reason: body?.reason };
      return viewDetail(await changeStatus(acting, request, idOf(params.id), change), account);
    },
  });
}

function activateRoute(http: Http, ctx: Context): void {
  http.post(`${ACCOUNTS}/:id/activate`, {
    config: STATUS_CONFIG,
    schema: {
      tags,
      operationId: 'activateOperatorAccount',
      summary: 'Activate an account',
      description: 'Messages and broadcasts of the suspension go on, or end with `drop_queued`.',
      params: AccountParams,
      body: ActivateAccount,
      response: { 200: OperatorAccountDetail.describe('The account.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const acting = asOperator(ctx, request);
      const change = { status: 'active' as const, dropsQueued: body?.drop_queued };
      return viewDetail(await changeStatus(acting, request, idOf(params.id), change), account);
    },
  });
}

function activateHeldRoute(http: Http, ctx: Context): void {
  http.post(`${ACCOUNTS}/activate-held`, {
    config: { staff: 'operator', lane: 'expensive', errors: [], asksProof: true },
    schema: {
      tags,
      operationId: 'activateHeldOperatorAccounts',
      summary: 'Activate all accounts that a restore suspended',
      description:
        'After a restore of the database each account is suspended, because what was queued may be sent already. ' +
        'This activates them all. Messages and broadcasts go on, or end with `drop_queued`.',
      body: ActivateAccount,
      response: { 200: HeldActivated.describe('What was done.') },
    },
    handler: (request) =>
      activateHeld(asOperator(ctx, request), { dropsQueued: request.body?.drop_queued ?? false }),
  });
}

function cancelRoute(http: Http, ctx: Context): void {
  http.post(`${ACCOUNTS}/:id/cancel`, {
    config: STATUS_CONFIG,
    schema: {
      tags,
      operationId: 'cancelOperatorAccount',
      summary: 'Cancel an account',
      description:
        'Ends the account permanently: queued messages fail, broadcasts are cancelled and devices are released. The ' +
        'data stay.',
      params: AccountParams,
      response: { 200: OperatorAccountDetail.describe('The account.') },
    },
    handler: async (request) => {
      const { account, params } = request;
      const acting = asOperator(ctx, request);
      const change = { status: 'cancelled' as const };
      return viewDetail(await changeStatus(acting, request, idOf(params.id), change), account);
    },
  });
}

function invitationRoute(http: Http, ctx: Context): void {
  http.post(`${ACCOUNTS}/:id/owners`, {
    config: {
      staff: 'operator',
      errors: ['account_not_found', 'account_cancelled', 'owner_exists', 'user_limit_reached'],
      asksProof: true,
    },
    schema: {
      tags,
      operationId: 'inviteOperatorAccountOwner',
      summary: 'Invite the first owner of an account',
      description:
        'Makes an owner and a link for the first password, which works for seven days. Refused while the account ' +
        'has an active owner: owners invite owners, and the command line makes one without them.',
      params: AccountParams,
      body: OwnerInput,
      response: { 201: UserWithLink.describe('The link, only here.') },
    },
    handler: async (request, reply) => {
      // The lock of the users comes before that of the caller, who may be one of them.
      const acting = { ...ctx, actor: asOperator(ctx, request).actor };
      return reply
        .code(201)
        .send(await invite(acting, callOf(ctx, request), idOf(request.params.id), request.body));
    },
  });
}

/** Any other text is the number of no account. */
function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError('account_not_found');
  return Number(text);
}

function callOf(ctx: Context, request: FastifyRequest): OperatorCall {
  return {
    caller: callerOf(request),
    account: request.account,
    publicUrl: publicUrlOf(request, ctx.config),
  };
}
