import type { AccountKind } from '../../../accounts/account.ts';
import type { Context } from '../../../context.ts';
import type { GuardedClient } from '../../../lib/guarded-fetch/client.ts';
import { type Ask, failed, type Improved, type LanguageModelFailure } from './ask.ts';
import { callModel } from './calls.ts';
import { judgeOutput } from './judge.ts';
import type { Output } from './output.ts';
import { Pauses } from './pauses.ts';
import { promptOf } from './prompt.ts';
import { type Connection, findConnection } from './settings.ts';

export type { Ask, Improved, LanguageModelFailure, Source, SourceId, SourceKind } from './ask.ts';

export interface ModelAccount {
  id: number;
  network: AccountKind;
}

export interface LanguageModels {
  /** Outside transactions. Every fault of the provider is an outcome; rejects on faults of the database alone. */
  improve(account: ModelAccount, ask: Ask): Promise<Improved>;
}

type Clients = Readonly<Record<AccountKind, GuardedClient>>;

/** Besides the answer, some models count the tokens of their thoughts. */
const THOUGHT_TOKENS = 1_000;
/** Common tokenizers need fewer tokens than half of the bytes. */
const BYTES_PER_TOKEN = 2;
const FRAME_TOKENS = 200;
const MAX_RESPONSE_BYTES = 256 * 1024;

/** Faults of the provider. An answer that the checks refuse is none. */
const FAULTS: readonly LanguageModelFailure[] = [
  'timeout',
  'unreachable',
  'throttled',
  'refused',
  'provider_error',
];

/** One per process. */
export function openLanguageModels(ctx: Context, clients: Clients): LanguageModels {
  const pauses = new Pauses();

  return {
    async improve(account, ask) {
      const connection = await findConnection(ctx, account.id);
      if (!connection) return failed('not_configured');
      const { sources, ...prompt } = promptOf(ask);
      if (sources.length === 0) return failed('no_sources');
      const key = pauseKey(account, connection);
      if (pauses.isPaused(key, ctx.now())) return failed('paused');

      const maxOutputTokens = THOUGHT_TOKENS + ask.maxLength;
      const called = await callModel<Output>(ctx, clients[account.network], {
        accountId: account.id,
        connection,
        tokens: tokensOf(prompt) + maxOutputTokens,
        maxResponseBytes: MAX_RESPONSE_BYTES,
        async run(sdk, fetch) {
          const { output, tokens } = await sdk.generate(connection, fetch, { ...prompt, maxOutputTokens });
          return { answer: output, tokens };
        },
      });
      if (called.outcome === 'failed' && FAULTS.includes(called.reason)) pauses.failed(key, ctx.now());
      else pauses.worked(key);

      const improved =
        called.outcome === 'failed'
          ? called
          : judgeOutput(called.answer, { sources, maxLength: ask.maxLength, tokens: called.tokens });
      noteFailure(ctx, account, improved);
      return improved;
    },
  };
}

/** A changed setting ends the pause. */
const pauseKey = ({ id }: ModelAccount, { updated_at }: Connection) => `${id} ${updated_at.getTime()}`;

const tokensOf = ({ system, user }: { system: string; user: string }) =>
  Math.ceil(Buffer.byteLength(system + user) / BYTES_PER_TOKEN) + FRAME_TOKENS;

function noteFailure({ log }: Pick<Context, 'log'>, { id }: ModelAccount, improved: Improved): void {
  if (improved.outcome === 'improved') return;
  const { reason, detail } = improved;
  // What the model invented is text of a conversation.
  const shown = FAULTS.includes(reason) ? detail : null;
  log.info({ accountId: id, reason, detail: shown }, 'language_model.not_used');
}
