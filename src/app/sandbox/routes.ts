import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { recheckThrottle } from '../../gateway/broadcasts/broadcast.ts';
import {
  agePairing,
  getSandboxDevice,
  type SandboxDevice,
} from '../../gateway/devices/installation/installation.ts';
import { currentPairingCode } from '../../gateway/devices/pairing/pairing.ts';
import { Assertion } from '../../gateway/devices/passkey/assertion.ts';
import { answerDemand, findQuestion } from '../../gateway/devices/passkey/passkey.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import type { SandboxAddress } from './address.ts';
import { sandboxChatRoutes } from './chat/routes.ts';
import { askSandbox, callbackHeader, pass } from './forward.ts';
import { mayControlSandbox } from './guard.ts';
import { untilFound } from './wait.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Simulated phones send pictures. */
const BODY_LIMIT = 16 * 1024 * 1024;
const CODE_WAIT_MS = 10_000;
const CONNECT_WAIT_MS = 15_000;
const HIDDEN = { hide: true };

const Device = z.object({ uuid: z.string() });
const LineAction = z.object({ uuid: z.string(), action: z.enum(['drop', 'restore', 'logout', 'ban']) });
const Age = z.object({ days: z.number().min(0).max(36_500) });
const Scan = z.object({ number: z.string().min(1) });
const Reply = z.looseObject({ to: z.string().min(1) });

/**
 * For callers with the token of the operator. Without a sandbox (`address` null) the routes answer 404.
 */
export function sandboxRoutes(http: Http, ctx: Context, address: SandboxAddress | null): void {
  const { KURIR_SANDBOX_TOKEN: token, KURIR_SANDBOX_OPEN: open } = ctx.config;
  const onRequest = async (request: FastifyRequest) => {
    if (!address) throw new ApiError('not_found');
    if (!mayControlSandbox(request, { token, open: open === '1' })) throw new ApiError('sandbox_forbidden');
  };
  const options = { onRequest, bodyLimit: BODY_LIMIT };

  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = request.method === 'GET' ? undefined : request.body;
    return pass(reply, await askSandbox(address, request.method, request.url, body, callbackHeader(request)));
  };
  for (const url of ['/sandbox', '/sandbox/*'])
    http.route({ ...options, method: [...METHODS], url, schema: HIDDEN, handler: forward });
  answerRoute(http, ctx, { address, options });
  ageRoute(http, ctx, options);
  sandboxChatRoutes(http, ctx, { address, options });

  http.post('/sandbox/devices/:uuid/:action', {
    ...options,
    schema: { ...HIDDEN, params: LineAction },
    handler: async (request, reply) => {
      const { uuid, action } = request.params;
      const { phone_number } = await getSandboxDevice(ctx, uuid);
      if (phone_number === null) throw new ApiError('device_not_paired');
      return pass(reply, await askSandbox(address, 'POST', `/sandbox/numbers/${phone_number}/${action}`, {}));
    },
  });

  passkeyRoute(http, ctx, { address, options });

  http.post('/sandbox/devices/:uuid/scan', {
    ...options,
    schema: { ...HIDDEN, params: Device, body: Scan },
    handler: async (request, reply) => {
      const device = await getSandboxDevice(ctx, request.params.uuid);
      if (device.status === 'connected') throw new ApiError('already_connected');
      const qr = await untilFound(CODE_WAIT_MS, () => currentPairingCode(ctx, device.id));
      if (qr === null) throw new ApiError('no_pairing_code', noCode(request.params.uuid));
      const { number } = request.body;
      const scanned = await askSandbox(
        address,
        'POST',
        `/sandbox/phones/${encodeURIComponent(number)}/scan`,
        {
          qr,
        },
      );
      if (scanned.status >= 300) return pass(reply, scanned);
      return connected(ctx, request.params.uuid, number);
    },
  });
}

async function connected(ctx: Context, device_uuid: string, number: string) {
  const status = await untilFound(CONNECT_WAIT_MS, async () => {
    const { status } = await getSandboxDevice(ctx, device_uuid);
    return status === 'connected' ? status : null;
  });
  return { device_uuid, number, status: status ?? 'qr_pending' };
}

/** The owner of a number signs with the passkey of the phone. */
function passkeyRoute(
  http: Http,
  ctx: Context,
  { address, options }: { address: SandboxAddress | null; options: object },
): void {
  http.post('/sandbox/devices/:uuid/passkey', {
    ...options,
    schema: { ...HIDDEN, params: Device, body: Scan },
    handler: async (request, reply) => {
      const { params, body, clientAddress } = request;
      const { id } = await getSandboxDevice(ctx, params.uuid);
      const question = await untilFound(CODE_WAIT_MS, () =>
        findQuestion(ctx, { id, device_uuid: params.uuid }),
      );
      if (question === null) throw new ApiError('no_pairing_code', noQuestion(params.uuid));
      const path = `/sandbox/phones/${encodeURIComponent(body.number)}/passkey`;
      const signed = await askSandbox(address, 'POST', path, { options: question.options });
      if (signed.status >= 300) return pass(reply, signed);
      const assertion = Assertion.parse(JSON.parse(signed.body.toString()));
      await answerDemand(ctx, { ...question, address: clientAddress }, assertion);
      return connected(ctx, params.uuid, body.number);
    },
  });
}

function ageRoute(http: Http, ctx: Context, options: object): void {
  http.post('/sandbox/devices/:uuid/age', {
    ...options,
    schema: { ...HIDDEN, params: Device, body: Age },
    handler: async (request) => {
      const { uuid } = request.params;
      const { days } = request.body;
      await recheckThrottle(ctx, await agePairing(ctx, uuid, days));
      return { device_uuid: uuid, days };
    },
  });
}

/** The owner of a number writes. */
function answerRoute(
  http: Http,
  ctx: Context,
  { address, options }: { address: SandboxAddress | null; options: object },
): void {
  http.post('/sandbox/devices/:uuid/answer', {
    ...options,
    schema: { ...HIDDEN, params: Device, body: Reply },
    handler: async (request, reply) => {
      const device = await getSandboxDevice(ctx, request.params.uuid);
      return pass(
        reply,
        await askSandbox(address, 'POST', answerPath(device), request.body, callbackHeader(request)),
      );
    },
  });
}

/** The phone of the number, or the Business app of an official number. ApiError device_not_paired. */
function answerPath({ phone_number, official_phone_number_id: official }: SandboxDevice): string {
  if (official !== null) return `/sandbox/cloud/numbers/${official}/echoes`;
  if (phone_number === null) throw new ApiError('device_not_paired');
  return `/sandbox/phones/${phone_number}/messages`;
}

function noQuestion(uuid: string): string {
  return `The device waits for no passkey. Scan its QR with a phone that needs one: GET /v1/devices/${uuid}/qr.`;
}

function noCode(uuid: string): string {
  return `The device shows no QR. Ask for the QR first: GET /v1/devices/${uuid}/qr. Then scan again.`;
}
