import type { Context, ContextParts } from '../../../context.ts';
import * as store from './sandbox-presence-store.ts';
import type { Sandbox } from './sandbox-process.ts';

const SANDBOX_BUS = 'kurir bus sandbox';
/** A bus checks every 5 minutes; a lost machine's connection stays for hours. */
const SILENT_SECONDS = 11 * 60;

/** The bus shows which machines run a sandbox. */
export function announced(sandbox: Sandbox | null): Pick<ContextParts, 'busName'> {
  return sandbox ? { busName: SANDBOX_BUS } : {};
}

/** On any machine, or by the settings here. */
export async function isSandboxOn({ config, db }: Pick<Context, 'config' | 'db'>): Promise<boolean> {
  return config.KURIR_SANDBOX === 'on' || store.hasConnection(db, SANDBOX_BUS, SILENT_SECONDS);
}
