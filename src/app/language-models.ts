import { type LanguageModels, openLanguageModels } from '../assistant/language-model/language-model.ts';
import type { Context } from '../context.ts';
import { createGuardedClient } from '../platform/lib/guarded-fetch/client.ts';
import { reachOf } from './reach.ts';

/** Live as long as the HTTP server. */
export function openModelsForHttp(
  ctx: Context,
  http: { addHook(name: 'onClose', close: () => Promise<void>): unknown },
): LanguageModels {
  const live = createGuardedClient(reachOf(ctx.config, 'live'));
  const sandbox = createGuardedClient(reachOf(ctx.config, 'sandbox'));
  http.addHook('onClose', async () => {
    await Promise.all([live.close(), sandbox.close()]);
  });
  return openLanguageModels(ctx, { live, sandbox });
}
