import type { Context } from '../../context.ts';
import type { Network } from '../engines/engine.ts';
import type { EngineKind } from '../engines/kinds.ts';
import { credsAad } from './sessions/session-aad.ts';
import { findProviderAccess } from './store.ts';

export interface ProviderAccess {
  engine: EngineKind;
  network: Network;
  /** Of an official device. Sessions keep those of economy devices. */
  credentials: Uint8Array | null;
}

/** Undefined: no such device. */
export async function providerAccess(ctx: Context, deviceId: number): Promise<ProviderAccess | undefined> {
  const found = await findProviderAccess(ctx.db, { deviceId });
  if (!found) return undefined;
  const { engine, network, creds } = found;
  return { engine, network, credentials: creds && ctx.box.open(creds, credsAad(deviceId)) };
}
