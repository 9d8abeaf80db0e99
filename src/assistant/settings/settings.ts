import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../context.ts';
import { requireDevices } from '../../gateway/devices/device.ts';
import { getAccount, type Sight } from '../../platform/accounts/account.ts';
import { record } from '../../platform/audit/audit.ts';
import { givenFields } from '../../platform/lib/change-of.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { renewCoverage, touchAutomation } from '../account.ts';
import { changeLanguageModel, showLanguageModel } from '../language-model/settings.ts';
import type { Language } from '../languages/language.ts';
import { languageFor, languagesOf } from '../languages/spoken.ts';
import { showModel } from '../trial/model/model.ts';
import { type AssistantSettings, type AssistantView, type ChangeAssistant, DEFAULTS } from './schema.ts';
import * as store from './store.ts';

export type { Language } from '../languages/language.ts';
export type { AssistantSettings } from './schema.ts';

/** An account without settings has the defaults: the assistant is off. */
export async function findSettings(db: Db, accountId: number): Promise<AssistantSettings> {
  return settingsOf(db, accountId, await store.findAssistant(db, { accountId }));
}

/** What the account speaks where a customer says nothing else. */
export async function firstLanguage(db: Db, accountId: number): Promise<Language> {
  const { languages } = await findSettings(db, accountId);
  return languageFor(languages, null);
}

/** A setting of a later version has its default. */
async function settingsOf(
  db: Db,
  accountId: number,
  row: store.AssistantRow | undefined,
): Promise<AssistantSettings> {
  if (!row) return { ...DEFAULTS, languages: languagesOf((await getAccount(db, accountId)).country_code) };
  const { enabled, mode, device_uuids, settings } = row;
  const handoff = { ...DEFAULTS.handoff, ...settings.handoff };
  return { ...DEFAULTS, ...settings, handoff, enabled, mode, device_uuids };
}

export async function showAssistant(ctx: Context, account: { id: number }): Promise<AssistantView> {
  const row = await store.findAssistant(ctx.db, { accountId: account.id });
  const language_model = await showLanguageModel(ctx, account.id);
  const model = await showModel(ctx.db, account.id);
  const updated_at = row?.updated_at.toISOString() ?? null;
  const settings = await settingsOf(ctx.db, account.id, row);
  return { ...settings, model, language_model, updated_at };
}

/** Changes the given settings. ApiError device_not_found. */
export async function changeAssistant(
  ctx: Context,
  account: Sight,
  { language_model, ...given }: ChangeAssistant,
): Promise<AssistantView> {
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, account.id, ctx.now());
    const earlier = await findSettings(tx, account.id);
    const settings = changed(earlier, given);
    const inTx = { ...ctx, db: tx };
    const names = changedNames(earlier, settings);
    if (names.length > 0) await writeSettings(inTx, tx, account, settings);
    const model =
      language_model === undefined ? null : await changeLanguageModel(tx, ctx, account, language_model);
    if (names.includes('scope') || language_model) await requireScope(inTx, account, settings);
    if (names.length > 0 || model !== null) {
      const { enabled, mode } = settings;
      const detail = { enabled, mode, changed: model ? [...names, 'language_model'] : names, ...model };
      await record(tx, ctx, [
        { action: 'assistant.changed', accountId: account.id, target: account.id, detail },
      ]);
    }
    return showAssistant(inTx, account);
  });
}

/** The terms of WhatsApp allow a language model for the tasks of a business, and none for everything. FieldErrors. */
async function requireScope(ctx: Context, account: Sight, { scope }: AssistantSettings): Promise<void> {
  if (scope !== null || (await showLanguageModel(ctx, account.id)) === null) return;
  throw new FieldErrors({ scope: ['is required with a language model'] });
}

async function writeSettings(
  ctx: Context,
  tx: Tx,
  account: Sight,
  { enabled, mode, device_uuids, ...others }: AssistantSettings,
): Promise<void> {
  const devices = await requireDevices(ctx, account, device_uuids);
  const settings = JSON.stringify(others);
  await store.setAssistant(tx, {
    enabled,
    mode,
    ...devices,
    settings,
    accountId: account.id,
    now: ctx.now(),
  });
  await renewCoverage(tx, account.id, ctx.now());
}

/** Null is a value. */
function changed(
  earlier: AssistantSettings,
  { handoff, ...given }: Omit<ChangeAssistant, 'language_model'>,
): AssistantSettings {
  return {
    ...earlier,
    ...givenFields(given),
    handoff: {
      ...earlier.handoff,
      ...givenFields(handoff ?? {}),
      texts: { ...earlier.handoff.texts, ...givenFields(handoff?.texts ?? {}) },
      closed_texts: { ...earlier.handoff.closed_texts, ...givenFields(handoff?.closed_texts ?? {}) },
      off_texts: { ...earlier.handoff.off_texts, ...givenFields(handoff?.off_texts ?? {}) },
    },
  };
}

function changedNames(earlier: AssistantSettings, settings: AssistantSettings): string[] {
  const before = new Map<string, unknown>(Object.entries(earlier));
  return Object.entries(settings)
    .filter(([name, value]) => !isDeepStrictEqual(before.get(name), value))
    .map(([name]) => name);
}
