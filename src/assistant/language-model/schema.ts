import { z } from 'zod';
import { isLoopbackHost } from '../../platform/lib/loopback.ts';
import { apiString, atMost, requiredString } from '../../platform/lib/text.ts';
import { webUrl } from '../../platform/lib/web-url.ts';

export const PROVIDERS = ['openai_compatible', 'anthropic'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const STRUCTURED_OUTPUTS = ['json_schema', 'json_object'] as const;
export type StructuredOutput = (typeof STRUCTURED_OUTPUTS)[number];

export const DEFAULT_BUDGET = 200_000;
export const MIN_BUDGET = 1_000;
export const MAX_BUDGET = 100_000_000;
export const DEFAULT_TIMEOUT_SECONDS = 12;
export const MAX_TIMEOUT_SECONDS = 30;
export const MAX_NAME = 200;
export const MAX_KEY = 1_000;

const provider = z.enum(PROVIDERS).meta({
  description:
    '`openai_compatible`: a server with `/chat/completions`, such as vLLM, Ollama, Groq or OpenAI.',
  examples: ['openai_compatible'],
});
const url = webUrl()
  .refine(isPrivateEnough, 'must be https, or http to this machine or a private network')
  .refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment')
  .meta({
    description:
      'Address of the provider up to the version, without `/chat/completions`. A private network needs the setting ' +
      '`KURIR_ALLOW_NETWORKS` of the operator.',
    examples: ['https://llm.example.com/v1'],
  });
const model = requiredString(MAX_NAME).meta({
  description: 'The name of the model at the provider.',
  examples: ['qwen3-8b'],
});
const api_key = apiString()
  .refine((text) => /^[\x21-\x7e]+$/.test(text), 'must have visible ASCII characters only')
  .refine(...atMost(MAX_KEY))
  .nullable()
  .meta({
    description:
      'Kurir keeps it encrypted and never shows it. Null removes it. A new `url` removes it too, unless a key comes ' +
      'with it.',
    examples: ['sk-example'],
  });
const daily_token_budget = z
  .int()
  .min(MIN_BUDGET)
  .max(MAX_BUDGET)
  .meta({
    description: 'Tokens per day (UTC), in and out. Above them the assistant answers without the model.',
    examples: [DEFAULT_BUDGET],
  });
const timeout_seconds = z
  .int()
  .min(1)
  .max(MAX_TIMEOUT_SECONDS)
  .meta({
    description: 'For one answer, with a retry.',
    examples: [DEFAULT_TIMEOUT_SECONDS],
  });
const structured_output = z.enum(STRUCTURED_OUTPUTS).meta({
  description: '`json_object` is for servers that do not support JSON schemas.',
  examples: ['json_schema'],
});
const embedding_model = requiredString(MAX_NAME)
  .nullable()
  .meta({
    description: 'Model of `/embeddings`, which finds passages by meaning. Null: none. Not with `anthropic`.',
    examples: ['bge-m3'],
  });

/** First `provider`, `url` and `model`. */
export const LanguageModelField = z
  .object({
    provider,
    url,
    model,
    api_key,
    daily_token_budget,
    timeout_seconds,
    structured_output,
    embedding_model,
  })
  .partial()
  .nullable()
  .meta({
    id: 'LanguageModelField',
    description:
      'The language model of the assistant. Fields that are missing stay. Null removes it with its key.',
  });
export type LanguageModelField = z.infer<typeof LanguageModelField>;

export const LanguageModelView = z
  .object({
    provider,
    url: z.string().meta({ examples: ['https://llm.example.com/v1'] }),
    model: z.string().meta({ examples: ['qwen3-8b'] }),
    has_api_key: z.boolean().meta({ examples: [true] }),
    daily_token_budget: z.int().meta({ examples: [DEFAULT_BUDGET] }),
    tokens_today: z.int().meta({
      description: 'Used on this day (UTC), with the reserved tokens of calls in flight.',
      examples: [1_520],
    }),
    timeout_seconds: z.int().meta({ examples: [DEFAULT_TIMEOUT_SECONDS] }),
    structured_output,
    embedding_model: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
  })
  .nullable()
  .meta({ id: 'LanguageModel', description: 'Null: the assistant answers without one.' });
export type LanguageModelView = z.infer<typeof LanguageModelView>;

/** No texts of customers and no key in clear text on public networks. */
function isPrivateEnough(text: string): boolean {
  const target = URL.parse(text);
  if (!target || target.protocol === 'https:') return true;
  const { hostname } = target;
  return isLoopbackHost(hostname) || PRIVATE.test(hostname) || !/[.:]/.test(hostname);
}

const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[f[cd])|\.(?:internal|local|lan)$/;
