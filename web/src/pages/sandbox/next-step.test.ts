import { expect, test } from 'vitest';
import { type Device, nextStep } from './next-step.ts';

const device = (fields: Partial<Device>): Device => ({
  ...{ device_uuid: 'a', label: 'Kasir', engine: 'economy', status: 'disconnected', phone_number: null },
  ...{ connected_at: null, last_health_at: null, reason: null, restricted_until: null, moving_in: false },
  ...fields,
});
const connected = device({ status: 'connected', phone_number: '6281100000001' });
const lost = device({ phone_number: '6281100000001' });
const official = device({ engine: 'official_cloud' });

test.each([
  ['a device', 'device', [], false],
  ['a scan of the new device', 'scan', [device({ status: 'qr_pending' })], false],
  ['a first message', 'write', [device({}), connected], false],
  ['nothing: a customer has written', 'none', [connected], true],
  ['nothing: the device was paired before', 'none', [lost], false],
  ['nothing: an official device has no code', 'none', [official], false],
] as const)('the first run needs %s', (_name, step, devices, hasWritten) => {
  expect(nextStep(devices, hasWritten).name).toBe(step);
});
