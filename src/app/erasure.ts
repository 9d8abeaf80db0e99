import { assistantErasure } from '../assistant/erasure.ts';
import type { Context } from '../context.ts';
import { keysOf } from '../gateway/engines/economy/keys/person-keys.ts';
import { gatewayErasure, gatewayErasureEnd } from '../gateway/erasure.ts';
import { inboxErasure } from '../inbox/erasure.ts';
import { platformErasure } from '../platform/erasure.ts';
import type { ErasureStep } from '../platform/lib/erasing.ts';
import { exportsErasure } from './account-copy/exports/export-request.ts';

/** Each house erases its own tables. An erasure that runs during an update counts these steps. */
export const erasureSteps = (ctx: Pick<Context, 'box' | 'now'>): readonly ErasureStep[] => [
  ...assistantErasure,
  ...inboxErasure,
  ...gatewayErasure(ctx, keysOf),
  ...platformErasure(ctx),
  ...gatewayErasureEnd,
  exportsErasure,
];
