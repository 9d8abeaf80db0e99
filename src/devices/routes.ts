import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Http } from '../lib/http/http.ts';
import * as devices from './device.ts';
import { CreateDevice, DeviceBrief, DeviceItem, DeviceQr } from './schema.ts';
import { viewBrief, viewDevice } from './view.ts';

const Params = z.object({ uuid: z.string() });

/** The device endpoints of the contract. */
export function deviceRoutes(http: Http, ctx: Context): void {
  const tags = ['Devices'];

  http.post(
    '/v1/devices',
    { schema: { tags, body: CreateDevice, response: { 201: DeviceBrief } } },
    async (request, reply) => {
      const device = await devices.createDevice(ctx, request.account, request.body);
      return reply.code(201).send(viewBrief(device));
    },
  );

  http.get(
    '/v1/devices',
    { schema: { tags, response: { 200: z.object({ data: z.array(DeviceItem) }) } } },
    async (request) => {
      const list = await devices.listDevices(ctx, request.account);
      return { data: list.map(viewDevice) };
    },
  );

  http.get(
    '/v1/devices/:uuid',
    { schema: { tags, params: Params, response: { 200: DeviceItem } } },
    async (request) => {
      return viewDevice(await devices.getDevice(ctx, request.account, request.params.uuid));
    },
  );

  http.get(
    '/v1/devices/:uuid/qr',
    { schema: { tags, params: Params, response: { 200: DeviceQr, 202: DeviceBrief } } },
    async (request, reply) => {
      const { device, qr } = await devices.requestQr(ctx, request.account, request.params.uuid);
      if (qr === null) return reply.code(202).send(viewBrief(device));
      return reply.code(200).send({ ...viewBrief(device), qr });
    },
  );

  http.delete(
    '/v1/devices/:uuid',
    { schema: { tags, params: Params, response: { 200: DeviceBrief } } },
    async (request) => {
      return viewBrief(await devices.releaseDevice(ctx, request.account, request.params.uuid));
    },
  );
}
