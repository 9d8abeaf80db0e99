import type { Key } from '../../../../texts/translate.ts';
import { type FlowNode, isRecord, textOf, valueAt } from '../model/definition.ts';

/** What every field of a form has. `path` is within the node, or within the entry of its list. */
interface Base {
  path: string;
  label: Key<'flows.forms'>;
  hint?: Key<'flows.forms'>;
  /** Fills `{example}` of the hint, which braces would break. */
  example?: string;
}

export type FormField = Base &
  (
    | { kind: 'text'; max: number; rows?: number; hasValues?: boolean }
    | { kind: 'number'; min?: number; max?: number; isInteger?: boolean; usual?: number }
    | { kind: 'duration'; min: number; max: number; isOptional?: boolean }
    | { kind: 'time' }
    | { kind: 'variable' }
    | { kind: 'flow'; none: Key<'flows.forms'> }
    | { kind: 'template' }
    /** The id of an uploaded file. Its type goes to `typePath`, and `instead` is emptied. */
    | { kind: 'file'; typePath: string; instead: string }
    | { kind: 'json'; max: number }
    | { kind: 'words'; most: number; max: number }
    /** `on` is the value of the field while it is checked. */
    | { kind: 'check'; isOn: (value: unknown) => boolean; on: unknown; off: unknown }
    | { kind: 'several'; options: readonly (readonly [value: string, label: Key<'flows.forms'>])[] }
    | SelectField
    | ListField
  );

interface SelectField {
  kind: 'select';
  options: readonly (readonly [value: string, label: Key<'flows.forms'> | { text: string }])[];
  /** Chosen when the field is missing. */
  default: string;
  /** Another choice replaces the whole object around the field. */
  replaces?: { path: string; blank: (value: string) => unknown };
}

export interface ListField {
  kind: 'list';
  add: Key<'flows.forms'>;
  most: number;
  fields: (item: unknown) => readonly FormField[];
  /** A new entry. `ids` are those of the present ones. */
  blank: (ids: readonly string[]) => unknown;
}

export const UNARY = ['is_set', 'is_empty'];

/** The lowest number that no entry has as its id. */
export function freeNumber(ids: readonly string[]): string {
  const numbers = [...Array(ids.length + 1).keys()].map((n) => String(n + 1));
  return numbers.find((id) => !ids.includes(id)) ?? String(ids.length + 1);
}

export const idsOf = (items: readonly unknown[]): string[] =>
  items.flatMap((item) => (isRecord(item) ? textOf(item.id) : []));

export const kindOf = (node: FlowNode, path: string, fallback: string): string =>
  textOf(valueAt(node, path)) || fallback;
