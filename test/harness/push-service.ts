import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './tls.ts';

/** What arrived for one browser, opened with its keys. */
export interface Arrived {
  title: string;
  body: string;
  tag: string;
  path: string;
}

export interface PushedBrowser {
  /** As `PushSubscription.toJSON()` has it. */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The `Topic` and `TTL` of each message. */
  headers: { topic: string; ttl: string }[];
  arrived: Arrived[];
  /** The service answers with it, and delivers nothing. Null: it delivers. */
  refusal: number | null;
}

/**
 * Plays the push service and its browsers, over real HTTPS. It checks the signature of the gateway (RFC 8292), and
 * opens each message with the keys of its browser (RFC 8291). It uses no code of the gateway.
 */
export async function startPushService() {
  const opened = new Map<string, { browser: PushedBrowser; open(message: Buffer): Buffer }>();
  const server = createServer(
    { key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE },
    async (request, response) => {
      const found = opened.get(request.url ?? '');
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { authorization = '', topic = '', ttl = '' } = request.headers as Record<string, string>;
      if (!found || !isSigned(authorization, origin)) return response.writeHead(found ? 401 : 404).end();
      if (found.browser.refusal !== null) return response.writeHead(found.browser.refusal).end();
      found.browser.arrived.push(JSON.parse(found.open(Buffer.concat(chunks)).toString()));
      found.browser.headers.push({ topic, ttl });
      return response.writeHead(201).end();
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`; // TCP
  return {
    browser(): PushedBrowser {
      const [keys, auth] = [createECDH('prime256v1'), randomBytes(16)];
      const p256dh = keys.generateKeys();
      const endpoint = `${origin}/push/${randomBytes(12).toString('base64url')}`;
      const browser: PushedBrowser = {
        ...{ endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
        ...{ arrived: [], headers: [], refusal: null },
      };
      const secretOf = (sender: Buffer) => {
        const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
        return Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
      };
      opened.set(new URL(endpoint).pathname, { browser, open: (message) => openRecord(message, secretOf) });
      return browser;
    },
  };
}

function openRecord(message: Buffer, secretOf: (sender: Buffer) => Buffer): Buffer {
  const [salt, length] = [message.subarray(0, 16), message.readUInt8(20)];
  const secret = secretOf(message.subarray(21, 21 + length));
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
  const record = message.subarray(21 + length);
  const key = derive('Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derive('Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  if (text.at(-1) !== 2) throw new Error('Not the last record.');
  return text.subarray(0, -1);
}

function isSigned(authorization: string, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isOfKey = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    how,
    Buffer.from(signature, 'base64url'),
  );
  return isOfKey && aud === origin && Number.isInteger(exp) && /^(https:|mailto:)/.test(sub);
}
