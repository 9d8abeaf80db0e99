import type { Http } from '../../platform/lib/http/http.ts';
import { DeviceParams, encodeKey, ListTemplates, TemplatePage } from './schema.ts';
import type { Templates } from './template.ts';
import { viewTemplate } from './view.ts';

/** An extension of the contract. */
export function templateRoutes(http: Http, templates: Templates): void {
  http.get('/v1/devices/:uuid/templates', {
    config: {
      staff: 'agent',
      // It may wait for the provider.
      lane: 'outside',
      errors: ['device_not_found', 'templates_not_supported', 'templates_unreadable'],
    },
    schema: {
      tags: ['Devices'],
      operationId: 'listTemplates',
      summary: 'List the templates of a device',
      description:
        'Lists the templates of the business account of an official cloud device, by name and language. Kurir ' +
        'reads them at the provider and keeps copies: `synced_at` is their time. While the provider does not ' +
        'answer, you get the old copies.',
      params: DeviceParams,
      querystring: ListTemplates,
      response: { 200: TemplatePage.describe('One page.') },
    },
    handler: async (request) => {
      const { account, params, query } = request;
      const { templates: found, next, synced_at } = await templates.list(account, params.uuid, query);
      return {
        data: found.map(viewTemplate),
        next_cursor: next && encodeKey(next),
        synced_at: synced_at.toISOString(),
      };
    },
  });
}
