import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/schemas.ts';

/** Of a name at the gateway. */
const MAX_NAME = 100;

/** Of everything that a page knows about simulated phones. */
export const SANDBOX_KEY = ['sandbox'] as const;

export function reloadSandbox(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SANDBOX_KEY });
}

/** Without a number the gateway chooses one. */
export async function createPhone(body: Schema<'CreateSandboxPhone'>): Promise<Schema<'SandboxPhone'>> {
  const phone = await call('POST /sandbox/phones', { body });
  await reloadSandbox();
  return phone;
}

/** The phone scans the QR of the device, which connects a moment later. */
export async function scanQr(number: string, device_uuid: string): Promise<void> {
  await call('POST /sandbox/phones/{number}/scan', { number, body: { device_uuid } });
  await reloadSandbox();
}

/**
 * The phone that had the device before scans its QR. The first device takes a phone that is there, when another one
 * stays to be the customer. Every other device gets a new phone with its name. Returns the number.
 */
export async function scanWithSimulatedPhone(device: Schema<'Device'>): Promise<string> {
  const { phone_number: number, label, device_uuid } = device;
  const name = label.slice(0, MAX_NAME);
  const phone =
    number === null
      ? ((await spareNumber()) ?? (await createPhone({ name })))
      : await createPhone({ number, name });
  await scanQr(phone.number, device_uuid);
  return phone.number;
}

async function spareNumber(): Promise<Schema<'SandboxPhone'> | null> {
  const { data: phones } = await call('GET /sandbox/phones');
  const isFirst = phones.every(({ device_uuid }) => device_uuid === null);
  return (isFirst && phones.length > 1 && phones[0]) || null;
}
