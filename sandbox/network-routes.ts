import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { MediaFault } from './media-faults.ts';
import { NumberParams } from './schema.ts';
import { FaultsChange } from './whatsapp/faults.ts';
import { changeFaults, changeLine, LINE_ACTIONS } from './whatsapp/line-control.ts';
import type { Network } from './whatsapp/network.ts';

/** Controls lines and faults of the phone network. */
export function networkRoutes(scope: FastifyInstance, net: Network): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();

  for (const action of LINE_ACTIONS) {
    http.post(`/sandbox/numbers/:number/${action}`, { schema: { params: NumberParams } }, async (request) => {
      const { number } = request.params;
      return { number, line: await changeLine(net, number, action) };
    });
  }

  http.post(
    '/sandbox/numbers/:number/faults',
    { schema: { params: NumberParams, body: FaultsChange } },
    async (request) => {
      const { number } = request.params;
      return { number, faults: await changeFaults(net, number, request.body) };
    },
  );

  http.post('/sandbox/media-faults', { schema: { body: MediaFault } }, async (request) => {
    net.media.faults.set(request.body);
    return request.body;
  });

  http.post('/sandbox/faults', { schema: { body: FaultsChange } }, async (request) => ({
    faults: await changeFaults(net, null, request.body),
  }));
}
