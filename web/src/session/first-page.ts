import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { devicesQuery } from '../queries/devices.ts';
import { isAtLeast, type Role } from './session.ts';

/** Whether an account has nothing to show in the inbox yet, and the user can add its first device. */
export async function isWithoutDevice(role: Role): Promise<boolean> {
  if (!isAtLeast(role, 'admin')) return false;
  try {
    const devices = await queryClient.ensureQueryData(devicesQuery);
    if (devices.data.length > 0) return false;
    // Live chats need no device.
    const chats = await call('GET /conversations', { query: { limit: 1 } });
    return chats.data.length === 0;
  } catch {
    // The inbox says what is wrong.
    return false;
  }
}
