import type { BinaryNode } from 'baileys';

/** The domain of numbers, and the address the server itself speaks from. */
export const SERVER = 's.whatsapp.net';
export const FROM_SERVER = `@${SERVER}`;

export type Attributes = Record<string, string | undefined>;

/** One element of the protocol; attributes without a value are left out. */
export function element(tag: string, attrs: Attributes = {}, content?: BinaryNode['content']): BinaryNode {
  const given = Object.entries(attrs).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const node: BinaryNode = { tag, attrs: Object.fromEntries(given) };
  if (content !== undefined) node.content = content;
  return node;
}

export function childrenOf(node: BinaryNode | undefined, tag?: string): BinaryNode[] {
  const all = Array.isArray(node?.content) ? node.content : [];
  return tag === undefined ? all : all.filter((child) => child.tag === tag);
}

export function childOf(node: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return childrenOf(node, tag)[0];
}

/** The raw content of a leaf; the codec hands short texts over as strings. Empty when there is none. */
export function bytesOf(node: BinaryNode | undefined): Buffer {
  const content = node?.content;
  if (content === undefined || Array.isArray(content)) return Buffer.alloc(0);
  return Buffer.from(content as Uint8Array);
}

export function textOf(node: BinaryNode | undefined): string {
  return typeof node?.content === 'string' ? node.content : bytesOf(node).toString('utf8');
}

/** Reads big-endian; protocol numbers have at most 4 bytes. */
export function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Seconds since 1970 as the protocol writes time. */
export function protocolTime(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}
