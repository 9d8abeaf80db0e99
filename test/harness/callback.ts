import { createHmac } from 'node:crypto';
import type { Http } from '../../src/lib/http/server.ts';

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
