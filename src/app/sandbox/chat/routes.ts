import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { getSandboxNumber } from '../../../gateway/devices/installation/installation.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { readerLanguage } from '../../../platform/lib/http/reader-language.ts';
import type { SandboxAddress } from '../address.ts';
import { askSandbox, callbackHeader, pass } from '../forward.ts';
import { CHAT_POLICY, chatPage } from './page.ts';

const MAX_SHOWN = 5_000;
const Shown = z.object({
  phone: z.string().max(50).catch('').default(''),
  text: z.string().max(MAX_SHOWN).catch('').default(''),
});
const Message = z.object({
  phone: z.string().regex(/^\d{5,20}$/, 'must be a number in digits'),
  from: z.string().regex(/^\d{5,20}$/, 'must be a number in digits'),
  text: z.string().min(1, 'is required').max(MAX_SHOWN),
});

interface Sandbox {
  address: SandboxAddress | null;
  /** Refuses callers who may not control the sandbox. */
  options: { onRequest(request: FastifyRequest): Promise<void>; bodyLimit: number };
}

/** Where links of sandbox accounts lead. The page is public; sending needs what controls the sandbox. */
export function sandboxChatRoutes(http: Http, ctx: Context, sandbox: Sandbox): void {
  pageRoutes(http, sandbox.address);
  http.post('/sandbox/chat/messages', {
    ...sandbox.options,
    schema: { hide: true, body: Message },
    handler: async (request, reply) => {
      const { phone, from, text } = request.body;
      const { official_phone_number_id: official } = await getSandboxNumber(ctx, phone);
      if (official === null) await askSandbox(sandbox.address, 'POST', '/sandbox/phones', { number: from });
      const [path, body] =
        official === null
          ? [`/sandbox/phones/${from}/messages`, { to: phone, text }]
          : [`/sandbox/cloud/numbers/${official}/messages`, { from, text }];
      return pass(reply, await askSandbox(sandbox.address, 'POST', path, body, callbackHeader(request)));
    },
  });
}

function pageRoutes(http: Http, address: SandboxAddress | null): void {
  const hidden = { hide: true };
  http.get('/sandbox/chat', {
    schema: { ...hidden, querystring: Shown },
    handler: async (request, reply) => {
      if (!address) throw new ApiError('not_found');
      const language = readerLanguage(request.headers['accept-language']);
      void reply.headers({
        'content-security-policy': CHAT_POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        vary: 'accept-language',
      });
      return reply.type('text/html; charset=utf-8').send(chatPage(language, request.query));
    },
  });
  http.get('/sandbox/chat.js', {
    schema: hidden,
    handler: async (_request, reply) => {
      if (!address) throw new ApiError('not_found');
      void reply.header('x-content-type-options', 'nosniff').type('text/javascript; charset=utf-8');
      return reply.send(await readFile(new URL('./chat.js', import.meta.url)));
    },
  });
}
