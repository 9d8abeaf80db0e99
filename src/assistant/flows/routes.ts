import { z } from 'zod';
import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { viewPage } from '../../platform/lib/page.ts';
import { definitionSchema } from './definition/json-schema.ts';
import { changeFlow, createFlow, deleteFlow, listFlows, showFlow } from './flow.ts';
import { simulationRoutes } from './run/simulation-routes.ts';
import {
  BODY_LIMIT,
  ChangeFlow,
  CreateFlow,
  FlowPage,
  FlowParams,
  FlowView,
  ListFlows,
  MAX_PARTS,
} from './schema.ts';
import { secretRoutes } from './secrets/routes.ts';
import { storedSimulationRoutes } from './simulations/routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { versionRoutes } from './versions/routes.ts';
import { viewFlow, viewFlowSummary } from './view.ts';

const tags = ['Flows'];

export function flowRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  writeRoutes(http, ctx);
  deleteRoute(http, ctx);
  transferRoutes(http, ctx);
  versionRoutes(http, ctx);
  secretRoutes(http, ctx);
  simulationRoutes(http, ctx);
  storedSimulationRoutes(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/flows', {
    config: { lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listFlows',
      summary: 'List flows',
      description:
        'Lists the flows without their nodes, the oldest first. Continue with `next_cursor` until it is null.',
      querystring: ListFlows,
      response: { 200: FlowPage.describe('One page.') },
    },
    handler: async ({ account, query }) => viewPage(await listFlows(ctx, account, query), viewFlowSummary),
  });

  http.get('/v1/flows/schema', {
    config: { lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'getFlowSchema',
      summary: 'Get the schema of flows',
      description: 'The JSON Schema of a definition that can be published, for editors and other programs.',
      response: { 200: z.record(z.string(), z.unknown()).describe('The JSON Schema.') },
    },
    handler: async () => definitionSchema(),
  });

  http.get('/v1/flows/:id', {
    config: { lane: 'reads', errors: ['flow_not_found'] },
    schema: {
      tags,
      operationId: 'getFlow',
      summary: 'Get a flow',
      description: 'Shows the draft, and what publishing it would refuse.',
      params: FlowParams,
      response: { 200: FlowView.describe('The flow.') },
    },
    handler: async ({ account, params }) => viewFlow(await showFlow(ctx, account, params.id)),
  });
}

function writeRoutes(http: Http, ctx: Context): void {
  http.post('/v1/flows', {
    bodyLimit: BODY_LIMIT,
    config: {
      lane: 'expensive',
      maxParts: MAX_PARTS,
      maxItems: MAX_PARTS,
      sends: 'later',
      errors: ['device_not_found', 'flow_limit_reached'],
    },
    schema: {
      tags,
      operationId: 'createFlow',
      summary: 'Create a flow',
      description: 'Creates a flow with its draft. Customers meet it when it is published.',
      body: CreateFlow,
      response: { 201: FlowView.describe('The flow.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      return reply.code(201).send(viewFlow(await createFlow(onBehalfOf(ctx, request), account, body)));
    },
  });

  http.patch('/v1/flows/:id', {
    bodyLimit: BODY_LIMIT,
    config: {
      lane: 'expensive',
      maxParts: MAX_PARTS,
      maxItems: MAX_PARTS,
      sends: 'later',
      errors: ['device_not_found', 'flow_changed', 'flow_not_found'],
    },
    schema: {
      tags,
      operationId: 'changeFlow',
      summary: 'Change a flow',
      description:
        'Changes the fields in the request. A definition replaces the whole draft; the published version stays. ' +
        'Name and devices apply at once.',
      params: FlowParams,
      body: ChangeFlow,
      response: { 200: FlowView.describe('The flow.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewFlow(await changeFlow(onBehalfOf(ctx, request), account, params.id, body));
    },
  });
}

function deleteRoute(http: Http, ctx: Context): void {
  http.delete('/v1/flows/:id', {
    config: { errors: ['flow_in_use', 'flow_not_found'] },
    schema: {
      tags,
      operationId: 'deleteFlow',
      summary: 'Delete a flow',
      description: 'Deletes a flow with its versions. Chats leave the flow.',
      params: FlowParams,
      response: { 204: z.null().describe('The flow is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteFlow(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}
