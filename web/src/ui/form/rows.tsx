import { Plus } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Button } from '../button.tsx';
import { fieldProblem } from '../field.tsx';
import { FormFacts } from './facts.ts';

interface Props {
  /** Of a list of objects. */
  name: string;
  /** A new row. */
  blank: object;
  /** The text of the button below. */
  add: string;
  /** The fields of a row, whose names begin with `row`. */
  children: (row: string, remove: () => void, at: number) => ReactNode;
}

/** Rows of fields, up to the limit of the list. */
export function Rows({ name, blank, add, children }: Props) {
  const { fields, append, remove } = useFieldArray({ name });
  const { limits, problem } = useContext(FormFacts);
  const { maxItems = Number.POSITIVE_INFINITY } = limits?.[name] ?? {};
  return (
    <div className="grid gap-4">
      {fields.map(({ id }, at) => (
        <div key={id}>{children(`${name}.${at}`, () => remove(at), at)}</div>
      ))}
      {problem?.fields[name] && <p className="text-[13px] text-bad">{fieldProblem(problem, name)}</p>}
      {fields.length < maxItems && (
        <Button size="small" className="justify-self-start" onClick={() => append(blank)} icon={Plus}>
          {add}
        </Button>
      )}
    </div>
  );
}
