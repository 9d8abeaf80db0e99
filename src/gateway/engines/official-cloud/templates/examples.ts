import { z } from 'zod';
import { toStorable } from '../../../../platform/lib/text.ts';
import { variablesIn } from '../../templates.ts';
import { lenient } from '../graph/lenient-values.ts';
import type { Button, Component } from './template-values.ts';

const text = z.string().transform(toStorable);
const Named = z.array(z.object({ param_name: text, example: text }));
const Example = z.object({
  header_text: lenient(z.array(text)),
  header_text_named_params: lenient(Named),
  body_text: lenient(z.array(z.array(text))),
  body_text_named_params: lenient(Named),
});
/** A list of one, or its text. */
const ButtonExample = z.union([text, z.array(text).transform(([first]) => first)]);

/** By key of the variable. Unreadable ones are missing. */
export function examplesOf(components: readonly Component[]): Record<string, string> {
  return Object.fromEntries(components.flatMap(pairsOf).filter(([, value]) => value !== ''));
}

type Pair = readonly [key: string, value: string];

function pairsOf({ type, text: own, example, buttons }: Component): Pair[] {
  const read = Example.safeParse(example).data;
  switch (type.toUpperCase()) {
    case 'HEADER':
      return textPairs('header.', own, read?.header_text, read?.header_text_named_params);
    case 'BODY':
      return textPairs('', own, read?.body_text?.[0], read?.body_text_named_params);
    case 'BUTTONS':
      return (buttons ?? []).flatMap((button, index) => buttonPairs(button, index));
    default:
      return [];
  }
}

function textPairs(
  prefix: string,
  own: string | null | undefined,
  positional: readonly string[] | null | undefined,
  named: z.infer<typeof Named> | null | undefined,
): Pair[] {
  const names = new Set(variablesIn(own ?? ''));
  const pairs = [
    ...(positional ?? []).map((value, index) => [String(index + 1), value] as const),
    ...(named ?? []).map(({ param_name, example }) => [param_name, example] as const),
  ];
  return pairs.flatMap(([name, value]) => (names.has(name) ? [[prefix + name, value] as const] : []));
}

/** The example is the whole URL, the variable its end. */
function buttonPairs({ url, example }: Button, index: number): Pair[] {
  const value = ButtonExample.safeParse(example).data;
  if (value === undefined) return [];
  const start = url?.split('{{')[0] ?? '';
  return [[`button.${index}`, value.startsWith(start) ? value.slice(start.length) : value]];
}
