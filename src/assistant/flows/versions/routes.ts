import type { Context } from '../../../context.ts';
import { STORAGE_ERRORS } from '../../../platform/accounts/storage/storage.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { FlowParams, FlowSummary } from '../schema.ts';
import { publishChecked } from '../simulations/publish.ts';
import { viewFlowSummary } from '../view.ts';
import {
  CompareQuery,
  DifferenceView,
  ListVersions,
  Publish,
  RollBack,
  VersionPage,
  VersionParams,
  VersionView,
} from './schema.ts';
import { compareVersions, getVersion, listVersions, rollBackFlow, unpublishFlow } from './version.ts';
import { viewVersion, viewVersionSummary } from './view.ts';

const tags = ['Flows'];

export function versionRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  compareRoute(http, ctx);
  publishRoutes(http, ctx);
  unpublishRoute(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/flows/:id/versions', {
    config: { lane: 'reads', errors: ['flow_not_found'] },
    schema: {
      tags,
      operationId: 'listFlowVersions',
      summary: 'List versions of a flow',
      description: 'Lists the last 50 versions without their nodes, the newest first.',
      params: FlowParams,
      querystring: ListVersions,
      response: { 200: VersionPage.describe('One page.') },
    },
    handler: async ({ account, params, query }) => {
      const { flow, page } = await listVersions(ctx, account, params.id, query);
      return viewPage(page, (version) => viewVersionSummary(flow, version));
    },
  });

  http.get('/v1/flows/:id/versions/:version', {
    config: { lane: 'reads', errors: ['flow_not_found', 'flow_version_not_found'] },
    schema: {
      tags,
      operationId: 'getFlowVersion',
      summary: 'Get a version of a flow',
      description: 'Shows a published version with its nodes.',
      params: VersionParams,
      response: { 200: VersionView.describe('The version.') },
    },
    handler: async ({ account, params }) => {
      const { flow, found } = await getVersion(ctx, account, params.id, params.version);
      return viewVersion(flow, found);
    },
  });
}

function compareRoute(http: Http, ctx: Context): void {
  http.get('/v1/flows/:id/versions/:version/diff', {
    config: { lane: 'reads', errors: ['flow_not_found', 'flow_version_not_found'] },
    schema: {
      tags,
      operationId: 'compareFlowVersions',
      summary: 'Compare versions of a flow',
      description: 'What changed from `against` to this version. Positions of nodes do not count.',
      params: VersionParams,
      querystring: CompareQuery,
      response: { 200: DifferenceView.describe('The difference.') },
    },
    handler: async ({ account, params: { id, version }, query }) =>
      compareVersions(ctx, account, id, { version, against: query.against }),
  });
}

function publishRoutes(http: Http, ctx: Context): void {
  http.post('/v1/flows/:id/publish', {
    config: {
      lane: 'expensive',
      stores: 'bytes',
      errors: ['flow_changed', 'flow_not_found', 'flow_simulations_differ', ...STORAGE_ERRORS],
    },
    schema: {
      tags,
      operationId: 'publishFlow',
      summary: 'Publish a flow',
      description:
        'Makes a version of the draft, which answers from now on. Running chats stay with the version that they ' +
        'began. A draft with problems gets 422 with the node of each. The stored simulations run before.',
      params: FlowParams,
      body: Publish,
      response: { 200: VersionView.describe('The version.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const { flow, found } = await publishChecked(onBehalfOf(ctx, request), account, params.id, body);
      return viewVersion(flow, found);
    },
  });

  http.post('/v1/flows/:id/rollback', {
    config: {
      lane: 'expensive',
      stores: 'bytes',
      errors: ['flow_not_found', 'flow_version_not_found', ...STORAGE_ERRORS],
    },
    schema: {
      tags,
      operationId: 'rollBackFlow',
      summary: 'Roll a flow back',
      description:
        'Publishes an old version again, as a new version. The draft stays as it is, and stored simulations do ' +
        'not run.',
      params: FlowParams,
      body: RollBack,
      response: { 200: VersionView.describe('The new version.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const { flow, found } = await rollBackFlow(onBehalfOf(ctx, request), account, params.id, body);
      return viewVersion(flow, found);
    },
  });
}

function unpublishRoute(http: Http, ctx: Context): void {
  http.post('/v1/flows/:id/unpublish', {
    config: { errors: ['flow_in_use', 'flow_not_found'] },
    schema: {
      tags,
      operationId: 'unpublishFlow',
      summary: 'Unpublish a flow',
      description: 'The flow starts in no more chats. Running chats go on.',
      params: FlowParams,
      response: { 200: FlowSummary.describe('The flow.') },
    },
    handler: async (request) =>
      viewFlowSummary(await unpublishFlow(onBehalfOf(ctx, request), request.account, request.params.id)),
  });
}
