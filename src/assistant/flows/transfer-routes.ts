import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { FlowParams, FlowView } from './schema.ts';
import { exportFlow, importFlow } from './transfer.ts';
import { ExportQuery, FlowExport, IMPORT_LIMIT, IMPORT_PARTS, ImportFlow } from './transfer-schema.ts';
import { viewFlow } from './view.ts';

const tags = ['Flows'];

/** Flows as JSON, to keep them elsewhere and to move them. */
export function transferRoutes(http: Http, ctx: Context): void {
  exportRoute(http, ctx);
  importRoute(http, ctx);
}

function exportRoute(http: Http, ctx: Context): void {
  http.get('/v1/flows/:id/export', {
    config: { lane: 'reads', errors: ['flow_not_found', 'flow_version_not_found'] },
    schema: {
      tags,
      operationId: 'exportFlow',
      summary: 'Export a flow',
      description:
        'The draft, or a version, as POST /v1/flows/import takes it. Stored simulations are part of it, secrets ' +
        'and devices are not.',
      params: FlowParams,
      querystring: ExportQuery,
      response: { 200: FlowExport.describe('The flow.') },
    },
    handler: ({ account, params, query }) => exportFlow(ctx, account, params.id, query.version),
  });
}

function importRoute(http: Http, ctx: Context): void {
  http.post('/v1/flows/import', {
    bodyLimit: IMPORT_LIMIT,
    config: {
      lane: 'expensive',
      maxParts: IMPORT_PARTS,
      maxItems: IMPORT_PARTS,
      errors: ['device_not_found', 'flow_limit_reached'],
    },
    schema: {
      tags,
      operationId: 'importFlow',
      summary: 'Import a flow',
      description:
        'Creates a flow from an export, as a draft. `problems` of the answer names what this account lacks, ' +
        'such as secrets and other flows.',
      body: ImportFlow,
      response: { 201: FlowView.describe('The flow.') },
    },
    handler: async (request, reply) => {
      const made = await importFlow(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(201).send(viewFlow(made));
    },
  });
}
