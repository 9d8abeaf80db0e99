import { isDeepStrictEqual } from 'node:util';
import type { Document } from './open-api.ts';

const SCHEMA_REF_PREFIX = '#/components/schemas/';
/** Zod adds patterns that only repeat these formats. */
const CLEAR_FORMATS = ['date-time', 'uuid'];

/**
 * Keeps used schemas in alphabetical order. A schema loses its suffix `Input` unless answers use another one.
 */
export function tidyComponents(document: Document): Document {
  const { schemas } = document.components;
  const used = usedNames(document, schemas);
  const rename = new Map(
    [...used]
      .filter((name) => name.endsWith('Input'))
      .map((name) => [name, name.slice(0, -'Input'.length)] as const)
      .filter(([name, plain]) => !used.has(plain) || isDeepStrictEqual(schemas[name], schemas[plain])),
  );
  const kept = Object.fromEntries(
    [...used].sort().flatMap((name) => {
      const schema = schemas[name];
      return schema ? [[rename.get(name) ?? name, schema]] : [];
    }),
  );
  return mapTree({ ...document, components: { ...document.components, schemas: kept } }, (node) =>
    plain(withName(node, rename)),
  );
}

/** Used directly or through other schemas. */
function usedNames({ paths, webhooks }: Document, schemas: Record<string, unknown>): Set<string> {
  const used = new Set<string>();
  const waiting: unknown[] = [paths, webhooks];
  while (waiting.length > 0) {
    for (const name of refsIn(waiting.pop())) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(schemas[name]);
    }
  }
  return used;
}

function refsIn(tree: unknown): string[] {
  const text = JSON.stringify(tree) ?? '';
  return [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].flatMap(([, name]) => name ?? []);
}

type Node = Record<string, unknown>;

function withName(node: Node, rename: ReadonlyMap<string, string>): Node {
  if (typeof node.$ref !== 'string') return node;
  const name = rename.get(node.$ref.replace(SCHEMA_REF_PREFIX, ''));
  return name === undefined ? node : { ...node, $ref: SCHEMA_REF_PREFIX + name };
}

/** Omits redundant patterns, bounds of JSON integers, and unions beside their type. */
function plain(node: Node): Node {
  const { pattern, minimum, maximum, anyOf, ...rest } = node;
  const isClear = typeof node.format === 'string' && CLEAR_FORMATS.includes(node.format);
  return {
    ...rest,
    ...(pattern !== undefined && !isClear && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(anyOf !== undefined && node.type === undefined && { anyOf }),
  };
}

function mapTree<T>(tree: T, change: (node: Node) => Node): T {
  if (Array.isArray(tree)) return tree.map((item) => mapTree(item, change)) as T; // an array stays one
  if (typeof tree !== 'object' || tree === null) return tree;
  const entries = Object.entries(change(tree as Node)).map(([key, value]) => [key, mapTree(value, change)]);
  return Object.fromEntries(entries) as T; // `change` keeps what the object is
}
