import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { readBody } from '../../../platform/lib/http/body.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import type { OfficialApps } from './apps.ts';
import { CallbackWatch } from './callback-watch.ts';
import { type CallbackOptions, Callbacks } from './callbacks.ts';
import { digestIn, isSameText } from './signature.ts';

/** The provider sends at most 3 MB. */
const BODY_LIMIT = 4 * 1024 * 1024;
export const OFFICIAL_WEBHOOK_PATH = '/providers/cloud/webhook';

const Handshake = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().min(1),
  'hub.challenge': z.string().min(1).max(500),
});

/** The provider verifies this address once, then sends callbacks. */
export function officialWebhookRoutes(http: Http, ctx: Context, options: CallbackOptions): CallbackWatch {
  const { apps } = options;
  const watch = new CallbackWatch(ctx);
  const callbacks = new Callbacks(ctx, { ...options, watch });
  http.addHook('onListen', async () => watch.start());
  http.addHook('onClose', () => watch.stop());

  void http.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) =>
      readBody(payload, BODY_LIMIT, (bytes) => (bytes instanceof Error ? done(bytes) : done(null, bytes))),
    );

    scope.get(OFFICIAL_WEBHOOK_PATH, {
      schema: { hide: true },
      handler: async (request, reply) => {
        const asked = Handshake.safeParse(request.query);
        if (!asked.success || !(await isVerifyToken(apps, asked.data['hub.verify_token']))) {
          throw new ApiError('verification_refused');
        }
        void reply.header('x-content-type-options', 'nosniff');
        return reply.type('text/plain; charset=utf-8').send(asked.data['hub.challenge']);
      },
    });

    scope.post(OFFICIAL_WEBHOOK_PATH, {
      schema: { hide: true },
      config: { quiet: true },
      bodyLimit: BODY_LIMIT,
      // Before the body is read.
      onRequest: async (request) => void digestOf(request),
      handler: async (request) => {
        // An empty body has no parser.
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await callbacks.receive(bytes, digestOf(request));
        return {};
      },
    });
  });
  return watch;
}

function digestOf({ headers }: FastifyRequest): Buffer {
  const digest = digestIn(headers['x-hub-signature-256']);
  if (!digest) throw new ApiError('invalid_signature');
  return digest;
}

async function isVerifyToken(apps: OfficialApps, token: string): Promise<boolean> {
  for (const refresh of [false, true]) {
    const known = await apps(refresh);
    if (known.some(({ verifyToken }) => verifyToken !== null && isSameText(verifyToken, token))) return true;
  }
  return false;
}
