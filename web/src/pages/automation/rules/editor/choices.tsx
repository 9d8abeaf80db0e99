import { Checkbox } from '../../../../ui/field.tsx';
import { useField } from '../../../../ui/form/facts.ts';

interface Props {
  name: string;
  legend: string;
  all: readonly { id: string; name: string; hint?: string }[];
}

/** Several of a list; nothing when there is nothing to choose. */
export function Choices({ name, legend, all }: Props) {
  const { value: chosen, setValue, problem } = useField<readonly string[]>(name);
  if (all.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      <div className="grid max-h-40 gap-2 overflow-y-auto sm:grid-cols-2">
        {all.map(({ id, name, hint }) => (
          <Checkbox
            key={id}
            label={<bdi>{name}</bdi>}
            hint={hint}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              setValue(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  );
}
