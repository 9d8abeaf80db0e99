import { isSendable } from './compose.ts';
import type { TemplateItem } from './schema.ts';
import type { TemplateRow } from './store.ts';
import { variablesOf } from './variables.ts';

export function viewTemplate(template: TemplateRow): TemplateItem {
  const { id, name, language, status, category, quality, rejection, content } = template;
  const { header, body, footer, buttons, examples = {} } = content;
  return {
    id,
    name,
    language,
    status,
    category,
    quality,
    rejection,
    header: header && { type: header.type, text: header.type === 'text' ? header.text : null },
    body,
    footer,
    buttons: buttons.map(({ type, text, url, phone_number = null }) => ({ type, text, url, phone_number })),
    examples,
    variables: variablesOf(content).map(({ key, part, type }) => ({ key, part, type })),
    sendable: isSendable(template),
  };
}
