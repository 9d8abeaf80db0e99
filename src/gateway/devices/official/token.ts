import type { Context } from '../../../context.ts';
import { type Fence, fenceParams } from '../store.ts';
import * as store from './store.ts';

/** Null: no known end. */
export async function setTokenExpiry(
  ctx: Context,
  deviceId: number,
  at: Date | null,
  fence: Fence,
): Promise<void> {
  await store.setTokenExpiry(ctx.db, { device_id: deviceId, at, ...fenceParams(fence) });
}
