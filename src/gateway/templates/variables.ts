import { cut } from '../../platform/lib/text.ts';
import type { Choice } from '../engines/content-kinds.ts';
import type { TemplateValue } from '../engines/engine.ts';
import { fillVariables, isPositional, type TemplateContent, variablesIn } from '../engines/templates.ts';

/** A value that a message gives: by `key` in the API, by `fill` for the engine. */
export interface Variable {
  key: string;
  part: 'header' | 'body' | 'button';
  type: 'text' | 'image' | 'video' | 'document' | 'url' | 'copy_code' | 'flow' | 'catalog' | 'mpm';
  /** Without a value of another one, the provider takes its default. */
  required: boolean;
  fill(value: string): TemplateValue;
}

/** In the order in which the provider counts them. */
export function variablesOf({ header, body, buttons }: TemplateContent): Variable[] {
  const ofButtons = buttons.flatMap((button, index) => buttonVariable(button, index) ?? []);
  return [...headerVariables(header), ...textVariables('body', body), ...ofButtons];
}

function headerVariables(header: TemplateContent['header']): Variable[] {
  if (!header) return [];
  if (header.type === 'text') return textVariables('header', header.text);
  const { type } = header;
  return [
    {
      key: `header.${type}`,
      part: 'header',
      type,
      required: true,
      fill: (value) => ({ part: 'header', kind: type, value }),
    },
  ];
}

function textVariables(part: 'header' | 'body', text: string): Variable[] {
  return variablesIn(text)
    .toSorted(byPosition)
    .map((name) => ({
      key: keyOf(part, name),
      part,
      type: 'text',
      required: true,
      fill: (value) => ({ part, kind: 'text', ...(!isPositional(name) && { name }), value }),
    }));
}

/** Named variables keep the order of the text. */
const byPosition = (a: string, b: string) => (isPositional(a) && isPositional(b) ? Number(a) - Number(b) : 0);

export const keyOf = (part: 'header' | 'body', name: string) => (part === 'header' ? `header.${name}` : name);

function buttonVariable(
  { type, text, url }: TemplateContent['buttons'][number],
  index: number,
): Variable | null {
  const common = { key: `button.${index}`, part: 'button' } as const;
  switch (type) {
    case 'url':
      if (!url || variablesIn(url).length === 0) return null;
      break;
    case 'copy_code':
    case 'flow':
    case 'catalog':
      break;
    case 'mpm':
      return {
        ...common,
        type,
        required: true,
        fill: (value) => ({ part: 'button', kind: type, index, title: cut(text, MAX_SECTION) || '-', value }),
      };
    case 'quick_reply':
    case 'phone_number':
      return null;
    default:
      return type satisfies never;
  }
  return {
    ...common,
    type,
    required: type === 'url' || type === 'copy_code',
    fill: (value) => ({ part: 'button', kind: type, index, value }),
  };
}

/** Of a section of products. The provider wants a title, and the label of the button is in the customer's language. */
const MAX_SECTION = 24;

/** The buttons that the customer sees: links with their end, and codes to copy below their label. */
export function choicesOf({ buttons }: TemplateContent, values: ReadonlyMap<string, string>): Choice[] {
  return buttons.map(({ type, text, url, phone_number: phone = null }, index) => {
    const value = values.get(`button.${index}`);
    return {
      title: text || (value ?? ''),
      description: (type === 'copy_code' && text !== '' && value) || null,
      id: null,
      url: url && fillVariables(url, () => value),
      phone,
    };
  });
}

/** The text that the customer reads, without buttons and file. */
export function render(
  { header, body, footer }: TemplateContent,
  values: ReadonlyMap<string, string>,
): string {
  const fill = (part: 'header' | 'body', text: string) =>
    fillVariables(text, (name) => values.get(keyOf(part, name)));
  const texts = [
    header?.type === 'text' ? fill('header', header.text) : '',
    fill('body', body),
    footer ?? '',
  ];
  return texts.filter((text) => text !== '').join('\n\n');
}
