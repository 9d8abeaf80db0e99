import { X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Input } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
  suggestions?: readonly string[];
};

/** Short texts, such as tags. Enter or a comma adds one; what is typed also counts when the field loses focus. */
export function Chips({ values: all, onValues, suggestions = [], ...props }: Props) {
  const [text, setText] = useState('');
  const [held, setHeld] = useState<string | null>(null);
  const listId = useId();
  const values = held === null ? all : all.filter((name) => name !== held);
  const add = (typed: string) => {
    const name = typed.trim();
    setText('');
    if (name !== '' && !all.includes(name)) onValues([...all, name]);
  };
  // A chip that appears while a button is pressed would move the button away, and its click would be lost.
  const onBlur = () => {
    const name = text.trim();
    if (name === '' || all.includes(name)) return setText('');
    onValues([...all, name]);
    setHeld(name);
    afterPress(() => {
      setHeld(null);
      setText('');
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(text);
    }
    if (event.key === 'Backspace' && text === '') onValues(all.slice(0, -1));
  };
  return (
    <div className="grid gap-2">
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {values.map((name) => (
            <Chip key={name} name={name} onRemove={() => onValues(all.filter((each) => each !== name))} />
          ))}
        </ul>
      )}
      <Input
        {...props}
        list={listId}
        data-typed={text.trim() !== '' || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
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

/** Runs when the key or the pointer that moved the focus is released. */
function afterPress(run: () => void): void {
  const released = new AbortController();
  const release = () => {
    released.abort();
    // Behind the click that the release makes.
    setTimeout(run);
  };
  for (const event of ['pointerup', 'pointercancel', 'keyup', 'click']) {
    window.addEventListener(event, release, { capture: true, signal: released.signal });
  }
}

/** One of several short texts, with a button that removes it. */
export function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useTexts('common.ui');
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
