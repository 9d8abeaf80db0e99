import type { ProviderTemplate } from '../engines/templates.ts';
import { isSendable } from './compose.ts';
import type { TemplateItem } from './schema.ts';
import { variablesOf } from './variables.ts';

export function viewTemplate(template: ProviderTemplate): TemplateItem {
  const { name, language, status, category, content } = template;
  const { header, body, footer, buttons } = content;
  return {
    name,
    language,
    status,
    category,
    header: header && { type: header.type, text: header.type === 'text' ? header.text : null },
    body,
    footer,
    buttons: buttons.map(({ type, text, url }) => ({ type, text, url })),
    variables: variablesOf(content).map(({ key, part, type }) => ({ key, part, type })),
    sendable: isSendable(template),
  };
}
