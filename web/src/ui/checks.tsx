import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Checkbox } from './field.tsx';

interface Props {
  legend: ReactNode;
  hint?: ReactNode;
  /** Said in place of an empty list. */
  none?: ReactNode;
  items: readonly { id: string; label: ReactNode; hint?: ReactNode }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  problem?: string | undefined;
  /** Such as the height of a list that scrolls. */
  className?: string;
}

/** Any of some things. The chosen ones keep the order in which they were chosen. */
export function Checks({ legend, hint, none, items, chosen, onChange, problem, className }: Props) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      {items.length === 0 && <p className="text-soft">{none}</p>}
      <div className={clsx('grid gap-2.5', className)}>
        {items.map(({ id, label, hint }) => (
          <Checkbox
            key={id}
            label={<bdi>{label}</bdi>}
            hint={hint}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
      {hint && <p className="text-[13px] text-faint">{hint}</p>}
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  );
}
