import { VERSION } from '../../../platform/lib/version.ts';
import { viewBackup } from '../backups/shown-backup.ts';
import type { Health } from './health.ts';
import type { OperatorHealth } from './schema.ts';

interface Place {
  isEmbedded: boolean;
  hasSandbox: boolean;
}

export function viewHealth(health: Health, { isEmbedded, hasSandbox }: Place): OperatorHealth {
  const { server, counts, messages, deliveries, lastBackup } = health;
  const { accounts, devices, webhooks, vectors, attention } = counts;
  return {
    checked_at: health.checkedAt.toISOString(),
    version: VERSION,
    migration: health.migration,
    warnings: health.warnings,
    gateways: health.gateways.map(({ host, pid, version, roles, started_at, seen_at, isLost, isThis }) => ({
      host,
      pid,
      version,
      roles,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
      state: isLost ? ('lost' as const) : ('running' as const),
      is_this: isThis,
    })),
    sessions: health.nodes.map(({ node_id: id, network, devices }) => ({ id, network, devices })),
    sandbox: hasSandbox,
    database: {
      kind: isEmbedded ? 'embedded' : 'external',
      version: server.version,
      size_bytes: server.size_bytes,
      connections: server.connections,
      max_connections: server.max_connections,
      answer_ms: server.answerMs,
    },
    disk: health.disk,
    queues: {
      messages: { ...messages, oldest_at: messages.oldest_at?.toISOString() ?? null },
      deliveries: { ...deliveries, oldest_due_at: deliveries.oldest_due_at?.toISOString() ?? null },
      events: health.backlog,
      jobs: health.jobs,
    },
    accounts: { active: 0, suspended: 0, cancelled: 0, ...accounts },
    devices: { provisioned: 0, qr_pending: 0, connected: 0, disconnected: 0, banned: 0, ...devices },
    webhooks,
    vectors,
    attention,
    last_backup: lastBackup && viewBackup(lastBackup),
  };
}
