import { z } from 'zod';

const MAX_ANSWER = 20_000;
const MAX_CITATIONS = 50;

/** Small models write text or brackets. */
const citation = z.union([
  z.int(),
  z
    .string()
    .regex(/^\[?\d{1,3}\]?$/)
    .transform((text) => Number(text.replace(/\D/g, ''))),
]);

const ACTIONS = ['answer', 'clarify', 'handoff', 'unknown'] as const;

export const Output = z.object({
  answer: z.string().max(MAX_ANSWER),
  action: z.enum(ACTIONS),
  citations: z.array(citation).max(MAX_CITATIONS),
});
export type Output = z.infer<typeof Output>;

/** Providers support few keywords of JSON Schema. */
export const OUTPUT_SCHEMA = {
  type: 'object',
  properties: {
    answer: { type: 'string' },
    action: { type: 'string', enum: ACTIONS },
    citations: { type: 'array', items: { type: 'integer' } },
  },
  required: ['answer', 'action', 'citations'],
  additionalProperties: false,
} as const;

const FENCE = '```';

/** Null: not the object. It may be in a fence. */
export function readOutput(text: string): Output | null {
  try {
    return Output.safeParse(JSON.parse(withoutFence(text.trim()))).data ?? null;
  } catch {
    return null;
  }
}

/** No regular expression: it may be 256 KB of blank lines. */
function withoutFence(text: string): string {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return text;
  return text.slice(FENCE.length, -FENCE.length).replace(/^json\b/, '');
}
