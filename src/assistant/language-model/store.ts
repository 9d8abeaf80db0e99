import { statement } from '../../platform/lib/db/statement.ts';
import type { Provider, StructuredOutput } from './schema.ts';

export interface LanguageModelRow {
  provider: Provider;
  url: string;
  model: string;
  /** Sealed. Null: not needed. */
  api_key: Buffer | null;
  daily_token_budget: number;
  timeout_seconds: number;
  structured_output: StructuredOutput;
  embedding_model: string | null;
  updated_at: Date;
}

const COLUMNS =
  'provider, url, model, api_key, daily_token_budget, timeout_seconds, structured_output, embedding_model, updated_at';

export const findModel = statement<{ accountId: number }, LanguageModelRow>(
  'automation.find_language_model',
  `select ${COLUMNS} from language_models where account_id = :accountId`,
).first;

export const setModel = statement<LanguageModelRow & { accountId: number }>(
  'automation.set_language_model',
  `insert into language_models (account_id, ${COLUMNS})
   values (:accountId, :provider, :url, :model, :api_key::bytea, :daily_token_budget, :timeout_seconds,
     :structured_output, :embedding_model, :updated_at::timestamptz)
   on conflict (account_id) do update set provider = excluded.provider, url = excluded.url, model = excluded.model,
     api_key = excluded.api_key, daily_token_budget = excluded.daily_token_budget,
     timeout_seconds = excluded.timeout_seconds, structured_output = excluded.structured_output,
     embedding_model = excluded.embedding_model, updated_at = excluded.updated_at`,
).inTx.run;

export const deleteModel = statement<{ accountId: number }>(
  'automation.delete_language_model',
  'delete from language_models where account_id = :accountId',
).inTx.run;
