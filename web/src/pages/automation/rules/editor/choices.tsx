import { Checks } from '../../../../ui/checks.tsx';
import { useField } from '../../../../ui/form/facts.ts';

interface Props {
  name: string;
  legend: string;
  all: readonly { id: string; name: string; hint?: string }[];
}

/** Several of a list; nothing when there is nothing to choose. */
export function Choices({ name, legend, all }: Props) {
  const { value: chosen, setValue: onChange, problem } = useField<readonly string[]>(name);
  if (all.length === 0) return null;
  const items = all.map(({ id, name: label, hint }) => ({ id, label: <bdi>{label}</bdi>, hint }));
  const className = 'max-h-40 overflow-y-auto sm:grid-cols-2';
  return <Checks {...{ legend, items, chosen, onChange, problem, className }} />;
}
