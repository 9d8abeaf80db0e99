import type { Sight } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import type { Http } from '../../lib/http/http.ts';
import { ConversationParams } from '../schema.ts';
import { showConversation } from '../shown.ts';
import { type ActRequest, actOnOwner } from './acts.ts';
import { Assign, GiveBack, OwnerChanged, Resolve, TakeOver } from './schema.ts';

const tags = ['Conversations'];

/** Who answers a conversation. An extension of the contract. */
export function ownershipRoutes(http: Http, ctx: Context): void {
  takeOverRoute(http, ctx);
  giveBackRoute(http, ctx);
  assignRoute(http, ctx);
  resolveRoute(http, ctx);
}

async function act(ctx: Context, account: Sight, request: ActRequest) {
  const underWay = await actOnOwner(ctx, account, request);
  return { ...(await showConversation(ctx, account, request.uuid)), under_way: underWay };
}

const response = { 200: OwnerChanged.describe('The conversation with its present owner.') };

function takeOverRoute(http: Http, ctx: Context): void {
  http.post(
    '/v1/conversations/:id/takeover',
    {
      config: { staff: 'agent', errors: ['conversation_not_found', 'ownership_changed'] },
      schema: {
        tags,
        operationId: 'takeOverConversation',
        summary: 'Take a conversation over',
        description:
          'From now on a person answers, and the automation is silent. Its waiting messages end as `failed` with ' +
          '`superseded`, and give their quota back.',
        params: ConversationParams,
        body: TakeOver,
        response,
      },
    },
    ({ account, params, body }) =>
      act(ctx, account, {
        ...{ act: 'take_over', uuid: params.id, version: body.ownership_version },
        ...{ assignee: body.assignee, actor: body.actor ?? 'api' },
      }),
  );
}

function giveBackRoute(http: Http, ctx: Context): void {
  http.post(
    '/v1/conversations/:id/give-back',
    {
      config: {
        staff: 'agent',
        errors: ['conversation_closed', 'conversation_not_found', 'no_automation', 'ownership_changed'],
      },
      schema: {
        tags,
        operationId: 'giveBackConversation',
        summary: 'Give a conversation back to the automation',
        description:
          'The automation answers again, beginning with the first message of the customer without an answer. ' +
          'Without an automation for this number the answer is `no_automation`, and nothing changes.',
        params: ConversationParams,
        body: GiveBack,
        response,
      },
    },
    ({ account, params, body }) =>
      act(ctx, account, {
        ...{ act: 'give_back', uuid: params.id, version: body.ownership_version },
        actor: body.actor ?? 'api',
      }),
  );
}

function assignRoute(http: Http, ctx: Context): void {
  http.post(
    '/v1/conversations/:id/assign',
    {
      config: { staff: 'agent', errors: ['conversation_not_found', 'ownership_changed'] },
      schema: {
        tags,
        operationId: 'assignConversation',
        summary: 'Assign a conversation',
        description: 'Gives the conversation to a person by name, as a take-over does.',
        params: ConversationParams,
        body: Assign,
        response,
      },
    },
    ({ account, params, body }) =>
      act(ctx, account, {
        ...{ act: 'assign', uuid: params.id, version: body.ownership_version },
        ...{ assignee: body.assignee, actor: body.actor ?? 'api' },
      }),
  );
}

function resolveRoute(http: Http, ctx: Context): void {
  http.post(
    '/v1/conversations/:id/resolve',
    {
      config: { staff: 'agent', errors: ['conversation_not_found', 'ownership_changed'] },
      schema: {
        tags,
        operationId: 'resolveConversation',
        summary: 'Resolve a conversation',
        description:
          'Closes the conversation. The next message of the customer opens it again, in a new episode.',
        params: ConversationParams,
        body: Resolve,
        response,
      },
    },
    ({ account, params, body }) =>
      act(ctx, account, {
        ...{ act: 'resolve', uuid: params.id, version: body.ownership_version },
        actor: body.actor ?? 'api',
      }),
  );
}
