import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { givenFields } from '../../../platform/lib/change-of.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { normalizePhone, problemOf } from '../../../platform/lib/phone.ts';
import { touchAutomation } from '../../account.ts';
import { type AutomationSettings, type ChangeAutomationSettings, DEFAULTS } from './schema.ts';
import * as store from './store.ts';

export function settingsFrom(kept: object | null): AutomationSettings {
  // Only this file writes it.
  const { breakers, reply_delay, media, ...rest } = (kept ?? {}) as ChangeAutomationSettings;
  return {
    ...DEFAULTS,
    ...rest,
    breakers: { ...DEFAULTS.breakers, ...breakers },
    reply_delay: { ...DEFAULTS.reply_delay, ...reply_delay },
    media: { ...DEFAULTS.media, ...media },
  } as AutomationSettings; // nothing that is kept is undefined
}

export async function getSettings(
  { db }: Pick<Context, 'db'>,
  account: { id: number },
): Promise<AutomationSettings> {
  return settingsFrom(await store.getSettings(db, account.id));
}

/** FieldErrors for settings that do not fit together. */
export function changeSettings(
  ctx: Context,
  account: { id: number; country_code: string },
  given: ChangeAutomationSettings,
): Promise<AutomationSettings> {
  const { id: accountId } = account;
  const now = ctx.now();
  const ignored_phones = given.ignored_phones && storablePhones(given.ignored_phones, account.country_code);
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, accountId, now);
    const kept = (await store.getSettings(tx, accountId)) ?? {};
    const earlier = settingsFrom(kept);
    const words = {
      person_words: given.person_words === null ? DEFAULTS.person_words : given.person_words,
      exit_words: given.exit_words === null ? DEFAULTS.exit_words : given.exit_words,
    };
    const changed = givenFields({ ...given, ...words, ignored_phones });
    const settings = settingsFrom({
      ...kept,
      ...changed,
      breakers: { ...earlier.breakers, ...given.breakers },
      reply_delay: { ...earlier.reply_delay, ...given.reply_delay },
      media: { ...earlier.media, ...given.media },
    });
    refuseContradictions(settings);
    if (isDeepStrictEqual(settings, earlier)) return earlier;
    await store.setSettings(tx, accountId, settings);
    const detail = { changed: Object.keys(changed) };
    await record(tx, ctx, [{ action: 'automation_settings.changed', accountId, target: accountId, detail }]);
    return settings;
  });
}

/** Throws FieldErrors. */
function storablePhones(texts: readonly string[], countryCode: string): string[] {
  const errors: Record<string, string[]> = {};
  for (const [index, text] of texts.entries()) {
    const problem = problemOf(text, countryCode);
    if (problem !== null) errors[`ignored_phones.${index}`] = [problem];
  }
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
  return [...new Set(texts.flatMap((text) => normalizePhone(text, countryCode) ?? []))].sort();
}

function refuseContradictions({ reply_delay, media }: AutomationSettings): void {
  if (reply_delay.max_seconds < reply_delay.min_seconds) {
    throw new FieldErrors({ 'reply_delay.max_seconds': ['must not be less than min_seconds'] });
  }
  const replies = media.action === 'reply' || media.sticker_action === 'reply';
  if (replies && media.text === null) {
    throw new FieldErrors({ 'media.text': ['is required when the action is reply'] });
  }
}
