import { createHmac } from 'node:crypto';
import { afterAll } from 'vitest';
import type { Context } from '../../src/context.ts';
import { officialCallbacks } from '../../src/gateway/engines/official-cloud/callbacks/reader.ts';
import type { OfficialApp } from '../../src/gateway/messages/official/apps.ts';
import { officialWebhookRoutes } from '../../src/gateway/messages/official/routes.ts';
import { createHttp } from '../../src/platform/lib/http/http.ts';
import type { Http } from '../../src/platform/lib/http/server.ts';

/** A server for the callbacks of these apps, closed after the tests of the file. Call it at its top. */
export async function callbackServer(ctx: Context, apps: readonly OfficialApp[]): Promise<Http> {
  const http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
  officialWebhookRoutes(http, ctx, { reader: officialCallbacks, apps: async () => apps, hooks: [] });
  await http.ready();
  afterAll(() => http.close());
  return http;
}

/** As the official provider signs a callback with the secret of an app. */
export function signCallback(body: string | Buffer, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The provider calls back with this body under this signature, or without one. */
export function callBack(http: Http, body: string, signature?: string) {
  return http.inject({
    method: 'POST',
    url: '/providers/cloud/webhook',
    headers: { 'content-type': 'application/json', ...(signature && { 'x-hub-signature-256': signature }) },
    payload: body,
  });
}
