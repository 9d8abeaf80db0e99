import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { prefers } from '../../platform/lib/http/accept.ts';
import type { NamedExample } from '../../platform/lib/http/documentation.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { publicUrlOf } from '../../public-url.ts';
import type { VerifyCredentials } from '../engines/credentials.ts';
import * as devices from './device.ts';
import { createOfficialDevice, getOfficialDevice, rotateCredentials } from './official/official.ts';
import { pictureOf, requestCode, requestQr } from './pairing/pairing.ts';
import { requestTypedCode } from './pairing/typed-code.ts';
import { findDemand, urlOf } from './passkey/passkey.ts';
import { passkeyRoutes } from './passkey/routes.ts';
import {
  ChangeDevice,
  CreateDevice,
  DeviceBrief,
  DeviceCreated,
  DeviceItem,
  DeviceList,
  DevicePairingCode,
  DeviceParams,
  DeviceQr,
  type DeviceStatus,
  DeviceWaiting,
  PairByCode,
  RotateCredentials,
} from './schema.ts';
import type { DeviceRow } from './store.ts';
import { viewBrief, viewCreated, viewDevice, viewWaiting } from './view.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Found before the body is validated. */
    officialDevice: DeviceRow;
  }
}

const TAGS = ['Devices'];

/** `verify` checks credentials at the provider. */
export function deviceRoutes(http: Http, ctx: Context, verify: VerifyCredentials): void {
  creationRoute(http, ctx, verify);
  readingRoutes(http, ctx);
  changeRoute(http, ctx);
  qrRoute(http, ctx);
  pairingCodeRoute(http, ctx);
  passkeyRoutes(http, ctx);
  credentialsRoute(http, ctx, verify);
  releaseRoute(http, ctx);
}

function creationRoute(http: Http, ctx: Context, verify: VerifyCredentials): void {
  http.post('/v1/devices', {
    config: {
      lane: 'outside',
      errors: ['device_limit_reached', 'invalid_official_credentials'],
      documentation: { requestExamples: CREATIONS },
    },
    schema: {
      tags: TAGS,
      operationId: 'createDevice',
      summary: 'Create a device',
      description:
        'Creates a device. An economy device starts as `provisioned`: get its QR next, and scan it ' +
        'with the phone of the number. Kurir verifies the credentials of an official cloud device ' +
        'with the provider.',
      body: CreateDevice,
      response: { 201: DeviceCreated.describe('The device was created.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      const caller = onBehalfOf(ctx, request);
      const device =
        body.engine === 'official_cloud'
          ? await createOfficialDevice(caller, account, body, verify)
          : await devices.createDevice(caller, account, body);
      return reply.code(201).send(viewCreated(device));
    },
  });
}

function readingRoutes(http: Http, ctx: Context): void {
  http.get('/v1/devices', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags: TAGS,
      operationId: 'listDevices',
      summary: 'List devices',
      description: 'Lists all devices of the account, except released ones.',
      response: { 200: DeviceList.describe('The devices.') },
    },
    handler: async (request) => {
      const list = await devices.listDevices(ctx, request.account);
      const now = ctx.now();
      return { data: list.map((device) => viewDevice(device, now)) };
    },
  });

  http.get('/v1/devices/:uuid', {
    config: { staff: 'agent', errors: ['device_not_found'] },
    schema: {
      tags: TAGS,
      operationId: 'getDevice',
      summary: 'Get a device',
      description: 'Shows one device, as in the list. A released device is `disconnected`.',
      params: DeviceParams,
      response: { 200: DeviceItem.describe('The device.') },
    },
    handler: async (request) => {
      return viewDevice(await devices.getDevice(ctx, request.account, request.params.uuid), ctx.now());
    },
  });
}

