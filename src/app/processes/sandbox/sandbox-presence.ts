import type { Context, ContextParts } from '../../../context.ts';
import * as store from './sandbox-presence-store.ts';
import type { Sandbox } from './sandbox-process.ts';

const SANDBOX_BUS = 'kurir bus sandbox';
/** A bus checks its connection at least every 5 minutes. The connection of a lost machine stays open for hours. */
const SILENT_SECONDS = 11 * 60;

/** Parts of the context of a gateway: its bus shows all machines of the database that a sandbox runs. */
export function announced(sandbox: Sandbox | null): Pick<ContextParts, 'busName'> {
  return sandbox ? { busName: SANDBOX_BUS } : {};
}

/** Whether a gateway of this database, on any machine, has a sandbox, or the settings turn it on here. */
export async function isSandboxOn({ config, db }: Pick<Context, 'config' | 'db'>): Promise<boolean> {
  return config.KURIR_SANDBOX === 'on' || store.hasConnection(db, SANDBOX_BUS, SILENT_SECONDS);
}
