import type { BinaryNode } from 'baileys';

export const SERVER = 's.whatsapp.net';
export const FROM_SERVER = `@${SERVER}`;

export type Attributes = Record<string, string | undefined>;

/** Builds an element without undefined attributes. */
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

/** The bytes of a leaf. The codec decodes short texts as strings. */
export function bytesOf(node: BinaryNode | undefined): Buffer {
  const content = node?.content;
  if (content === undefined || Array.isArray(content)) return Buffer.alloc(0);
  return Buffer.from(content as Uint8Array);
}

export function textOf(node: BinaryNode | undefined): string {
  return typeof node?.content === 'string' ? node.content : bytesOf(node).toString('utf8');
}

/** Reads a big-endian integer of at most 4 bytes. */
export function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Unix seconds as text. */
export function protocolTime(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}
