import type { z } from 'zod';
import type { Health } from './device-health.ts';
import type { DeviceHealth } from './schema.ts';

export function viewHealth(health: Health): z.infer<typeof DeviceHealth> {
  const { device, limit, queued, used, incomplete } = health;
  const timeOf = (at: Date | null) => at?.toISOString() ?? null;
  return {
    device_uuid: device.device_uuid,
    queued,
    queued_since: timeOf(health.queued_since),
    last_inbound_at: timeOf(health.last_inbound_at),
    incomplete,
    paired_at: timeOf(device.paired_at),
    broadcast_limit:
      limit.perHour === null ? null : { per_hour: limit.perHour, used, until: timeOf(limit.until) },
  };
}
