import type { Schema } from '../../api/schemas.ts';

export type Device = Schema<'Device'>;

/** What the first run of an account needs next. `none`: a customer has written, or nothing can be done here. */
export type NextStep =
  | { name: 'device' | 'none' }
  | { name: 'scan'; device: Device }
  | { name: 'write'; device: Device };

/** Devices that a phone can pair by scanning their code. */
export function waitingDevices(devices: readonly Device[]): Device[] {
  return devices.filter(({ engine, status }) => engine === 'economy' && status !== 'connected');
}

/** `hasWritten`: the account has a conversation. */
export function nextStep(devices: readonly Device[], hasWritten: boolean): NextStep {
  if (devices.length === 0) return { name: 'device' };
  const ready = devices.find(({ status, phone_number }) => status === 'connected' && phone_number !== null);
  if (ready) return hasWritten ? { name: 'none' } : { name: 'write', device: ready };
  const fresh = waitingDevices(devices).find(({ phone_number }) => phone_number === null);
  return fresh ? { name: 'scan', device: fresh } : { name: 'none' };
}
