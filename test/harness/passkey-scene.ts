import { afterAll } from 'vitest';
import { createDevice } from '../../src/gateway/devices/device.ts';
import { requestCode } from '../../src/gateway/devices/pairing/pairing.ts';
import { findDemand } from '../../src/gateway/devices/passkey/passkey.ts';
import { passkeyRoutes } from '../../src/gateway/devices/passkey/routes.ts';
import { createHttp } from '../../src/platform/lib/http/http.ts';
import type { Line } from './line.ts';
import { until } from './until.ts';

export interface Asked {
  id: number;
  device_uuid: string;
  token: string;
}

/** The page's calls, and a phone whose network demands a passkey. */
export async function openPasskeyScene({ ctx, account, sandbox }: Pick<Line, 'ctx' | 'account' | 'sandbox'>) {
  const http = createHttp({ log: ctx.log, bodyLimit: 256 * 1024 });
  passkeyRoutes(http, ctx);
  await http.ready();
  afterAll(() => http.close());

  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    { device_uuid, token }: Pick<Asked, 'device_uuid' | 'token'>,
    payload?: object,
  ) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await http.inject({
      method,
      url: `/passkey/${device_uuid}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  /** Scans until the network asks. */
  const demand = async (number: string, device?: { id: number; device_uuid: string }): Promise<Asked> => {
    await sandbox.post('/sandbox/phones', { number });
    await sandbox.post(`/sandbox/numbers/${number}/faults`, { passkey: 'required' });
    const { id, device_uuid } =
      device ?? (await createDevice(ctx, account, { label: 'Kasir', engine: 'economy' }));
    const { code } = await until(
      async () => {
        const found = await requestCode(ctx, account, device_uuid);
        return found.code ? { code: found.code.text } : undefined;
      },
      { what: 'a QR' },
    );
    await sandbox.post(`/sandbox/phones/${number}/scan`, { qr: code });
    const { path } = await until(
      async () => {
        const found = await requestCode(ctx, account, device_uuid);
        return (await findDemand(ctx, found.device)) ?? undefined;
      },
      { what: 'a demand' },
    );
    return { id, device_uuid, token: path.split('.').at(-1) ?? '' };
  };
  /** As a browser with the passkey of this phone. */
  const sign = async (number: string, options: string) =>
    (await sandbox.post(`/sandbox/phones/${number}/passkey`, { options })).body;

  return { call, demand, sign };
}
