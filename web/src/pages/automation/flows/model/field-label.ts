import { type Language, translate } from '../../../../texts/translate.ts';
import type { FormField } from '../forms/field.ts';
import { fieldsOf } from '../forms/fields.ts';
import { type FlowNode, listOf, valueAt } from './definition.ts';
import { outcomesOf } from './edges.ts';
import { outcomeText } from './summary.ts';

/** The label of the field at a path, with the places of entries: `Buttons 2: What the customer sees`. */
export function fieldLabel(node: FlowNode, path: string, language: Language): string | null {
  const way = outcomesOf(node).find((outcome) => outcome.path === path);
  if (way) return outcomeText(way, language);
  return labelIn(fieldsOf(node), node, path, language);
}

function labelIn(
  fields: readonly FormField[],
  value: unknown,
  path: string,
  language: Language,
): string | null {
  const field = fields.find((each) => path === each.path || path.startsWith(`${each.path}.`));
  if (!field) return null;
  const label = translate('flows.forms', language, field.label);
  const [place, ...rest] = path.slice(field.path.length + 1).split('.');
  if (field.kind === 'template' && place === 'variables') return `${label}, {{${rest.join('.')}}}`;
  if (field.kind !== 'list' || !place) return label;
  const item = listOf(valueAt(value, field.path))[Number(place)];
  const numbered = `${label} ${Number(place) + 1}`;
  const inner = rest.length > 0 ? labelIn(field.fields(item), item, rest.join('.'), language) : null;
  return inner ? `${numbered}, ${inner}` : numbered;
}
