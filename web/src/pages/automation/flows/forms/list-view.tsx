import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { listOf, valueAt } from '../model/definition.ts';
import { type FormField, idsOf, type ListField } from './field.ts';
import { type FormContext, useLabels } from './form.ts';

interface Props {
  field: Extract<FormField, { kind: 'list' }>;
  value: unknown;
  prefix: string;
  form: FormContext;
  /** Shows a field of an entry, whose paths begin with the prefix. */
  children: (field: FormField, item: unknown, prefix: string) => ReactNode;
}

/** Entries that are added, removed and moved up. */
export function ListView({ field, value, prefix, form, children }: Props) {
  const t = useTexts('flows.forms');
  const { label, hint } = useLabels(field);
  const path = prefix + field.path;
  const items = listOf(valueAt(value, field.path));
  const set = (next: readonly unknown[]) => form.set(path, next);
  const isFull = items.length >= field.most;
  const problem = form.problemOf(path);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      {items.map((item, place) => (
        // Entries have no id of their own; their fields keep no state.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of an entry
        <div key={place} className="grid gap-3 rounded-md border border-line p-3">
          <Head
            {...{ label, place }}
            onRemove={() => set(items.filter((_, n) => n !== place))}
            onUp={place === 0 ? null : () => set(movedUp(items, place))}
          />
          {field.fields(item).map((inner) => (
            <Fragment key={inner.path + inner.kind}>{children(inner, item, `${path}.${place}.`)}</Fragment>
          ))}
        </div>
      ))}
      <div>
        <Button
          size="small"
          disabled={isFull}
          onClick={() => set([...items, added(field, items)])}
          icon={Plus}
        >
          {t(field.add)}
        </Button>
      </div>
      {(hint || isFull) && <p className="text-[13px] text-faint">{isFull ? t('full') : hint}</p>}
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  );
}

const added = ({ blank }: ListField, items: readonly unknown[]): unknown => blank(idsOf(items));

function movedUp(items: readonly unknown[], place: number): unknown[] {
  const others = items.filter((_, n) => n !== place);
  return [...others.slice(0, place - 1), items[place], ...others.slice(place - 1)];
}

interface HeadProps {
  label: string;
  place: number;
  onRemove: () => void;
  onUp: (() => void) | null;
}

function Head({ label, place, onRemove, onUp }: HeadProps) {
  const t = useTexts('flows.forms');
  const values = { label, place: place + 1 };
  return (
    <div className="-mt-1 -mb-2 flex items-center justify-between text-xs text-faint">
      <span>{place + 1}</span>
      <span className="flex">
        {onUp && <IconButton small label={t('moveUp', values)} onClick={onUp} icon={ArrowUp} />}
        <IconButton small label={t('removeItem', values)} onClick={onRemove} icon={Trash2} />
      </span>
    </div>
  );
}
