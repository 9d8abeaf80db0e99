import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { AddSite, ChangeSite, ListPages, Site, SiteList, SitePageList, SiteParams } from './schema.ts';
import { addSite, changeSite, deleteSite, getSite, listPages, listSites, refreshSite } from './site.ts';
import { viewSite, viewSitePage } from './view.ts';

const tags = ['Knowledge'];

/** An extension of the contract: pages on the web that the assistant answers from. */
export function siteRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  pageRoute(http, ctx);
  addRoute(http, ctx);
  changeRoutes(http, ctx);
  deleteRoute(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/knowledge/sites',
    {
      config: { lane: 'pages', errors: [] },
      schema: {
        tags,
        operationId: 'listKnowledgeSites',
        summary: 'List sites',
        description: 'Lists the pages and sites on the web that the assistant reads.',
        response: { 200: SiteList.describe('All sites.') },
      },
    },
    async ({ account }) => ({ data: (await listSites(ctx, account)).map(viewSite) }),
  );

  http.get(
    '/v1/knowledge/sites/:id',
    {
      config: { lane: 'reads', errors: ['site_not_found'] },
      schema: {
        tags,
        operationId: 'getKnowledgeSite',
        summary: 'Get a site',
        description: 'Shows how far a site has been read.',
        params: SiteParams,
        response: { 200: Site.describe('The site.') },
      },
    },
    async ({ account, params }) => viewSite(await getSite(ctx.db, account, params.id)),
  );
}

function pageRoute(http: Http, ctx: Context): void {
  http.get(
    '/v1/knowledge/sites/:id/pages',
    {
      config: { lane: 'pages', errors: ['site_not_found'] },
      schema: {
        tags,
        operationId: 'listKnowledgeSitePages',
        summary: 'List the pages of a site',
        description:
          'Lists what was read and what was not, with the reason, in the order in which Kurir found the pages. ' +
          'Continue with `next_cursor` until it is null.',
        params: SiteParams,
        querystring: ListPages,
        response: { 200: SitePageList.describe('A page of the list.') },
      },
    },
    async ({ account, params, query }) =>
      viewPage(await listPages(ctx, account, params.id, query), viewSitePage),
  );
}

function addRoute(http: Http, ctx: Context): void {
  http.post(
    '/v1/knowledge/sites',
    {
      config: { errors: ['site_exists', 'knowledge_limit_reached'] },
      schema: {
        tags,
        operationId: 'addKnowledgeSite',
        summary: 'Add a site',
        description:
          'Reads a page on the web, or with `max_pages` also pages of its site, in the background: ask for its ' +
          '`state`. Each page that can be read becomes a document. The key needs the scope `full`.',
        body: AddSite,
        response: { 202: Site.describe('The site, which waits for its turn.') },
      },
    },
    async (request, reply) => {
      const added = await addSite(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(202).send(viewSite(added));
    },
  );
}

function changeRoutes(http: Http, ctx: Context): void {
  http.patch(
    '/v1/knowledge/sites/:id',
    {
      config: { errors: ['site_not_found'] },
      schema: {
        tags,
        operationId: 'changeKnowledgeSite',
        summary: 'Change a site',
        description: 'Changes how it is read from the next time on. The key needs the scope `full`.',
        params: SiteParams,
        body: ChangeSite,
        response: { 200: Site.describe('The site.') },
      },
    },
    async (request) => {
      const { account, params, body } = request;
      return viewSite(await changeSite(onBehalfOf(ctx, request), account, params.id, body));
    },
  );

  http.post(
    '/v1/knowledge/sites/:id/refresh',
    {
      config: { errors: ['site_not_found'] },
      schema: {
        tags,
        operationId: 'refreshKnowledgeSite',
        summary: 'Read a site again',
        description:
          'Visits all pages again. Pages that have gone leave the knowledge; pages that fail keep their text. ' +
          'A site that is read at the moment goes on. The key needs the scope `full`.',
        params: SiteParams,
        response: { 202: Site.describe('The site, which waits for its turn.') },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      return reply.code(202).send(viewSite(await refreshSite(onBehalfOf(ctx, request), account, params.id)));
    },
  );
}

function deleteRoute(http: Http, ctx: Context): void {
  http.delete(
    '/v1/knowledge/sites/:id',
    {
      config: { errors: ['site_not_found'] },
      schema: {
        tags,
        operationId: 'deleteKnowledgeSite',
        summary: 'Delete a site',
        description: 'Deletes a site with the documents of its pages. The key needs the scope `full`.',
        params: SiteParams,
        response: { 204: z.null().describe('The site is deleted.') },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await deleteSite(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  );
}
