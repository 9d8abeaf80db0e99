import { GraphError } from '../api/graph-error.ts';
import { isJson, type Json } from '../json.ts';
import type { CloudNumber } from '../records.ts';
import type { Content } from './content.ts';
import type { Recipient } from './recipient.ts';

const STATUS_CODES = { PAUSED: 132015, DISABLED: 132016 } as const;

/** Throws GraphError. A number without templates accepts all. */
export function checkTemplate({ data }: CloudNumber, { type, node }: Content, recipient: Recipient): void {
  if (type !== 'template' || data.templates === null) return;
  const code = isJson(node.language) ? node.language.code : undefined;
  const named = data.templates.find(({ name, language }) => name === node.name && language === code);
  if (!named)
    throw new GraphError(132001, {
      details: `template name (${String(node.name)}) does not exist in ${String(code)}`,
    });
  if (named.status !== 'APPROVED') throw new GraphError(STATUS_CODES[named.status]);
  if (named.category === 'AUTHENTICATION' && recipient.input === recipient.person?.user_id)
    throw new GraphError(131062);
  const given = bodyParameters(node);
  if (given !== named.body_parameters)
    throw new GraphError(132000, {
      details:
        `body: number of localizable_params (${given}) does not match ` +
        `the expected number of params (${named.body_parameters})`,
    });
}

function bodyParameters({ components }: Json): number {
  const body = Array.isArray(components)
    ? components.filter(isJson).find(({ type }) => String(type).toLowerCase() === 'body')
    : undefined;
  return Array.isArray(body?.parameters) ? body.parameters.length : 0;
}
