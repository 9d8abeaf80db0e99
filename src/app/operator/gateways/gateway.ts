import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Context } from '../../../context.ts';
import { DAY, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { within } from '../../../platform/lib/deadline.ts';
import { repeat } from '../../../platform/lib/repeat.ts';
import { cut } from '../../../platform/lib/text.ts';
import { VERSION } from '../../../platform/lib/version.ts';
import type { GatewayRow } from './store.ts';
import * as store from './store.ts';

const TOUCH_MS = 10 * SECOND;
/** Without a sign of life for longer, the gateway is lost: killed, or without the database. */
const LOST_MS = MINUTE;
const STOP_MS = 300;
const MAX_LISTED = 200;
const MAX_HOST = 255;

export interface ListedGateway extends GatewayRow {
  isLost: boolean;
  /** The process that answers. */
  isThis: boolean;
}

/** Shows operators that this gateway lives, until it stops. */
export function announceGateway(ctx: Context): { stop(): Promise<void> } {
  const gateway_id = randomUUID();
  const [host, started_at] = [cut(hostname(), MAX_HOST), ctx.now()];
  const touch = async () => {
    const seen_at = ctx.now();
    const row = { gateway_id, host, pid: process.pid, version: VERSION, started_at, seen_at };
    const forgotten = new Date(seen_at.getTime() - DAY);
    const { KURIR_ROLES: roles } = ctx.config;
    await store.touchGateway(ctx.db, { ...row, roles, key_mark: ctx.box.keyMark, forgotten });
  };
  const touching = repeat(ctx, { failed: 'gateway.touch_failed', everyMs: TOUCH_MS, work: touch });
  return {
    async stop() {
      const leave = async () => {
        await touching.stop();
        await store.removeGateway(ctx.db, { gateway_id });
      };
      await within(STOP_MS, leave()).catch(() => {});
    },
  };
}

/** By the only gateway of a database, at its start: the others are dead. */
export function forgetGateways({ db }: Pick<Context, 'db'>): Promise<void> {
  return store.removeGateways(db);
}

/** Throws CommandError while a gateway lives that seals with another key than this process. */
export async function refuseOtherKeys({ db, box, now }: Pick<Context, 'db' | 'box' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - LOST_MS);
  const others = await store.listOtherKeys(db, { key_mark: box.keyMark, since, limit: MAX_LISTED });
  if (others.length === 0) return;
  const names = others.map(({ host, pid, version }) => `process ${pid} on ${host} (version ${version})`);
  throw new CommandError(
    `These run with another KURIR_SECRET_KEY or an earlier version: ${names.join(', ')}. Restart each with the ` +
      'settings and the version of this command, or stop it. One that was killed is forgotten after a minute',
    'refused',
  );
}

/** The newest first, also those that were lost within a day. */
export async function listGateways(db: Db, now: Date): Promise<ListedGateway[]> {
  const rows = await store.listGateways(db, { limit: MAX_LISTED });
  const host = cut(hostname(), MAX_HOST);
  return rows.map((row) => ({
    ...row,
    isLost: now.getTime() - row.seen_at.getTime() > LOST_MS,
    isThis: row.host === host && row.pid === process.pid,
  }));
}
