import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { isSecure } from '../../../platform/lib/http/client-address.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { readerLanguage } from '../../../platform/lib/http/reader-language.ts';
import { sendTagged, type Tagged, withTag } from '../../../platform/lib/http/tagged.ts';
import { openVisitorLimit } from '../../../platform/lib/http/visitor-limit.ts';
import { once } from '../../../platform/lib/once.ts';
import { PAGE_POLICY, passkeyPage } from './page/page.ts';
import { answerDemand, cancelDemand, type Holder, openDemand } from './passkey.ts';
import { AnswerBody, HolderParams } from './schema.ts';
import { viewDemand } from './view.ts';

/** Of one network in a minute: the page asks each second. */
export const MAX_CALLS = 300;
const BODY_LIMIT = 64 * 1024;
const BEARER = /^Bearer ([\w-]{43})$/i;
const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/** Public: the link of a demanded passkey has a token. */
const config = { staff: 'public', lane: 'outside', quiet: true } as const;

/** The page that helps the owner to sign, and its calls. */
export function passkeyRoutes(http: Http, ctx: Context): void {
  fileRoutes(http);
  const limit = openVisitorLimit(ctx, { perMinute: MAX_CALLS });
  const route = {
    config,
    bodyLimit: BODY_LIMIT,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers({ ...SAFE, 'cache-control': 'no-store' });
      const wait = limit(request.clientAddress);
      if (wait !== null) {
        void reply.header('retry-after', wait);
        throw new ApiError('rate_limited');
      }
      // The token and the answer of the owner are secrets.
      isSecure(request);
    },
  };

  http.get('/passkey/:uuid', {
    ...route,
    schema: { hide: true, params: HolderParams },
    handler: async (request) => viewDemand(await openDemand(ctx, holderOf(request))),
  });

  http.post('/passkey/:uuid', {
    ...route,
    schema: { hide: true, params: HolderParams, body: AnswerBody },
    handler: async (request, reply) => {
      await answerDemand(ctx, holderOf(request), request.body.assertion);
      return reply.code(202).send({});
    },
  });

  http.delete('/passkey/:uuid', {
    ...route,
    schema: { hide: true, params: HolderParams },
    handler: async (request) => {
      await cancelDemand(ctx, holderOf(request));
      return {};
    },
  });
}

function fileRoutes(http: Http): void {
  const pages = new Map<string, Tagged>();
  const script = once(async () =>
    withTag(await readFile(new URL('./page/browser.js', import.meta.url), 'utf8')),
  );

  http.get('/passkey', { config, schema: { hide: true } }, async (_request, reply) =>
    reply.redirect('./passkey/', 301),
  );

  http.get('/passkey/', { config, schema: { hide: true } }, async (request, reply) => {
    const language = readerLanguage(request.headers['accept-language']);
    const page = pages.get(language) ?? withTag(passkeyPage(language));
    pages.set(language, page);
    void reply.headers({ ...SAFE, 'content-security-policy': PAGE_POLICY, vary: 'accept-language' });
    return sendTagged(request, reply.type('text/html; charset=utf-8'), page.etag, page.bytes);
  });

  http.get('/passkey/page.js', { config, schema: { hide: true } }, async (request, reply) => {
    const { etag, bytes } = await script();
    return sendTagged(request, reply.headers(SAFE).type('text/javascript; charset=utf-8'), etag, bytes);
  });
}

type Call = Pick<FastifyRequest, 'headers' | 'clientAddress'> & { params: z.infer<typeof HolderParams> };

function holderOf({ params, headers, clientAddress }: Call): Holder {
  const [, token = ''] = BEARER.exec(headers.authorization ?? '') ?? [];
  return { deviceUuid: params.uuid, token, address: clientAddress };
}
