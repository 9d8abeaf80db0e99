import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import type { HealthNotices } from '../../platform/lib/http/health.ts';
import { PAUSED } from './identity/messages.ts';
import type { Running } from './identity/paused-roles.ts';

export interface ProcessHealth extends Required<HealthNotices> {
  /** The roles that act in the world have started. */
  started(roles: Running): void;
  /** From now on not ready, while load balancers notice it. */
  drain(config: Config): Promise<void>;
}

/** What `/readyz` of this process says, besides the database. */
export function openProcessHealth(isPaused: () => boolean): ProcessHealth {
  let roles: Running | null = null;
  let isStopping = false;
  return {
    paused: () => (isPaused() ? PAUSED : null),
    missing() {
      if (isStopping) return 'the process is stopping';
      return roles ? (roles.missing?.() ?? null) : 'its roles have not started';
    },
    started(running) {
      roles = running;
    },
    async drain({ KURIR_ROLES: roleNames, KURIR_HEALTH_PORT: port, KURIR_DRAIN_SECONDS: seconds }) {
      isStopping = true;
      const isSeen = roleNames.includes('api') || port !== undefined;
      if (isSeen) await delay(seconds * SECOND);
    },
  };
}
