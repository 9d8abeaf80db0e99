import { type Definition, recordsOf, textOf } from './definition.ts';

const MAX = 100;
/** Fields of nodes whose text names a value that the flow keeps. */
const PLACES = ['save_to', 'save_id_to', 'variable'];

/** Names of the values that the steps of a flow keep, in alphabetical order. */
export function variablesOf(definition: Definition): readonly string[] {
  const given = recordsOf(definition.variables).map(({ name }) => textOf(name));
  const kept = definition.nodes.flatMap((node) => namesIn(node));
  return [...new Set([...given, ...kept])]
    .filter((name) => name !== '')
    .sort()
    .slice(0, MAX);
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    PLACES.includes(key) && typeof part === 'string' ? [part] : namesIn(part),
  );
}