/** An extension of the contract. */
function changeRoute(http: Http, ctx: Context): void {
  http.patch('/v1/devices/:uuid', {
    config: { errors: ['device_not_found'] },
    schema: {
      tags: TAGS,
      operationId: 'changeDevice',
      summary: 'Change a device',
      description:
        'Changes your name for the device, which customers do not see, and what Kurir does in its groups.',
      params: DeviceParams,
      body: ChangeDevice,
      response: { 200: DeviceItem.describe('The changed device.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const device = await devices.changeDevice(onBehalfOf(ctx, request), account, params.uuid, body);
      return viewDevice(device, ctx.now());
    },
  });
}

function qrRoute(http: Http, ctx: Context): void {
  http.get('/v1/devices/:uuid/qr', {
    config: {
      errors: ['device_not_found', 'already_connected', 'qr_not_supported'],
      // Starts a pairing, which deletes earlier credentials.
      changesState: true,
      documentation: {
        responseExamples: { 202: { not_ready: exampleWith('qr_pending') } },
        pictures: { 200: 'image/png' },
      },
    },
    schema: {
      tags: TAGS,
      operationId: 'getDeviceQr',
      summary: 'Get the pairing QR',
      description:
        'The first call starts the pairing and usually answers 202. Repeat it every second. A new ' +
        'QR is ready before the old one expires. The key needs the scope `full`, because the call ' +
        'changes the device. With `Accept: image/png`, the QR is the picture itself.',
      params: DeviceParams,
      response: {
        200: DeviceQr.describe('The QR to scan.'),
        202: DeviceWaiting.describe('The QR is not ready yet. Repeat the call.'),
      },
    },
    handler: async (request, reply) => {
      const { account, headers, params } = request;
      const caller = onBehalfOf(ctx, request);
      // The QR links a phone: no cache may keep it.
      void reply.headers({ 'cache-control': 'no-store', vary: 'accept' });
      if (prefers(headers.accept, 'image/png')) {
        const { device, code } = await requestCode(caller, account, params.uuid);
        if (code === null) return reply.code(202).send(await waiting(ctx, request, device));
        return sendPicture(reply, await pictureOf(code.text));
      }
      const { device, qr, validMs } = await requestQr(caller, account, params.uuid);
      if (qr === null) return reply.code(202).send(await waiting(ctx, request, device));
      return reply
        .code(200)
        .send({ ...viewBrief(device), qr, valid_for_seconds: Math.floor(validMs / SECOND) });
    },
  });
}

/** An extension of the contract. */
function pairingCodeRoute(http: Http, ctx: Context): void {
  http.post('/v1/devices/:uuid/pairing-code', {
    config: {
      errors: [
        'device_not_found',
        'already_connected',
        'qr_not_supported',
        'pairing_code_refused',
        'too_many_pairing_codes',
      ],
      documentation: { responseExamples: { 202: { not_ready: exampleWith('qr_pending') } } },
    },
    schema: {
      tags: TAGS,
      operationId: 'createDevicePairingCode',
      summary: 'Get a pairing code',
      description:
        'The phone of the number types the code in place of scanning the QR, for example when it shows this page ' +
        'itself. The first call starts the pairing and answers 202. Repeat it every second with the same number: it ' +
        'answers the same code until the code expires. Another number gets another code, which ends the first one.',
      params: DeviceParams,
      body: PairByCode,
      response: {
        200: DevicePairingCode.describe('The code to type.'),
        202: DeviceWaiting.describe('The code is not ready yet. Repeat the call.'),
      },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const caller = onBehalfOf(ctx, request);
      // The code links a phone: no cache may keep it.
      void reply.header('cache-control', 'no-store');
      const { device, code } = await requestTypedCode(caller, account, params.uuid, body.phone_number);
      if (code === null) return reply.code(202).send(await waiting(ctx, request, device));
      const valid_for_seconds = Math.floor(code.validMs / SECOND);
      return reply.code(200).send({ ...viewBrief(device), code: code.text, valid_for_seconds });
    },
  });
}

/** With the link for a demanded passkey. */
async function waiting(ctx: Context, request: FastifyRequest, device: DeviceRow) {
  const demand = await findDemand(ctx, device);
  const base = publicUrlOf(request, ctx.config);
  return viewWaiting(device, demand && { url: urlOf(demand, base), expiresAt: demand.expiresAt });
}

function sendPicture(reply: FastifyReply, picture: Buffer): FastifyReply {
  return reply.code(200).type('image/png').send(picture);
}

function credentialsRoute(http: Http, ctx: Context, verify: VerifyCredentials): void {
  http.decorateRequest('officialDevice');

  http.patch('/v1/devices/:uuid/official-credentials', {
    config: {
      lane: 'outside',
      errors: ['device_not_found', 'not_official_cloud_device', 'invalid_official_credentials'],
      documentation: { responseExamples: { 200: { rotated: exampleWith('connected') } } },
    },
    // An unknown device is reported before an invalid body.
    preValidation: async (request) => {
      request.officialDevice = await getOfficialDevice(ctx, request.account, request.params.uuid);
    },
    schema: {
      tags: TAGS,
      operationId: 'rotateOfficialCredentials',
      summary: 'Change the access token of an official cloud device',
      description:
        'Kurir verifies the new token with the provider, then stores it. If the verification fails, ' +
        'the old token stays.',
      params: DeviceParams,
      body: RotateCredentials,
      response: { 200: DeviceBrief.describe('The new token is in use.') },
    },
    handler: async (request) => {
      const caller = onBehalfOf(ctx, request);
      return viewBrief(await rotateCredentials(caller, request.officialDevice, request.body, verify));
    },
  });
}

function releaseRoute(http: Http, ctx: Context): void {
  http.delete('/v1/devices/:uuid', {
    config: {
      errors: ['device_not_found'],
      documentation: { responseExamples: { 200: { released: exampleWith('disconnected') } } },
    },
    schema: {
      tags: TAGS,
      operationId: 'releaseDevice',
      summary: 'Release a device',
      description:
        'Logs the device out. It no longer counts against the device limit, and its waiting ' +
        'messages fail. You can repeat the call.',
      params: DeviceParams,
      response: { 200: DeviceBrief.describe('The device was released.') },
    },
    handler: async (request) => {
      const { account, params } = request;
      return viewBrief(await devices.releaseDevice(onBehalfOf(ctx, request), account, params.uuid));
    },
  });
}

const CREATIONS: Record<string, NamedExample> = {
  economy: { summary: 'Economy engine', value: { label: 'Toko Jakarta' } },
  official_cloud: {
    summary: 'Official cloud engine',
    value: {
      engine: 'official_cloud',
      label: 'Toko Jakarta',
      official_phone_number_id: '106540352242922',
      official_access_token: 'EAAG0Q...',
    },
  },
};

function exampleWith(status: DeviceStatus): NamedExample {
  return { summary: status, value: { device_uuid: '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d', status } };
}
