import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { tokensToday } from './budget/budget.ts';
import { scheduleRenewal } from './embeddings/renewal-due.ts';
import { DEFAULT_BUDGET, DEFAULT_TIMEOUT_SECONDS, LanguageModelField, LanguageModelView } from './schema.ts';
import type { LanguageModelRow } from './store.ts';
import * as store from './store.ts';

export { LanguageModelField, LanguageModelView };

/** For one call. */
export interface Connection extends Omit<LanguageModelRow, 'api_key'> {
  apiKey: string | null;
}

type Change = NonNullable<LanguageModelField>;

const DEFAULTS: Omit<Settings, 'provider' | 'url' | 'model'> = {
  daily_token_budget: DEFAULT_BUDGET,
  timeout_seconds: DEFAULT_TIMEOUT_SECONDS,
  structured_output: 'json_schema',
  embedding_model: null,
};

/** After `touchAutomation`. Null removes it. Returns the detail for the audit log; null: no change. FieldErrors. */
export async function changeLanguageModel(
  tx: Tx,
  { box, now }: Pick<Context, 'box' | 'now'>,
  account: { id: number },
  field: LanguageModelField,
): Promise<Record<string, string | number | null> | null> {
  const present = await store.findModel(tx, { accountId: account.id });
  if (field === null) {
    await store.deleteModel(tx, { accountId: account.id });
    await scheduleRenewal(tx, account.id, now());
    return present ? { language_model: null } : null;
  }
  const merged = merge(present, field);
  const { api_key: given } = field;
  const kept = present?.url === merged.url ? present.api_key : null;
  if (given === undefined && present && isSame(present, merged)) return null;
  const api_key = given
    ? box.seal(Buffer.from(given), apiKeyPlace(account.id))
    : given === null
      ? null
      : kept;
  await store.setModel(tx, { ...merged, api_key, updated_at: now(), accountId: account.id });
  await scheduleRenewal(tx, account.id, now());
  const { provider, url, model } = merged;
  return { language_model: model, provider, url, api_key: given === undefined ? 'kept' : 'changed' };
}

/** Without the key. */
export async function showLanguageModel(
  ctx: Pick<Context, 'db' | 'now'>,
  accountId: number,
): Promise<LanguageModelView> {
  const row = await store.findModel(ctx.db, { accountId });
  if (!row) return null;
  const { api_key, updated_at: _, ...shown } = row;
  return { ...shown, has_api_key: api_key !== null, tokens_today: await tokensToday(ctx, accountId) };
}

/** With the key. */
export async function findConnection(
  { db, box }: Pick<Context, 'db' | 'box'>,
  accountId: number,
): Promise<Connection | undefined> {
  const row = await store.findModel(db, { accountId });
  if (!row) return undefined;
  const { api_key, ...connection } = row;
  return { ...connection, apiKey: api_key && box.open(api_key, apiKeyPlace(accountId)).toString() };
}

const isSame = ({ api_key: _, updated_at: __, ...present }: LanguageModelRow, merged: Settings) =>
  isDeepStrictEqual(present, merged);

type Settings = Omit<LanguageModelRow, 'api_key' | 'updated_at'>;

function merge(present: LanguageModelRow | undefined, change: Change): Settings {
  const { provider = present?.provider, url = present?.url, model = present?.model } = change;
  if (provider === undefined || url === undefined || model === undefined) {
    const missing = Object.entries({ provider, url, model }).filter(([, value]) => value === undefined);
    throw new FieldErrors(
      Object.fromEntries(missing.map(([name]) => [`language_model.${name}`, ['is required']])),
    );
  }
  const rest = present ?? DEFAULTS;
  const {
    daily_token_budget = rest.daily_token_budget,
    timeout_seconds = rest.timeout_seconds,
    structured_output = rest.structured_output,
    embedding_model = rest.embedding_model,
  } = change;
  if (provider === 'anthropic' && embedding_model !== null) {
    throw new FieldErrors({ 'language_model.embedding_model': ['must be null: this provider has none'] });
  }
  return { provider, url, model, daily_token_budget, timeout_seconds, structured_output, embedding_model };
}

/** The key opens for this account alone. */
export const apiKeyPlace = (accountId: number) => `language_models|api_key|${accountId}`;
