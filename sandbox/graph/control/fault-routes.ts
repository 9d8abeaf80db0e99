import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import { FaultBody } from '../faults.ts';
import { FaultParams, RequestsQuery } from './schema.ts';
import { viewFault } from './view.ts';

/** Controls faults, and shows the log of calls. */
export function faultRoutes(scope: FastifyInstance, cloud: Cloud): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();

  http.get('/sandbox/cloud/faults', async () => ({ data: cloud.faults.list().map(viewFault) }));

  http.post('/sandbox/cloud/faults', { schema: { body: FaultBody } }, async (request, reply) =>
    reply.code(201).send(viewFault(cloud.faults.add(request.body))),
  );

  http.delete('/sandbox/cloud/faults', async () => ({ removed: cloud.faults.remove(null) }));

  http.delete('/sandbox/cloud/faults/:id', { schema: { params: FaultParams } }, async (request) => {
    const removed = cloud.faults.remove(request.params.id);
    if (removed === 0) throw new SandboxError('fault_not_found');
    return { removed };
  });

  http.get('/sandbox/cloud/requests', { schema: { querystring: RequestsQuery } }, async (request) => ({
    data: cloud.requests.list(request.query),
  }));

  http.delete('/sandbox/cloud/requests', async () => {
    cloud.requests.clear();
    return {};
  });
}
