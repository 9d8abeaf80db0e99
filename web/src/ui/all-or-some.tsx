import { Checkbox } from './field.tsx';

interface Props {
  legend: string;
  /** The label of the choice for all. */
  all: string;
  items: readonly { id: string; name: string }[];
  /** Null: all. */
  value: readonly string[] | null;
  onValue: (ids: string[] | null) => void;
  /** Says how many chosen ones are not among the items. */
  others: (count: number) => string;
  problem?: string | undefined;
}

/** All of something, also what comes later, or some of a list. */
export function AllOrSome({ legend, all, items, value, onValue, others, problem }: Props) {
  const unlisted = (value ?? []).filter((id) => !items.some((item) => item.id === id)).length;
  const toggle = (id: string, isOn: boolean) =>
    onValue(isOn ? [...(value ?? []), id] : (value ?? []).filter((each) => each !== id));
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 text-[13px] font-medium">{legend}</legend>
      <Checkbox
        label={all}
        checked={value === null}
        onChange={({ target }) => onValue(target.checked ? null : items.map(({ id }) => id))}
      />
      {value !== null && (
        <div className="grid max-h-60 gap-2 overflow-y-auto pl-6">
          {items.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi className="wrap-anywhere">{name}</bdi>}
              checked={value.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
          ))}
          {unlisted > 0 && <p className="text-[13px] text-faint">{others(unlisted)}</p>}
        </div>
      )}
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  );
}
