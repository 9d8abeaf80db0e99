import type { Context } from '../../context.ts';
import type { Network } from '../engines/engine.ts';
import type { EngineKind } from '../engines/kinds.ts';
import { credsAad } from './sessions/session-aad.ts';
import { findProviderAccess } from './store.ts';

export interface ProviderAccess {
  engine: EngineKind;
  network: Network;
  /** Of an official device, while it has some. The credentials of an economy device stay with its session. */
  credentials: Uint8Array | null;
}

/** How to fetch something for a device from its provider. Undefined: no such device. */
export async function providerAccess(ctx: Context, deviceId: number): Promise<ProviderAccess | undefined> {
  const found = await findProviderAccess(ctx.db, { deviceId });
  if (!found) return undefined;
  const { engine, network, creds } = found;
  return { engine, network, credentials: creds && ctx.box.open(creds, credsAad(deviceId)) };
}
