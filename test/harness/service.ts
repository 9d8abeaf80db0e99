import { afterAll } from 'vitest';
import { assembleHttp } from '../../src/app/http/http-server.ts';
import type { SandboxAddress } from '../../src/app/sandbox/address.ts';
import type { Context } from '../../src/context.ts';
import { WebhookWorker } from '../../src/gateway/webhooks/delivery/deliverer.ts';
import type { Caller } from '../../src/platform/accounts/account.ts';
import { createKey } from '../../src/platform/accounts/key.ts';
import type { Plan, Scope } from '../../src/platform/accounts/schema.ts';
import { createGuardedClient } from '../../src/platform/lib/guarded-fetch/client.ts';
import { type Line, type LineOptions, OWNER, openLine } from './line.ts';
import { insertAccount, insertDevice } from './rows.ts';
import { type Answer, connectByQr, pairByQr } from './shop.ts';

/** One business, seen from its side of the API. */
export interface Customer {
  account: Caller;
  apiKey: string;
  /** A string is sent as the body as it is, anything else as JSON. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** POST /v1/messages of a text that can be sent, changed by `body`; the key is a new one unless given. */
  send(body?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** The connected device that `send` names. */
  deviceUuid: string;
}

/** The whole HTTP side of a gateway in this process, on the context's database. */
export interface Service {
  http: ReturnType<typeof assembleHttp>;
  /** Creates an account with a new plan, a connected device and a key. */
  customer(plan?: Partial<Plan>): Promise<Customer>;
  /** A new key of an account that exists, with this device or without one. */
  customerOf(account: Caller, deviceUuid?: string, scope?: Scope): Promise<Customer>;
}

/** A service with a line to the sandbox's phone network, and its customer, whose device is paired by QR as `OWNER`. */
export interface PairedService extends Service {
  line: Line;
  shop: Customer;
  /** Connects a device of the shop, by its QR, as this number. */
  connectAs(number: string, deviceUuid: string): Promise<void>;
}

/** Real Baileys, real sandbox, real database. `lossGraceMs` is short, so that a loss shows at once. */
export async function openPairedService(
  options: Pick<LineOptions, 'phoneClock'> = {},
): Promise<PairedService> {
  const line = await openLine({ cleanup: afterAll, lossGraceMs: 50, ...options });
  const service = await openService(line.ctx);
  const { api } = await service.customerOf(line.account, '');
  const scanAs = (number: string) => (qr: string) =>
    line.sandbox.post(`/sandbox/phones/${number}/scan`, { qr });
  const shop = await service.customerOf(line.account, await pairByQr('Kasir', api, scanAs(OWNER)));
  return { ...service, line, shop, connectAs: (number, uuid) => connectByQr(uuid, api, scanAs(number)) };
}

/** Receivers of tests listen on this machine. */
const REACH = ['127.0.0.0/8'];

/** Assembled as for production; closed when the file ends. Call it at the top of a file. */
export async function openService(ctx: Context, sandbox: SandboxAddress | null = null): Promise<Service> {
  const config = { ...ctx.config, KURIR_ALLOW_NETWORKS: ctx.config.KURIR_ALLOW_NETWORKS ?? REACH };
  const http = assembleHttp({ ...ctx, config }, sandbox);
  await http.ready();
  afterAll(() => http.close());
  let keys = 0;

  const customerOf: Service['customerOf'] = async (account, deviceUuid, scope = 'full') => {
    const { api_key } = await createKey(ctx, { accountId: account.id, name: 'k', scope, expiresAt: null });
    const device_uuid = deviceUuid ?? (await insertDevice(ctx, account)).device_uuid;
    const api: Customer['api'] = async (method, path, body, headers = {}) => {
      const answer = await http.inject({
        method: method as 'GET', // the names of methods are a closed list there
        url: path,
        headers: {
          authorization: `Bearer ${api_key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = answer.payload;
      // What is not JSON stays text, for the tests to stumble over.
      const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
      return {
        status: answer.statusCode,
        headers: answer.headers as Answer['headers'], // inject counts numbers among them; HTTP has none
        body: isJson ? JSON.parse(text) : text === '' ? null : text,
      };
    };
    return {
      account,
      apiKey: api_key,
      api,
      deviceUuid: device_uuid,
      send(body = {}, headers = {}) {
        keys += 1;
        const text = { device_uuid, to: '081234567890', body: 'Halo' };
        return api(
          'POST',
          '/v1/messages',
          { ...text, ...body },
          { 'idempotency-key': `k-${keys}`, ...headers },
        );
      },
    };
  };

  return { http, customerOf, customer: async (plan) => customerOf(await insertAccount(ctx, plan)) };
}

/** A worker that may reach receivers on this machine. Without `start`, `runOnce` runs it step by step. */
export function openWebhookWorker(
  ctx: Context,
  options: { start: boolean; timeoutMs?: number },
): WebhookWorker {
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  const { start, timeoutMs } = options;
  const worker = new WebhookWorker(ctx, { client, ...(timeoutMs !== undefined && { timeoutMs }) });
  if (start) worker.start();
  afterAll(async () => {
    if (start) await worker.stop();
    await client.close();
  });
  return worker;
}
