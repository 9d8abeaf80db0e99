import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { actorOf } from '../acting.ts';
import { Conversation, ConversationParams } from '../schema.ts';
import { showConversation } from '../shown.ts';
import { type Act, actOnOwner, setAutomation } from './acts.ts';
import { findAssignee } from './assignee.ts';
import { reopen } from './reopen.ts';
import { Assign, GiveBack, OwnerChanged, Reopen, Resolve, SetAutomation, TakeOver } from './schema.ts';

const tags = ['Conversations'];

/** Who answers a conversation. An extension of the contract. */
export function ownershipRoutes(http: Http, ctx: Context): void {
  takeOverRoute(http, ctx);
  giveBackRoute(http, ctx);
  assignRoute(http, ctx);
  resolveRoute(http, ctx);
  reopenRoute(http, ctx);
  automationRoute(http, ctx);
}

interface OwnerCall extends Pick<FastifyRequest, 'account' | 'actor' | 'staff'> {
  params: { id: string };
  body: {
    ownership_version?: number | undefined;
    assignee?: string | null | undefined;
    team?: string | null | undefined;
    actor?: string | undefined;
  };
}

async function act(ctx: Context, name: Act, call: OwnerCall) {
  const { account, params, body, staff } = call;
  const actor = actorOf(call, body.actor);
  const named =
    body.assignee && staff ? await findAssignee(ctx, account, params.id, body.assignee) : body.assignee;
  // A user takes over for the own name.
  const assignee = name === 'take_over' && staff ? (named ?? staff.name) : named;
  const request = {
    act: name,
    uuid: params.id,
    version: body.ownership_version,
    assignee,
    team: body.team,
    actor,
  };
  const underWay = await actOnOwner(onBehalfOf(ctx, call), account, request);
  return { ...(await showConversation(ctx, account, params.id)), under_way: underWay };
}

const response = { 200: OwnerChanged.describe('The conversation with its present owner.') };

function takeOverRoute(http: Http, ctx: Context): void {
  http.post('/v1/conversations/:id/takeover', {
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
    handler: (request) => act(ctx, 'take_over', request),
  });
}

function giveBackRoute(http: Http, ctx: Context): void {
  http.post('/v1/conversations/:id/give-back', {
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
    handler: (request) => act(ctx, 'give_back', request),
  });
}

function assignRoute(http: Http, ctx: Context): void {
  http.post('/v1/conversations/:id/assign', {
    config: { staff: 'agent', errors: ['conversation_not_found', 'ownership_changed'] },
    schema: {
      tags,
      operationId: 'assignConversation',
      summary: 'Assign a conversation',
      description:
        'Gives the conversation to a person by name, as a take-over does, or to a team, whose members see it ' +
        'as theirs to take.',
      params: ConversationParams,
      body: Assign,
      response,
    },
    handler: (request) => act(ctx, 'assign', request),
  });
}

function resolveRoute(http: Http, ctx: Context): void {
  http.post('/v1/conversations/:id/resolve', {
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
    handler: (request) => act(ctx, 'resolve', request),
  });
}

function reopenRoute(http: Http, ctx: Context): void {
  http.post('/v1/conversations/:id/reopen', {
    config: { staff: 'agent', errors: ['conversation_not_found', 'ownership_changed'] },
    schema: {
      tags,
      operationId: 'reopenConversation',
      summary: 'Take the end of a conversation back',
      description:
        'Undoes the last end of a closed conversation: who answers, the assignee and the wait of the customer are ' +
        'as before it. Messages of the automation that it stopped stay stopped. When something else happened since, ' +
        'the answer is `ownership_changed`.',
      params: ConversationParams,
      body: Reopen,
      response: { 200: Conversation.describe('The conversation.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const actor = actorOf(request, body.actor);
      const version = body.ownership_version;
      await reopen(onBehalfOf(ctx, request), account, params.id, { version, actor });
      return showConversation(ctx, account, params.id);
    },
  });
}

function automationRoute(http: Http, ctx: Context): void {
  http.put('/v1/conversations/:id/automation', {
    config: { staff: 'agent', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'setConversationAutomation',
      summary: 'Switch the automation of a conversation off or on',
      description:
        'While it is off, no automation answers this customer. A conversation that the automation answers waits ' +
        'for staff then, and waiting messages of the automation end as `failed` with `superseded`.',
      params: ConversationParams,
      body: SetAutomation,
      response: { 200: Conversation.describe('The conversation.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const actor = actorOf(request, body.actor);
      await setAutomation(onBehalfOf(ctx, request), account, params.id, { ...body, actor });
      return showConversation(ctx, account, params.id);
    },
  });
}
