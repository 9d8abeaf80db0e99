import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { SIMULATION_PARTS } from '../run/simulation-routes.ts';
import { FlowParams } from '../schema.ts';
import {
  MAX_SIMULATIONS,
  SimulationCheck,
  SimulationList,
  SimulationParams,
  SimulationView,
  StoreSimulation,
} from './schema.ts';
import {
  checkSimulations,
  deleteSimulation,
  getSimulation,
  listSimulations,
  replaceSimulation,
  storeSimulation,
} from './simulation.ts';
import { viewChecked, viewSimulation, viewSummary } from './view.ts';

const tags = ['Flows'];
const RUNS = { lane: 'expensive', maxParts: SIMULATION_PARTS, maxItems: SIMULATION_PARTS } as const;

export function storedSimulationRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  storeRoute(http, ctx);
  replaceRoute(http, ctx);
  deleteRoute(http, ctx);
  checkRoute(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/flows/:id/simulations', {
    config: { lane: 'reads', errors: ['flow_not_found'] },
    schema: {
      tags,
      operationId: 'listFlowSimulations',
      summary: 'List stored simulations of a flow',
      description:
        'Lists the simulations that publishing repeats, without their messages: ' +
        `at most ${MAX_SIMULATIONS}.`,
      params: FlowParams,
      response: { 200: SimulationList.describe('All stored simulations.') },
    },
    handler: async ({ account, params }) => ({
      data: (await listSimulations(ctx, account, params.id)).map(viewSummary),
    }),
  });

  http.get('/v1/flows/:id/simulations/:simulation_id', {
    config: { lane: 'reads', errors: ['flow_not_found', 'flow_simulation_not_found'] },
    schema: {
      tags,
      operationId: 'getFlowSimulation',
      summary: 'Get a stored simulation',
      description: 'Shows its messages, and the result that is expected.',
      params: SimulationParams,
      response: { 200: SimulationView.describe('The simulation.') },
    },
    handler: async ({ account, params: { id, simulation_id } }) =>
      viewSimulation(await getSimulation(ctx, account, id, simulation_id)),
  });
}

function storeRoute(http: Http, ctx: Context): void {
  http.post('/v1/flows/:id/simulations', {
    config: {
      ...RUNS,
      errors: [
        ...(['device_not_found', 'flow_not_found', 'flow_simulation_limit_reached'] as const),
        'flow_version_not_found',
      ],
    },
    schema: {
      tags,
      operationId: 'storeFlowSimulation',
      summary: 'Store a simulation',
      description:
        'Runs the draft, or a version, as `simulate` does, and stores the messages with the result. Publishing ' +
        'repeats them, at the same time of the same clock.',
      params: FlowParams,
      body: StoreSimulation,
      response: { 201: SimulationView.describe('The simulation with its result.') },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const made = await storeSimulation(onBehalfOf(ctx, request), account, params.id, body);
      return reply.code(201).send(viewSimulation(made));
    },
  });
}

function replaceRoute(http: Http, ctx: Context): void {
  http.put('/v1/flows/:id/simulations/:simulation_id', {
    config: {
      ...RUNS,
      errors: [
        ...(['device_not_found', 'flow_not_found', 'flow_simulation_not_found'] as const),
        'flow_version_not_found',
      ],
    },
    schema: {
      tags,
      operationId: 'replaceFlowSimulation',
      summary: 'Replace a stored simulation',
      description: 'Runs it with these messages, and expects the result from now on.',
      params: SimulationParams,
      body: StoreSimulation,
      response: { 200: SimulationView.describe('The simulation with its result.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const place = { flowUuid: params.id, uuid: params.simulation_id };
      return viewSimulation(await replaceSimulation(onBehalfOf(ctx, request), account, place, body));
    },
  });
}

function deleteRoute(http: Http, ctx: Context): void {
  http.delete('/v1/flows/:id/simulations/:simulation_id', {
    config: { errors: ['flow_not_found', 'flow_simulation_not_found'] },
    schema: {
      tags,
      operationId: 'deleteFlowSimulation',
      summary: 'Delete a stored simulation',
      description: 'Publishing does not repeat it any more.',
      params: SimulationParams,
      response: { 204: z.null().describe('The simulation is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteSimulation(onBehalfOf(ctx, request), account, params.id, params.simulation_id);
      return reply.code(204).send(null);
    },
  });
}

function checkRoute(http: Http, ctx: Context): void {
  http.post('/v1/flows/:id/simulations/check', {
    config: { lane: 'expensive', errors: ['flow_not_found'] },
    schema: {
      tags,
      operationId: 'checkFlowSimulations',
      summary: 'Check stored simulations',
      description: 'Runs all stored simulations with the draft, as publishing does, and changes nothing.',
      params: FlowParams,
      response: { 200: SimulationCheck.describe('What ends differently.') },
    },
    handler: async ({ account, params }) => {
      const { checked } = await checkSimulations(ctx, account, params.id);
      return { data: checked.map(viewChecked) };
    },
  });
}
