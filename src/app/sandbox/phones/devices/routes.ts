import type { Context } from '../../../../context.ts';
import { recheckThrottle } from '../../../../gateway/broadcasts/broadcast.ts';
import { getDevice } from '../../../../gateway/devices/device.ts';
import { agePairing } from '../../../../gateway/devices/installation/installation.ts';
import type { Caller } from '../../../../platform/accounts/account.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import type { Http } from '../../../../platform/lib/http/http.ts';
import type { SandboxAddress } from '../../address.ts';
import { askJson } from '../ask.ts';
import { PAGE_ERRORS, type SandboxPage, TAGS } from '../page.ts';
import type { PhoneLine } from '../schema.ts';
import { openWorld } from '../world.ts';
import { AgeDevice, AgedDevice, ChangeLine, DeviceParams, type LINE_ACTIONS, LineView } from './schema.ts';

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

const NO_LINE = 'An official cloud device has no line of a phone. Change the state of its number.';

/**
 * ApiError device_not_found, device_not_paired, sandbox_refused; sandbox_number_taken when a device of another account
 * has the number too.
 */
async function changeLine(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  deviceUuid: string,
  action: (typeof LINE_ACTIONS)[number],
): Promise<{ device_uuid: string; line: PhoneLine }> {
  const { device_uuid, phone_number: number, ...device } = await getDevice(ctx, account, deviceUuid);
  if (device.official_phone_number_id !== null) throw new ApiError('sandbox_refused', NO_LINE);
  if (number === null || device.released_at !== null) throw new ApiError('device_not_paired');
  const { devices } = await openWorld(ctx, account);
  if (devices.every(({ id }) => id !== device.id)) throw new ApiError('sandbox_number_taken');
  const path = `/sandbox/numbers/${number}/${action}`;
  const { line } = await askJson<{ line: PhoneLine }>(address, { method: 'POST', path, body: {} });
  return { device_uuid, line };
}
