import { Command } from 'commander';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { quoted } from '../../../platform/lib/shell.ts';
import type { Schema } from '../../reference/open-api.ts';
import { helpFormat, helpOutput } from '../help.ts';
import { type Field, kindsOf, type Operation, valuesOf } from './operations.ts';

/** Prints what the operation does, and its fields with types, limits and descriptions. */
export function showOperation(operation: Operation, output = helpOutput): void {
  const { name, summary, description, fields, body } = operation;
  const takesFile = body !== null;
  const help = new Command(`${KURIR} api ${quoted(name)}`)
    .usage([...(fields.length > 0 ? ['[fields...]'] : []), ...(takesFile ? ['[--file FILE]'] : [])].join(' '))
    .description(`${summary}. ${description}`.replace(/(?<!\n)\n(?!\n)/g, ' '))
    .helpOption(false)
    .configureOutput(output)
    .configureHelp({
      ...helpFormat,
      styleTitle: (title) => helpFormat.styleTitle?.(title.replace('Arguments:', 'Fields:')) ?? title,
    });
  for (const field of fields)
    help.argument(`[${field.name}]`, `${limitsOf(field)} ${field.description}`.trim());
  help.addHelpText('after', `\nExample:\n  ${exampleOf(operation)}`).outputHelp();
}

function limitsOf({ schema, isRequired }: Field): string {
  const preset = schema.default === undefined ? [] : [`default: ${JSON.stringify(schema.default)}`];
  return `${[typeOf(schema), ...(isRequired ? ['required'] : []), ...preset].join(', ')}.`;
}

function typeOf(schema: Schema): string {
  const { anyOf, items, format, type } = schema;
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items) return `list${between(schema.minItems, schema.maxItems)} of ${typeOf(items)}`;
  if (type === 'boolean') return 'true or false';
  const values = valuesOf(schema);
  if (values.length > 0) return values.join(' or ');
  const kind = [...kindsOf(schema)].map((each) => KINDS[each] ?? each).join(' or ');
  const length = between(schema.minLength, schema.maxLength, ' characters');
  return `${format ?? (kind || 'JSON')}${length}${between(schema.minimum, schema.maximum)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  object: 'JSON object',
};

/** The document has the largest number of JavaScript where there is no limit. */
function between(min: number | undefined, max: number | undefined, unit = ''): string {
  const hasMax = max !== undefined && max !== Number.MAX_SAFE_INTEGER;
  if (hasMax) return ` (${min === undefined ? 'up' : min} to ${max}${unit})`;
  return min !== undefined && min > 1 ? ` (${min} or more${unit})` : '';
}

/** With the required fields, and those of the first example of the document. */
function exampleOf({ name, fields, body }: Operation): string {
  const shown = fields.filter(
    ({ in: place, isRequired, example }) => isRequired || (place === 'body' && example),
  );
  const words = shown
    .filter(({ name: field }) => field !== 'file')
    .map(({ name: field, example }) => {
      const text = typeof example === 'string' || example === undefined;
      const value = quoted(text ? (example ?? 'VALUE') : JSON.stringify(example));
      return `${field}${text ? '=' : ':='}${value}`;
    });
  const isUpload = body !== null && body !== 'application/json';
  return [KURIR, 'api', quoted(name), ...words, ...(isUpload ? ['--file', 'FILE'] : [])].join(' ');
}
