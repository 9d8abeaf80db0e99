import { isDeepStrictEqual } from 'node:util';
import { record } from '../../../audit/audit.ts';
import type { Context } from '../../../context.ts';
import { touchAutomation } from '../../account.ts';
import { type AutomationSettings, type ChangeAutomationSettings, DEFAULTS } from './schema.ts';
import * as store from './store.ts';

/** `kept`: what an account has changed. A later version may have more settings. */
export function settingsFrom(kept: object | null): AutomationSettings {
  const { breakers = {}, ...rest } = (kept ?? {}) as ChangeAutomationSettings; // only this file writes it
  return { ...DEFAULTS, ...rest, breakers: { ...DEFAULTS.breakers, ...breakers } } as AutomationSettings;
}

export async function getSettings(ctx: Context, account: { id: number }): Promise<AutomationSettings> {
  return settingsFrom(await store.getSettings(ctx.db, account.id));
}

/** Changes the given settings. */
export function changeSettings(
  ctx: Context,
  account: { id: number },
  given: ChangeAutomationSettings,
): Promise<AutomationSettings> {
  const { id: accountId } = account;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, accountId, now);
    const kept = (await store.getSettings(tx, accountId)) ?? {};
    const earlier = settingsFrom(kept);
    const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const settings = settingsFrom({
      ...kept,
      ...changed,
      breakers: { ...earlier.breakers, ...given.breakers },
    });
    if (isDeepStrictEqual(settings, earlier)) return earlier;
    await store.setSettings(tx, accountId, settings);
    const detail = { changed: Object.keys(changed) };
    await record(tx, ctx, [{ action: 'automation_settings.changed', accountId, target: accountId, detail }]);
    return settings;
  });
}
