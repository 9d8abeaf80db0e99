import { codePoints } from '../../../src/platform/lib/text.ts';
import { GraphError } from '../api/graph-error.ts';
import { isJson, type Json } from '../json.ts';

/** The code of a part that is there, and wrong. */
export const WRONG = 131009;

interface TextRule {
  max?: number;
  /** Default 1. */
  min?: number;
  /** Default 100. */
  code?: 100 | 131009;
}

/** Error 131008 in the words of the provider. */
export function missingParameter(path: string, why = ''): GraphError {
  return new GraphError(131008, { details: `Parameter '${path}' is mandatory${why && ` ${why}`}` });
}

/** Throws GraphError 131008 when it is missing, or `rule.code` when it is invalid. */
export function requiredText(parent: Json, key: string, path: string, rule: TextRule): string {
  const text = optionalText(parent, key, path, rule);
  if (text === null) throw missingParameter(path);
  return text;
}

/** Null when it is missing. Throws GraphError `rule.code` when it is invalid. */
export function optionalText(parent: Json, key: string, path: string, rule: TextRule): string | null {
  const { max = Number.POSITIVE_INFINITY, min = 1, code = 100 } = rule;
  const value = parent[key];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new GraphError(code, { details: `Param ${path} must be a string` });
  if (value.length < min || (value.length > max && codePoints(value) > max)) {
    const range = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `between ${min} and ${max}`;
    throw new GraphError(code, { details: `Param ${path} length invalid: must have ${range} characters` });
  }
  return value;
}

export function requiredObject(parent: Json, key: string, path: string): Json {
  const node = optionalObject(parent, key, path);
  if (!node) throw missingParameter(path);
  return node;
}

export function optionalObject(parent: Json, key: string, path: string): Json | null {
  const node = parent[key];
  if (node === undefined || node === null) return null;
  if (!isJson(node)) throw new GraphError(100, { details: `Param ${path} must be a JSON object` });
  return node;
}

/** A list of objects. Throws GraphError 131008 or 131009. */
export function requiredList(
  parent: Json,
  key: string,
  path: string,
  { min = 1, max }: { min?: number; max: number },
): Json[] {
  const list = parent[key];
  if (list === undefined || list === null) throw missingParameter(path);
  if (!Array.isArray(list) || !list.every(isJson))
    throw new GraphError(131009, { details: `Param ${path} must be an array of objects` });
  if (list.length < min || list.length > max)
    throw new GraphError(131009, {
      details: `Param ${path} count invalid: min allowed ${min}, max allowed ${max}, given ${list.length}`,
    });
  return list;
}

/** Of an action. */
export function readName(name: string): (action: Json) => void {
  return (action) => {
    if (action.name !== name)
      throw new GraphError(WRONG, { details: `Param interactive['action']['name'] must be '${name}'` });
  };
}

export function requireUnique(what: string, values: readonly string[]): void {
  if (new Set(values).size < values.length) throw new GraphError(WRONG, { details: `Duplicated ${what}` });
}
