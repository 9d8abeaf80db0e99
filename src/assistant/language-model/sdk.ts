import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany, generateText, jsonSchema, NoObjectGeneratedError, Output as SdkOutput } from 'ai';
import { OUTPUT_SCHEMA, Output, readOutput } from './output.ts';
import type { Connection } from './settings.ts';

/** The only file that loads the AI SDK (0.4 s, 30 MB), at the first call. Unless this is set, it writes warnings. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Also none to programs that register themselves in the process. */
const NO_TELEMETRY = { telemetry: { isEnabled: false } };
/** Kurir retries within deadline and budget. */
const NO_RETRIES = { maxRetries: 0 };

type Fetch = typeof globalThis.fetch;

export interface Generated {
  /** Null: not the object. */
  output: Output | null;
  /** Null: not known. */
  tokens: number | null;
}

/** Rejects without an answer; `fetch` knows why. */
export async function generate(
  connection: Connection,
  fetch: Fetch,
  prompt: { system: string; user: string; maxOutputTokens: number },
): Promise<Generated> {
  const schema = jsonSchema<Output>(OUTPUT_SCHEMA, { validate });
  try {
    const { output, totalUsage } = await generateText({
      model: modelOf(connection, fetch),
      instructions: prompt.system,
      prompt: prompt.user,
      maxOutputTokens: prompt.maxOutputTokens,
      output: SdkOutput.object({ schema, name: 'reply' }),
      ...NO_RETRIES,
      ...NO_TELEMETRY,
    });
    return { output, tokens: counted(totalUsage.totalTokens) };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    return { output: readOutput(error.text ?? ''), tokens: counted(error.usage?.totalTokens) };
  }
}

/** In order. Rejects without an answer. */
export async function embed(
  connection: Connection & { embedding_model: string },
  fetch: Fetch,
  texts: readonly string[],
): Promise<{ vectors: readonly number[][]; tokens: number | null }> {
  const provider = openAiCompatible(connection, fetch);
  const { embeddings, usage } = await embedMany({
    model: provider.embeddingModel(connection.embedding_model),
    values: [...texts],
    ...NO_RETRIES,
    ...NO_TELEMETRY,
  });
  return { vectors: embeddings, tokens: counted(usage.tokens) };
}

function modelOf(connection: Connection, fetch: Fetch) {
  if (connection.provider === 'openai_compatible') {
    return openAiCompatible(connection, fetch).chatModel(connection.model);
  }
  // Else the SDK takes those of the environment.
  const { url: baseURL, apiKey } = connection;
  return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch })(connection.model);
}

function openAiCompatible({ url: baseURL, apiKey, structured_output }: Connection, fetch: Fetch) {
  return createOpenAICompatible({
    name: 'language-model',
    baseURL,
    fetch,
    supportsStructuredOutputs: structured_output === 'json_schema',
    ...(apiKey !== null && { apiKey }),
    ...(isOpenAi(baseURL) && { transformRequestBody: renameMaxTokens }),
  });
}

/** Its newer models refuse `max_tokens`. */
const isOpenAi = (url: string) => URL.parse(url)?.hostname === 'api.openai.com';

function renameMaxTokens({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}

function validate(value: unknown) {
  const { success, data, error } = Output.safeParse(value);
  return success ? ({ success, value: data } as const) : ({ success, error } as const);
}

const counted = (tokens: number | undefined) => (Number.isFinite(tokens) && tokens ? tokens : null);
