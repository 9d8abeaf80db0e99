import { type BinaryNode, getBinaryNodeChild } from 'baileys';
import { z } from 'zod';

const RELYING_PARTY = 'whatsapp.com';
const MAX_OPTIONS = 16_384;
const DEFAULT_TIMEOUT_MS = 600_000;

const Options = z.looseObject({
  challenge: z.string().regex(/^[\w-]{16,1024}$/),
  rpId: z.literal(RELYING_PARTY),
  timeout: z.number().positive().default(DEFAULT_TIMEOUT_MS).catch(DEFAULT_TIMEOUT_MS),
});

export interface PasskeyOptions {
  /** JSON, as the network has sent it. */
  text: string;
  timeoutMs: number;
}

/** What a browser must sign. Null: missing, unreadable, or for another site. */
export function readOptions(node: BinaryNode): PasskeyOptions | null {
  const bytes = bytesOf(node, 'passkey_request_options');
  if (bytes.length === 0 || bytes.length > MAX_OPTIONS) return null;
  const text = bytes.toString('utf8');
  try {
    return { text, timeoutMs: Options.parse(JSON.parse(text)).timeout };
  } catch {
    return null;
  }
}

export const textOf = (node: BinaryNode, tag: string) => bytesOf(node, tag).toString('utf8');

/** The codec decodes short texts as strings. */
export function bytesOf(node: BinaryNode, tag: string): Buffer {
  const content = getBinaryNodeChild(node, tag)?.content;
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.alloc(0);
}

export function leaf(tag: string, content?: Uint8Array): BinaryNode {
  return { tag, attrs: {}, ...(content && { content }) };
}
