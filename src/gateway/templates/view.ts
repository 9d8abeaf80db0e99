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
    buttons: buttons.map(({ phone_number = null, flow = null, ...button }) => ({
      ...button,
      phone_number,
      flow,
    })),
    examples,
    variables: variablesOf(content).map(({ fill: _, ...variable }) => variable),
    sendable: isSendable(template),
  };
}
