import { X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Input } from './field.tsx';
import { uiTexts } from './texts.ts';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
  suggestions?: readonly string[];
};

/** Short texts, such as tags. Enter or a comma adds one; what is typed also counts when the field loses focus. */
export function Chips({ values, onValues, suggestions = [], ...props }: Props) {
  const [text, setText] = useState('');
  const listId = useId();
  const add = (typed: string) => {
    const name = typed.trim();
    setText('');
    if (name !== '' && !values.includes(name)) onValues([...values, name]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(text);
    }
    if (event.key === 'Backspace' && text === '') onValues(values.slice(0, -1));
  };
  return (
    <div className="grid gap-2">
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {values.map((name) => (
            <Chip key={name} name={name} onRemove={() => onValues(values.filter((each) => each !== name))} />
          ))}
        </ul>
      )}
      <Input
        {...props}
        list={listId}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => add(text)}
      />
      <datalist id={listId}>
        {suggestions
          .filter((name) => !values.includes(name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
    </div>
  );
}

/** One of several short texts, with a button that removes it. */
export function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useTexts(uiTexts);
  return (
    <li className="inline-flex max-w-full items-center gap-1 rounded-full bg-active py-0.5 pr-1 pl-2.5 text-[13px]">
      <bdi className="truncate" title={name}>
        {name}
      </bdi>
      <button
        type="button"
        aria-label={t('remove', { name })}
        className="rounded-full p-0.5 text-soft hover:bg-hover hover:text-ink"
        onClick={onRemove}
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </li>
  );
}
