import type { Context } from '../../context.ts';
import { type AccountKind, getAccount } from '../../platform/accounts/account.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import type { GuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import { cut } from '../../platform/lib/text.ts';
import { type Ask, failed, type Improved, type LanguageModelFailure } from './ask.ts';
import { CallSlots } from './call-slots.ts';
import { type Call, type Called, callModel } from './calls.ts';
import { fitVectors } from './embeddings/direction.ts';
import { type Entry, type Renewed, removeVectors, renewVectors } from './embeddings/embeddings.ts';
import type { Near } from './embeddings/vector-index.ts';
import { VectorSearch } from './embeddings/vector-search.ts';
import { judgeOutput } from './judge.ts';
import type { Output } from './output.ts';
import { Pauses } from './pauses.ts';
import { promptOf } from './prompt.ts';
import { type Connection, findConnection } from './settings.ts';

export type { Ask, History, Improved, Source } from './ask.ts';
export type { Entry } from './embeddings/embeddings.ts';
export type { Near } from './embeddings/vector-index.ts';

/** Outside transactions. Faults of the provider are outcomes. */
export interface LanguageModels {
  isConfigured(accountId: number): Promise<boolean>;
  improve(accountId: number, ask: Ask): Promise<Improved>;
  /** Best first. Null: no model, no vectors, or the provider failed. */
  nearest(
    accountId: number,
    question: string,
    options: { limit: number; signal?: Signal },
  ): Promise<Near[] | null>;
  /** All texts. Null: no embedding model. */
  embedAll(accountId: number, entries: readonly Entry[], signal?: Signal): Promise<Renewed | null>;
}

type Signal = AbortSignal | undefined;

const NEVER = new AbortController().signal;
type Clients = Readonly<Record<AccountKind, GuardedClient>>;

/** Some models count thoughts too. */
const THOUGHT_TOKENS = 1_000;
/** Common tokenizers need fewer. */
const BYTES_PER_TOKEN = 2;
const FRAME_TOKENS = 200;
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_VECTOR_BYTES = 8 * 1024 * 1024;
/** The answer waits for it. */
const QUESTION_TIMEOUT_MS = 3 * SECOND;
const TEXTS_TIMEOUT_MS = 30 * SECOND;
const MAX_QUESTION = 2_000;
/** Vectors must not use up the answers of the day. */
const SHARE_OF_TEXTS = 0.5;

/** Not: an answer that the checks refuse. */
const FAULTS: readonly LanguageModelFailure[] = [
  'timeout',
  'unreachable',
  'throttled',
  'refused',
  'provider_error',
];

/** One per process. */
export function openLanguageModels(ctx: Context, clients: Clients): LanguageModels {
  return new OpenLanguageModels(ctx, clients);
}

class OpenLanguageModels implements LanguageModels {
  readonly #ctx: Context;
  readonly #clients: Clients;
  readonly #pauses = new Pauses();
  readonly #slots = new CallSlots();
  readonly #vectors: VectorSearch;

  constructor(ctx: Context, clients: Clients) {
    this.#ctx = ctx;
    this.#clients = clients;
    this.#vectors = new VectorSearch(ctx);
  }

