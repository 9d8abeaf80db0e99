import { isRecord } from './edges.ts';
import { placeholdersOf } from './template.ts';

const SETTERS: readonly string[] = ['save_to', 'save_id_to', 'variable'];
/** Deeper values are refused before. */
const MAX_DEPTH = 32;

/** Variables, fields of contacts and secrets in the texts of a node, each once. */
export function namesIn(node: unknown): { used: string[]; fields: string[]; secrets: string[] } {
  const found = { var: new Set<string>(), contact: new Set<string>(), secret: new Set<string>() };
  eachText(node, (text) => {
    for (const { source, name } of placeholdersOf(text)) if (source !== 'value') found[source].add(name);
  });
  return { used: [...found.var], fields: [...found.contact], secrets: [...found.secret] };
}

/** Variables that get a value. */
export function variablesSetIn(value: unknown, setters: readonly string[] = SETTERS): string[] {
  const names: string[] = [];
  eachText(value, (text, key) => {
    if (key !== null && setters.includes(key)) names.push(text);
  });
  return names;
}

/** Other flows that a node runs. */
export function flowIdsIn(node: Readonly<Record<string, unknown>>): string[] {
  const { flow_id } = node;
  return typeof flow_id === 'string' && flow_id !== '' ? [flow_id.toLowerCase()] : [];
}

function eachText(
  value: unknown,
  see: (text: string, key: string | null) => void,
  key: string | null = null,
  depth = 0,
): void {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    see(value, key);
  } else if (Array.isArray(value)) {
    for (const item of value) eachText(item, see, key, depth + 1);
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value)) eachText(part, see, name, depth + 1);
  }
}
