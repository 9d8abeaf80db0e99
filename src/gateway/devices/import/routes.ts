import { z } from 'zod';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import { isSecure } from '../../../platform/lib/http/client-address.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { parseRawBodies } from '../../../platform/lib/http/raw-body.ts';
import { MAX_SESSION_FILE } from '../../engines/moved-session.ts';
import { DeviceParams, DeviceWaiting, ImportChoice } from '../schema.ts';
import { viewWaiting } from '../view.ts';
import { type ImportContext, importSession } from './import.ts';

const ERRORS = [
  'device_not_found',
  'https_required',
  'proxy_without_protocol',
  'proxy_not_trusted',
  'already_connected',
  'qr_not_supported',
  'device_not_empty',
  'number_in_use',
  'session_unusable',
  'payload_too_large',
  'unsupported_media_type',
] as const;

/** An extension of the contract. The body is as good as the number itself. */
export function deviceImportRoutes(http: Http, ctx: ImportContext): void {
  http.register(async (scope) => {
    parseRawBodies(scope, ({ account }) => account.id);
    importRoute(scope, ctx);
  });
}

function importRoute(http: Http, ctx: ImportContext): void {
  http.post('/v1/devices/:uuid/import', {
    bodyLimit: MAX_SESSION_FILE,
    config: {
      staff: 'owner',
      requiresFull: true,
      lane: 'expensive',
      slowBody: true,
      errors: ERRORS,
      documentation: { requestExamples: { zip: { summary: 'A ZIP', value: '(bytes)' } } },
    },
    // Before the body is read.
    onRequest: async (request) => {
      isSecure(request);
    },
    schema: {
      tags: ['Devices'],
      operationId: 'importDeviceSession',
      summary: 'Move a session in',
      description:
        'Takes the linked session of another gateway, over HTTPS or from this machine: a ZIP of the folder with ' +
        '`creds.json`, the SQLite database of whatsmeow, or a JSON export. The device must be new. Stop the other ' +
        'gateway first, and never start it again: two programs with one session throw each other out. The device ' +
        'connects within seconds; if the network refuses the session, the device is `provisioned` with a reason, and ' +
        'the session is erased.',
      consumes: ['application/octet-stream'],
      params: DeviceParams,
      querystring: ImportChoice,
      body: z.custom<Buffer>(Buffer.isBuffer, 'is required'),
      response: { 202: DeviceWaiting.describe('The device connects with the session.') },
    },
    handler: async (request, reply) => {
      const { account, params, query, body } = request;
      const caller = onBehalfOf(ctx, request);
      const device = await importSession(
        caller,
        account,
        params.uuid,
        { file: body },
        query.phone_number ?? null,
      );
      return reply.code(202).send(viewWaiting(device));
    },
  });
}
