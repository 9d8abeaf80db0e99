import { cut } from '../../platform/lib/text.ts';
import { isFields, listOf, MAX_LINE, MAX_NAME } from './content-bounds.ts';
import type { Answer } from './content-kinds.ts';
import { FORM_FIELD, labelOf } from './content-text.ts';

const MAX_DEPTH = 4;

/** Secrets and ids that the form adds. */
const NO_ANSWER = /(^|_)flow_token|^wa_flow_response_params$/;
/** Names an element of a list, such as a file. */
const TITLES = ['title', 'name', 'file_name', 'label'];

/** Of a form, such as a WhatsApp Flow, in order. */
export function answersIn(fields: Record<string, unknown>): Answer[] {
  return listOf(answersAt('', fields, 0));
}

function* answersAt(path: string, value: unknown, depth: number): Generator<Answer> {
  if (depth > MAX_DEPTH) return;
  if (isFields(value)) {
    for (const [name, part] of Object.entries(value)) {
      if (!NO_ANSWER.test(name)) yield* answersAt(pathOf(path, name), part, depth + 1);
    }
    return;
  }
  const text = valueText(value, FORM_FIELD.test(path), depth);
  const name = cut(path, MAX_NAME);
  if (text)
    yield { name, label: labelOf(path.split('.').map(labelOf).join(', ')), value: cut(text, MAX_LINE) };
}

/** Address forms have all fields in `values`. */
const pathOf = (path: string, name: string) => (path && path !== 'values' ? `${path}.${name}` : name);

/** Form builders write `0_Ya` for `Ya`. */
function valueText(value: unknown, isOfBuilder: boolean, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(value) || isFields(value)) {
    const title = isFields(value) ? titleOf(value) : null;
    const parts = Object.values(value).slice(0, MAX_NAME);
    return title ?? parts.flatMap((part) => valueText(part, isOfBuilder, depth + 1) || []).join(', ');
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return '';
  return (isOfBuilder ? value.replace(/^\d+_/, '').replaceAll('_', ' ') : value).trim();
}

function titleOf(fields: Record<string, unknown>): string | null {
  const title = TITLES.map((key) => fields[key]).find((text) => typeof text === 'string' && text !== '');
  return typeof title === 'string' ? title : null;
}
