import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { currentPairingCode, requestCode } from '../../../gateway/devices/pairing/pairing.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import type { SandboxAddress } from '../address.ts';
import { untilFound } from '../wait.ts';
import { askJson } from './ask.ts';
import { PAGE_ERRORS, type SandboxPage, TAGS } from './page.ts';
import { createPhone, listPhones, removePhone, switchOn } from './phone.ts';
import { CreatePhone, PhoneList, PhoneParams, PhoneView, Scanned, ScanQr } from './schema.ts';
import { viewPhone } from './view.ts';
import { getPhone, openWorld } from './world.ts';

/** Simulated phones of the account. */
export function phoneRoutes(http: Http, ctx: Context, page: SandboxPage): void {
  const { address, onRequest } = page;
  http.get('/app/api/sandbox/phones', {
    onRequest,
    config: { staff: 'agent', lane: 'outside', errors: [...PAGE_ERRORS] },
    schema: {
      tags: TAGS,
      operationId: 'listSandboxPhones',
      summary: 'List simulated phones',
      description:
        'Lists the phones of the account, by number. The phones of paired devices are among them. An agent ' +
        'sees those of its devices.',
      response: { 200: PhoneList.describe('The phones.') },
    },
    handler: async ({ account }) => ({ data: (await listPhones(ctx, address, account)).map(viewPhone) }),
  });

  http.post('/app/api/sandbox/phones', {
    onRequest,
    config: {
      staff: 'agent',
      lane: 'outside',
      errors: [...PAGE_ERRORS, 'sandbox_number_taken', 'sandbox_number_limit_reached', 'sandbox_refused'],
    },
    schema: {
      tags: TAGS,
      operationId: 'createSandboxPhone',
      summary: 'Create a simulated phone',
      description:
        'The number belongs to the account from now on. A phone that was removed comes back with its chats.',
      body: CreatePhone,
      response: { 201: PhoneView.describe('The phone.') },
    },
    handler: async ({ account, body }, reply) =>
      reply.code(201).send(viewPhone(await createPhone(ctx, address, account, body))),
  });

  removalRoute(http, ctx, page);
  scanRoute(http, ctx, page);
}

function removalRoute(http: Http, ctx: Context, { onRequest }: SandboxPage): void {
  http.delete('/app/api/sandbox/phones/:number', {
    onRequest,
    config: { staff: 'agent', lane: 'outside', errors: [...PAGE_ERRORS, 'sandbox_phone_not_found'] },
    schema: {
      tags: TAGS,
      operationId: 'removeSandboxPhone',
      summary: 'Remove a simulated phone',
      description:
        'The phone leaves the list. The account keeps its number and its chats: create the phone again to see ' +
        'them. The phone of a paired device stays in the list.',
      params: PhoneParams,
      response: { 204: z.null().describe('The phone is removed.') },
    },
    handler: async ({ account, params }, reply) => {
      await removePhone(ctx, account, params.number);
      return reply.code(204).send(null);
    },
  });
}

function scanRoute(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.post('/app/api/sandbox/phones/:number/scan', {
    onRequest,
    config: {
      staff: 'agent',
      lane: 'outside',
      errors: [
        ...PAGE_ERRORS,
        'sandbox_phone_not_found',
        'device_not_found',
        'already_connected',
        'qr_not_supported',
        'no_pairing_code',
        'sandbox_refused',
      ],
    },
    schema: {
      tags: TAGS,
      operationId: 'scanSandboxQr',
      summary: 'Scan the QR of a device',
      description:
        'The phone scans the current QR of the device. Without a QR, the call starts the pairing, and waits at ' +
        'most 10 seconds. The device connects a moment later: follow its status.',
      params: PhoneParams,
      body: ScanQr,
      response: { 200: Scanned.describe('The phone has scanned the QR.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const scan = { number: params.number, deviceUuid: body.device_uuid };
      return scanDevice(onBehalfOf(ctx, request), address, account, scan);
    },
  });
}

const CODE_WAIT_MS = 10_000;

/**
 * The phone scans the QR of the device, whose pairing starts if it has none. ApiError sandbox_phone_not_found,
 * device_not_found, already_connected, qr_not_supported, no_pairing_code, sandbox_refused.
 */
async function scanDevice(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  { number, deviceUuid }: { number: string; deviceUuid: string },
): Promise<{ device_uuid: string; number: string }> {
  const phone = getPhone(await openWorld(ctx, account), number);
  const { device, code } = await requestCode(ctx, account, deviceUuid);
  const qr = code?.text ?? (await untilFound(CODE_WAIT_MS, () => currentPairingCode(ctx, device.id)));
  if (qr === null) throw new ApiError('no_pairing_code');
  await switchOn(address, number, phone.name);
  await askJson(address, { method: 'POST', path: `/sandbox/phones/${number}/scan`, body: { qr } });
  return { device_uuid: device.device_uuid, number };
}
