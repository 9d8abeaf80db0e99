import type { z } from 'zod';
import type { Health } from './device-health.ts';
import { type DeviceHealth, MAX_SHOWN_GROUPS } from './schema.ts';

export function viewHealth(health: Health): z.infer<typeof DeviceHealth> {
  const { device, limit, queued, used, incomplete, groups, history } = health;
  const timeOf = (at: Date | null) => at?.toISOString() ?? null;
  return {
    device_uuid: device.device_uuid,
    queued,
    queued_since: timeOf(health.queued_since),
    last_inbound_at: timeOf(health.last_inbound_at),
    incomplete,
    groups: {
      count: groups.length,
      latest: groups
        .slice(0, MAX_SHOWN_GROUPS)
        .map(({ group_id, name, first_at }) => ({ id: group_id, name, at: first_at.toISOString() })),
    },
    history: history
      ? {
          status: history.declined ? 'declined' : history.progress < 100 ? 'running' : 'complete',
          progress: history.progress,
          messages: history.messages,
          started_at: history.started_at.toISOString(),
          updated_at: history.updated_at.toISOString(),
        }
      : null,
    paired_at: timeOf(device.paired_at),
    broadcast_limit:
      limit.perHour === null ? null : { per_hour: limit.perHour, used, until: timeOf(limit.until) },
  };
}
