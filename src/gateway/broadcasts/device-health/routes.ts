import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { readDeviceHealth } from './device-health.ts';
import { DeviceHealth, HealthParams } from './schema.ts';
import { viewHealth } from './view.ts';

/** An extension of the contract. */
export function deviceHealthRoutes(http: Http, ctx: Context): void {
  http.get('/v1/devices/:uuid/health', {
    config: { staff: 'agent', lane: 'reads', errors: ['device_not_found'] },
    schema: {
      tags: ['Devices'],
      operationId: 'getDeviceHealth',
      summary: 'Get the health of a device',
      description:
        'Shows what waits for the device, when a customer last wrote to it, and the limit of its broadcasts. ' +
        'Groups are named here, because they have no conversations. ' +
        'Status and reason are in the device itself.',
      params: HealthParams,
      response: { 200: DeviceHealth.describe('The health.') },
    },
    handler: async ({ account, params }) => viewHealth(await readDeviceHealth(ctx, account, params.uuid)),
  });
}
