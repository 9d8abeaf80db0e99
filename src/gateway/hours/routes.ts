import { z } from 'zod';
import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { getDeviceOrChat } from '../devices/device.ts';
import { findHours, removeHours, setHours } from './hours.ts';
import { HoursParams, HoursView, SetHours } from './schema.ts';
import { viewHours } from './view.ts';

const tags = ['Business hours'];

const response = { 200: HoursView.describe('The business hours.') };

/** An extension of the contract. */
export function businessHoursRoutes(http: Http, ctx: Context): void {
  accountRoutes(http, ctx);
  deviceRoutes(http, ctx);
  removalRoute(http, ctx);
}

async function show(ctx: Context, accountId: number, deviceId: number | null) {
  return viewHours(await findHours(ctx.db, accountId, deviceId), ctx.now());
}

function accountRoutes(http: Http, ctx: Context): void {
  http.get('/v1/business-hours', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'getBusinessHours',
      summary: 'Get the business hours of the account',
      description:
        'Shows when staff answers, and whether it is open now. Without hours it is always open, in UTC.',
      response,
    },
    handler: ({ account }) => show(ctx, account.id, null),
  });

  http.put('/v1/business-hours', {
    config: { errors: [] },
    schema: {
      tags,
      operationId: 'setBusinessHours',
      summary: 'Set the business hours of the account',
      description:
        'Replaces all hours, for each device without its own. Days of figures follow the time zone. ' +
        'Answers before the change keep their times. The key needs the scope `full`.',
      body: SetHours,
      response,
    },
    handler: async (request) => {
      await setHours(onBehalfOf(ctx, request), request.account.id, null, request.body);
      return show(ctx, request.account.id, null);
    },
  });
}

function deviceRoutes(http: Http, ctx: Context): void {
  http.get('/v1/devices/:uuid/business-hours', {
    config: { staff: 'agent', lane: 'reads', errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'getDeviceBusinessHours',
      summary: 'Get the business hours of a device',
      description: 'Shows the hours of the device, or else those of the account: `source` says which.',
      params: HoursParams,
      response,
    },
    handler: async ({ account, params }) => {
      const device = await getDeviceOrChat(ctx, account, params.uuid);
      return show(ctx, account.id, device.id);
    },
  });

  http.put('/v1/devices/:uuid/business-hours', {
    config: { errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'setDeviceBusinessHours',
      summary: 'Set the business hours of a device',
      description:
        'Replaces the hours of the device, for its conversations only. The key needs the scope `full`.',
      params: HoursParams,
      body: SetHours,
      response,
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const device = await getDeviceOrChat(ctx, account, params.uuid);
      await setHours(onBehalfOf(ctx, request), account.id, device, body);
      return show(ctx, account.id, device.id);
    },
  });
}

function removalRoute(http: Http, ctx: Context): void {
  http.delete('/v1/devices/:uuid/business-hours', {
    config: { errors: ['device_not_found'] },
    schema: {
      tags,
      operationId: 'removeDeviceBusinessHours',
      summary: 'Remove the business hours of a device',
      description: 'The device has the hours of its account again. The key needs the scope `full`.',
      params: HoursParams,
      response: { 204: z.null().describe('The device has the hours of its account.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await removeHours(
        onBehalfOf(ctx, request),
        account.id,
        await getDeviceOrChat(ctx, account, params.uuid),
      );
      return reply.code(204).send(null);
    },
  });
}
