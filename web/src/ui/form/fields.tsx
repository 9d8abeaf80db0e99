import type { ComponentProps, ReactNode } from 'react';
import { Chips } from '../chips.tsx';
import { Checkbox, Choice, Field, Input, type Options, TextArea } from '../field.tsx';
import { useField } from './facts.ts';

interface Named {
  /** Of the value in the form, and of the field in the body of the call. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Said instead of the gateway's text when the value is refused. */
  wrong?: string;
  /** Known before the gateway is asked. */
  problem?: string | undefined;
}
type Control<Kind extends 'input' | 'textarea' | 'select'> = Named & Omit<ComponentProps<Kind>, keyof Named>;
type Changed = { target: { value: string } };

/** Divides the props: what is said about the field, and what its control takes. The control's own props win. */
function useNamed<Value, Props extends Named>({ name, label, hint, wrong, problem, ...own }: Props) {
  const { problem: found, ...field } = useField<Value>(name);
  return { ...field, own, said: { label, hint, problem: problem ?? (found && (wrong ?? found)) } };
}

/** A text in one line. An empty one is null where the gateway takes null. */
export function TextField(props: Control<'input'>) {
  const { said, control } = useText(props);
  return <Input {...said} {...control} />;
}

/** A text of several lines. */
export function AreaField(props: Control<'textarea'>) {
  const { said, control } = useText(props);
  return <TextArea {...said} {...control} />;
}

function useText<Props extends Named>(props: Props) {
  const { said, own, value, setValue, limit } = useNamed<string | null, Props>(props);
  const control = {
    value: value ?? '',
    required: limit.required,
    maxLength: limit.maxLength,
    onChange: ({ target: { value: text } }: Changed) =>
      setValue(text.trim() === '' && limit.nullable ? null : text),
    ...own,
  };
  return { said, control };
}

/** A number, or null while the field is empty. */
export function NumberField(props: Control<'input'>) {
  const { said, own, value, setValue, limit } = useNamed<number | null, Control<'input'>>(props);
  const control = {
    type: 'number',
    required: !limit.nullable,
    min: limit.minimum,
    max: limit.maximum,
    value: value ?? '',
    onChange: ({ target: { value: text } }: Changed) => setValue(text === '' ? null : Number(text)),
    ...own,
  };
  return <Input {...said} {...control} />;
}

type Option = string | number | boolean | null;

interface SelectProps extends Omit<Control<'select'>, 'value' | 'onChange'> {
  options: Options<Option>;
  value?: Option;
  /** What else changes with a choice. */
  also?: (value: Option) => void;
}

/** One of some values. */
export function SelectField({ also, ...props }: SelectProps) {
  const { said, own, value, setValue } = useNamed<Option, Omit<SelectProps, 'also'>>(props);
  const choose = (chosen: Option) => {
    setValue(chosen);
    also?.(chosen);
  };
  return <Choice {...said} value={value} onValue={choose} {...own} />;
}

/** Yes or no. */
export function CheckField({ name, ...props }: Omit<Control<'input'>, 'wrong' | 'problem'>) {
  const { value, setValue } = useField<boolean>(name);
  return <Checkbox checked={value} onChange={({ target }) => setValue(target.checked)} {...props} />;
}

/** Short texts, such as tags. None are null where the gateway takes no empty list. */
export function ChipsField(props: Control<'input'> & { suggestions?: readonly string[] }) {
  const { said, own, value, setValue, limit, entry } = useNamed<readonly string[] | null, typeof props>(
    props,
  );
  const onValues = (texts: readonly string[]) =>
    setValue(texts.length === 0 && limit.nullable && limit.minItems ? null : texts);
  return (
    <Field {...said}>
      {(ids) => (
        <Chips {...ids} maxLength={entry.maxLength} values={value ?? []} onValues={onValues} {...own} />
      )}
    </Field>
  );
}
