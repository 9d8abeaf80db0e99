import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { TextArea } from '../../../../ui/field.tsx';
import type { FormField } from './field.ts';
import { useLabels } from './form.ts';

interface Props {
  field: Extract<FormField, { kind: 'json' }>;
  shown: unknown;
  set: (value: unknown) => void;
  problem: string | undefined;
}

/** JSON as text. What is not JSON yet stays in the field, and the last good value in the node. */
export function JsonField({ field, shown, set, problem }: Props) {
  const t = useTexts('flows.forms');
  const { label, hint } = useLabels(field);
  const [text, setText] = useState(() => (shown === undefined ? '' : JSON.stringify(shown, null, 2)));
  const isBad = text.trim() !== '' && parsed(text) === undefined;
  const change = (next: string) => {
    setText(next);
    const value = next.trim() === '' ? undefined : parsed(next);
    if (value !== undefined || next.trim() === '') set(value);
  };
  return (
    <TextArea
      label={label}
      hint={hint}
      problem={isBad ? t('badJson') : problem}
      rows={5}
      spellCheck={false}
      className="font-mono text-[13px]"
      maxLength={field.max}
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON yet
  }
}
