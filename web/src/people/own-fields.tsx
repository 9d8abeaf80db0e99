import type { OwnField } from '../queries/own-fields.ts';
import { useFormat } from '../texts/format.ts';
import { useTexts } from '../texts/texts.ts';
import { NumberField, SelectField, TextField } from '../ui/form/fields.tsx';
import { fieldTitle } from './field-names.ts';

type Value = string | number | boolean;
export type OwnValues = Readonly<Record<string, Value>>;

/** A value for each field, for the form. */
export const initialOf = (fields: readonly OwnField[], values: OwnValues): Record<string, Value | null> =>
  Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]));

/** Inputs for the own fields of a contact. The form holds them as `fields`. */
export function OwnFieldInputs({ fields }: { fields: readonly OwnField[] }) {
  return fields.map((field) => <OwnFieldInput key={field.id} field={field} />);
}

function OwnFieldInput({ field: { name, type, choices } }: { field: OwnField }) {
  const t = useTexts('shared.contact');
  const said = { name: `fields.${name}`, label: fieldTitle(name) };
  switch (type) {
    case 'text':
      return <TextField {...said} dir="auto" />;
    case 'number':
      return <NumberField {...said} required={false} step="any" />;
    case 'date':
      return <TextField {...said} type="date" className="max-w-48" />;
    case 'yes_no':
      return (
        <SelectField
          {...said}
          options={[
            [null, t('noValue')],
            [true, t('yes')],
            [false, t('no')],
          ]}
        />
      );
    case 'choice':
      return <ChoiceInput said={said} choices={choices} />;
    default:
      return type satisfies never;
  }
}

interface ChoiceProps {
  said: { name: string; label: string };
  choices: readonly string[];
}

function ChoiceInput({ said, choices }: ChoiceProps) {
  const t = useTexts('shared.contact');
  return (
    <SelectField
      {...said}
      options={[[null, t('noValue')], ...choices.map((each) => [each, each] as const)]}
    />
  );
}

/** The own fields of a contact that have a value. */
export function OwnFieldFacts({ fields, values }: { fields: readonly OwnField[]; values: OwnValues }) {
  const textOf = useValueText();
  const shown = fields.filter(({ name }) => values[name] !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl className="grid grid-cols-[fit-content(45%)_1fr] gap-x-3 gap-y-1 text-[13px]">
      {shown.map((field) => (
        <div key={field.id} className="contents">
          <dt className="wrap-anywhere text-soft">{fieldTitle(field.name)}</dt>
          <dd className="wrap-anywhere" dir="auto">
            {textOf(field, values[field.name] ?? '')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A value as people read it. */
function useValueText(): (field: Pick<OwnField, 'type'>, value: Value) => string {
  const [t, format] = [useTexts('shared.contact'), useFormat()];
  return ({ type }, value) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return format.number(value);
    // At noon, so that no time zone makes it another day.
    return type === 'date' ? format.day(`${value}T12:00:00`) : value;
  };
}
