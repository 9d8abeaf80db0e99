import type { Context } from '../../../../context.ts';
import { recheckThrottle } from '../../../../gateway/broadcasts/broadcast.ts';
import { getDevice } from '../../../../gateway/devices/device.ts';
import { agePairing } from '../../../../gateway/devices/installation/installation.ts';
import type { Http } from '../../../../platform/lib/http/http.ts';
import { PAGE_ERRORS, type SandboxPage, TAGS } from '../page.ts';
import { changeLine } from './line.ts';
import { AgeDevice, AgedDevice, ChangeLine, DeviceParams, LineView } from './schema.ts';

/** What the network does to a device of the account. */
export function deviceRoutes(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.post('/app/api/sandbox/devices/:uuid/line', {
    onRequest,
    config: {
      staff: 'agent',
      lane: 'outside',
      errors: [
        ...PAGE_ERRORS,
        'device_not_found',
        'device_not_paired',
        'sandbox_number_taken',
        'sandbox_refused',
      ],
    },
    schema: {
      tags: TAGS,
      operationId: 'changeSandboxLine',
      summary: 'Drop, restore or ban the line of a device',
      description:
        'The simulated network or phone acts on an economy device. Its status follows. A dropped line shows ' +
        'as `disconnected` after 10 seconds.',
      params: DeviceParams,
      body: ChangeLine,
      response: { 200: LineView.describe('The line.') },
    },
    handler: async ({ account, params, body }) => changeLine(ctx, address, account, params.uuid, body.action),
  });

  http.post('/app/api/sandbox/devices/:uuid/age', {
    onRequest,
    config: {
      staff: 'agent',
      lane: 'outside',
      errors: [...PAGE_ERRORS, 'device_not_found', 'device_not_paired'],
    },
    schema: {
      tags: TAGS,
      operationId: 'ageSandboxDevice',
      summary: 'Make the number of a device older',
      description: 'Broadcasts that wait for the limit of a new number go on.',
      params: DeviceParams,
      body: AgeDevice,
      response: { 200: AgedDevice.describe('The pairing is as old as this.') },
    },
    handler: async ({ account, params, body }) => {
      const { device_uuid } = await getDevice(ctx, account, params.uuid);
      await recheckThrottle(ctx, await agePairing(ctx, device_uuid, body.days));
      return { device_uuid, days: body.days };
    },
  });
}
