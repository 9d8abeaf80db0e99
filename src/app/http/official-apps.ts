import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { OfficialApp, OfficialApps } from '../../gateway/messages/official/apps.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import type { SandboxAddress } from '../sandbox/address.ts';
import { askControl } from '../sandbox/control.ts';

const SandboxApp = z.object({ app_secret: z.string(), verify_token: z.string() });

const TIMEOUT_MS = 2 * SECOND;
/** Limits the requests that forged signatures cause. */
const ASK_EVERY_MS = SECOND;

export function officialApps(config: Config, sandbox: SandboxAddress | null): OfficialApps {
  const { KURIR_CLOUD_APP_SECRET: appSecret = null, KURIR_CLOUD_VERIFY_TOKEN: verifyToken = null } = config;
  const live: OfficialApp = { network: 'live', appSecret, verifyToken };
  let known: OfficialApp | null = null;
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(address: SandboxAddress): Promise<void> {
    askedAt = performance.now();
    try {
      const answer = await askControl(address, '/sandbox/cloud', { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const app = SandboxApp.parse(await answer.json());
      known = { network: 'sandbox', appSecret: app.app_secret, verifyToken: app.verify_token };
    } catch {
      // An unavailable sandbox sends no callbacks either.
    }
  }

  return async (anew) => {
    const mayAsk = performance.now() - askedAt > ASK_EVERY_MS;
    if (sandbox && (!known || anew) && (asking || mayAsk)) {
      asking ??= ask(sandbox).finally(() => {
        asking = null;
      });
      await asking;
    }
    return known ? [live, known] : [live];
  };
}