  async isConfigured(accountId: number): Promise<boolean> {
    return (await findConnection(this.#ctx, accountId)) !== undefined;
  }

  async improve(accountId: number, ask: Ask): Promise<Improved> {
    const connection = await findConnection(this.#ctx, accountId);
    if (!connection) return failed('not_configured');
    const { sources, ...prompt } = promptOf(ask);
    if (sources.length === 0) return failed('no_sources');
    const maxOutputTokens = THOUGHT_TOKENS + ask.maxLength;
    const called = await this.#call<Output>(accountId, connection, {
      timeoutMs: connection.timeout_seconds * SECOND,
      budget: connection.daily_token_budget,
      tokens: tokensOf(prompt.system + prompt.user) + maxOutputTokens,
      maxResponseBytes: MAX_ANSWER_BYTES,
      signal: ask.signal,
      async run(sdk, fetch) {
        const { output, tokens } = await sdk.generate(connection, fetch, { ...prompt, maxOutputTokens });
        return { answer: output, tokens };
      },
    });
    const improved =
      called.outcome === 'failed' ? called : await this.#judge(accountId, called, { ...ask, sources });
    this.#note(accountId, improved);
    return improved;
  }

  async #judge(accountId: number, called: { answer: Output; tokens: number }, ask: Ask): Promise<Improved> {
    const { country_code: countryCode } = await getAccount(this.#ctx.db, accountId);
    const reader = { ...ask.reader, countryCode };
    return judgeOutput(called.answer, { ...ask, reader }, called.tokens);
  }

  async nearest(
    accountId: number,
    question: string,
    { limit, signal }: { limit: number; signal?: Signal },
  ): Promise<Near[] | null> {
    const connection = await this.#findEmbedding(accountId);
    if (!connection) return null;
    const searchable = await this.#vectors.find(accountId, connection.embedding_model);
    if (!searchable) return null;
    const timeoutMs = Math.min(QUESTION_TIMEOUT_MS, connection.timeout_seconds * SECOND);
    const limits = { timeoutMs, budget: connection.daily_token_budget, signal };
    const vectors = await this.#embed(accountId, connection, [cut(question, MAX_QUESTION)], limits);
    return vectors?.[0] ? searchable.nearest(vectors[0], limit) : null;
  }

  async embedAll(
    accountId: number,
    entries: readonly Entry[],
    signal: AbortSignal = NEVER,
  ): Promise<Renewed | null> {
    const renewed = await this.#renew(accountId, entries, signal);
    const isCopied = await this.#vectors.renewCopy(accountId, signal);
    return renewed && !isCopied ? { ...renewed, left: Math.max(renewed.left, 1) } : renewed;
  }

  async #renew(accountId: number, entries: readonly Entry[], signal: AbortSignal): Promise<Renewed | null> {
    const connection = await this.#findEmbedding(accountId);
    if (!connection) {
      await removeVectors(this.#ctx, accountId);
      return null;
    }
    const budget = Math.floor(connection.daily_token_budget * SHARE_OF_TEXTS);
    const limits = { timeoutMs: TEXTS_TIMEOUT_MS, budget, signal };
    const embed = (texts: readonly string[]) => this.#embed(accountId, connection, texts, limits);
    const model = connection.embedding_model;
    return renewVectors(this.#ctx, accountId, { model, entries, embed });
  }

  async #findEmbedding(accountId: number) {
    const connection = await findConnection(this.#ctx, accountId);
    const model = connection?.embedding_model ?? null;
    return connection && model !== null ? { ...connection, embedding_model: model } : null;
  }

  async #embed(
    accountId: number,
    connection: Connection & { embedding_model: string },
    texts: readonly string[],
    limits: { timeoutMs: number; budget: number; signal: Signal },
  ): Promise<readonly (readonly number[])[] | null> {
    const called = await this.#call<readonly (readonly number[])[]>(accountId, connection, {
      ...limits,
      tokens: tokensOf(texts.join('')),
      maxResponseBytes: MAX_VECTOR_BYTES,
      async run(sdk, fetch) {
        const { vectors, tokens } = await sdk.embed(connection, fetch, texts);
        return { answer: fitVectors(vectors, texts.length), tokens };
      },
    });
    this.#note(accountId, called);
    return called.outcome === 'answered' ? called.answer : null;
  }

  async #call<Answer>(
    accountId: number,
    connection: Connection,
    call: Omit<Call<Answer>, 'accountId'>,
  ): Promise<Called<Answer>> {
    const key = pauseKey(accountId, connection);
    if (this.#pauses.isPaused(key, this.#ctx.now())) return failed('paused');
    if (!this.#slots.take(accountId)) return failed('busy');
    try {
      const client = this.#clients[(await getAccount(this.#ctx.db, accountId)).kind];
      const called = await callModel<Answer>(this.#ctx, client, { ...call, accountId });
      if (called.outcome === 'answered' || called.reason === 'invalid_answer') this.#pauses.worked(key);
      else if (FAULTS.includes(called.reason)) this.#pauses.failed(key, this.#ctx.now());
      return called;
    } finally {
      this.#slots.free(accountId);
    }
  }

  #note(accountId: number, outcome: Improved | Called<unknown>): void {
    if (outcome.outcome !== 'failed') return;
    const { reason, detail } = outcome;
    // An invented text is one of the conversation.
    const fault = FAULTS.includes(reason) ? detail : null;
    this.#ctx.log.info({ accountId, reason, fault }, 'language_model.not_used');
  }
}

/** A changed setting ends the pause. */
const pauseKey = (accountId: number, { updated_at }: Connection) => `${accountId} ${updated_at.getTime()}`;

const tokensOf = (text: string) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN) + FRAME_TOKENS;
