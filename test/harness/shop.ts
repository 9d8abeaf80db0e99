import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { request } from 'undici';
import { expect } from 'vitest';
import { commandProcess } from './command-process.ts';
import type { GatewayProcess, Installation } from './gateway.ts';
import type { ReceivedRequest } from './receiver.ts';
import { until } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer may have any shape; the tests check it
export type Json = any;

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Json;
}

export interface PhoneMessage {
  wa_message_id: string;
  from: string;
  to: string;
  direction: 'in' | 'out';
  type: string;
  text: string | null;
  at: string;
  copies: number;
  /** Of a message with a file. */
  mimetype?: string;
  sha256?: string;
}

/** A business with its key, and the people it writes to: everything over real HTTP, as a customer would. */
export interface Shop {
  url: string;
  apiKey: string;
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  sandbox(method: string, path: string, body?: unknown): Promise<Answer>;
  /** A device paired with `number` by its QR picture. */
  pairedDevice(number: string): Promise<string>;
  send(device: string, to: string, text: string, key?: string): Promise<Answer>;
  /** What this phone sent and received, oldest first. */
  phone(number: string): Promise<PhoneMessage[]>;
  /** The same business on another gateway with its data. */
  at(url: string): Shop;
}

/** Opens a sandbox account on the gateway. */
export async function openShop(installed: Installation, gateway: GatewayProcess): Promise<Shop> {
  const { run, end } = commandProcess(installed.env);
  const created = await run(...'account create --name Toko --plan pro --sandbox --json'.split(' '));
  await run(...'plan set pro --rate-per-minute 100000 --monthly-quota none --max-devices 100'.split(' '));
  end();
  expect(created.stderr).toBe('');
  const { api_key } = JSON.parse(created.stdout);
  return shopAt(gateway.url, api_key, await sandboxTokenIn(installed.folder));
}

/** Of the file that a gateway with a sandbox makes. */
export async function sandboxTokenIn(folder: string): Promise<string> {
  return (await readFile(join(folder, 'sandbox-token'), 'utf8')).trim();
}

function shopAt(url: string, apiKey: string, sandboxToken: string): Shop {
  let keys = 0;
  const freshKey = () => {
    keys += 1;
    return `key-${process.pid}-${keys}`;
  };
  const shop: Shop = {
    url,
    apiKey,
    api: (method, path, body, headers = {}) =>
      callApi(url, method, path, body, { authorization: `Bearer ${apiKey}`, ...headers }),
    sandbox: (method, path, body) =>
      callApi(url, method, `/sandbox${path}`, body, { 'x-sandbox-token': sandboxToken }),

    pairedDevice: (number) =>
      pairByQr(number, shop.api, (qr) => shop.sandbox('POST', `/phones/${number}/scan`, { qr })),

    send(device, to, text, key = freshKey()) {
      return shop.api(
        'POST',
        '/v1/messages',
        { device_uuid: device, to, body: text },
        { 'idempotency-key': key },
      );
    },

    async phone(number) {
      // While the sandbox restarts the gateway says so, and nothing is known.
      const { status, body } = await shop.sandbox('GET', `/phones/${number}/messages`);
      const messages: PhoneMessage[] = status === 200 ? body.data : [];
      return messages;
    },
    at: (other) => shopAt(other, apiKey, sandboxToken),
  };
  return shop;
}

/** One request to a gateway. A body is sent as JSON. */
export async function callApi(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await request(url + path, {
    method: method as 'GET',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Creates a device called `label` and connects it as `connectByQr` does. Answers its uuid. */
export async function pairByQr(label: string, api: Shop['api'], scan: Scan): Promise<string> {
  const created = await api('POST', '/v1/devices', { label });
  await connectByQr(created.body.device_uuid, api, scan);
  return created.body.device_uuid;
}

/** Shows a phone the QR picture of a device. */
export type Scan = (qr: string) => Promise<{ status: number }>;

/** Polls for the QR picture of the device, scans it, and waits until the device is connected. */
export async function connectByQr(device: string, api: Shop['api'], scan: Scan): Promise<void> {
  const qr = await until(async () => {
    const answer = await api('GET', `/v1/devices/${device}/qr`);
    return answer.status === 200 ? answer.body.qr : undefined;
  });
  expect((await scan(readQr(qr))).status).toBe(200);
  await until(async () => (await api('GET', `/v1/devices/${device}`)).body.status === 'connected', {
    what: 'the connection',
  });
}

/** The text inside a QR picture, read by a decoder that knows nothing of us. */
export function readQr(dataUrl: string): string {
  const png = PNG.sync.read(Buffer.from(dataUrl.slice('data:image/png;base64,'.length), 'base64'));
  const code = jsqr.default(new Uint8ClampedArray(png.data), png.width, png.height);
  if (!code) throw new Error('no QR in the picture');
  return code.data;
}

/** The events in these requests; every signature is checked over the raw bytes first. */
export function verifiedEvents(requests: readonly ReceivedRequest[], secret: string): Json[] {
  return requests.map(({ headers, body }) => {
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    );
    return JSON.parse(body.toString());
  });
}
