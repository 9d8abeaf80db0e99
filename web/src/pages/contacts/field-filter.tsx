import { ListFilter, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { fieldTitle } from '../../people/field-names.ts';
import { type OwnField, useOwnFields } from '../../queries/own-fields.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Choice, Input } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import { type Condition, conditionsIn, textOf } from './conditions.ts';

const SIGNS = { '=': '=', '>=': '≥', '<=': '≤' } as const;

interface Props {
  /** The conditions as the gateway takes them. */
  value: string;
  onValue: (value: string) => void;
}

/** Conditions on own fields: each as a mark that can be taken away, and a form for one more. */
export function FieldFilter({ value, onValue }: Props) {
  const t = useTexts('contacts.page');
  const fields = useOwnFields() ?? [];
  const [isOpen, setOpen] = useState(false);
  const conditions = conditionsIn(value);
  if (fields.length === 0 && conditions.length === 0) return null;
  const add = (condition: Condition) => {
    onValue(textOf([...conditions, condition]));
    setOpen(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {conditions.map((condition) => (
        <span
          key={textOf([condition])}
          className="flex max-w-full items-center gap-1 rounded-full border border-line py-0.5 pr-1 pl-3 text-[13px]"
        >
          <bdi className="truncate">
            {fieldTitle(condition.name)} {SIGNS[condition.comparison]} {condition.value}
          </bdi>
          <IconButton
            small
            label={t('removeCondition', { name: fieldTitle(condition.name) })}
            icon={X}
            onClick={() => onValue(textOf(conditions.filter((each) => each !== condition)))}
          />
        </span>
      ))}
      <Popover
        label={t('addCondition')}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={<Button icon={ListFilter}>{t('addCondition')}</Button>}
      >
        <ConditionForm fields={fields} onAdd={add} />
      </Popover>
    </div>
  );
}

interface FormProps {
  fields: readonly OwnField[];
  onAdd: (condition: Condition) => void;
}

function ConditionForm({ fields, onAdd }: FormProps) {
  const t = useTexts('contacts.page');
  const [name, setName] = useState(fields[0]?.name ?? '');
  const [comparison, setComparison] = useState<Condition['comparison']>('=');
  const [value, setValue] = useState('');
  const field = fields.find((each) => each.name === name);
  if (!field) return null;
  const isOrdered = field.type === 'number' || field.type === 'date';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd({ name, comparison: isOrdered ? comparison : '=', value });
  };
  const choose = (chosen: string) => {
    setName(chosen);
    setValue('');
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Choice
        label={t('field')}
        value={name}
        options={fields.map((each) => [each.name, fieldTitle(each.name)] as const)}
        onValue={choose}
      />
      {isOrdered && (
        <Choice
          label={t('comparison')}
          value={comparison}
          options={[
            ['=', t('equal')],
            ['>=', t('atLeast')],
            ['<=', t('atMost')],
          ]}
          onValue={setComparison}
        />
      )}
      <ValueInput key={name} field={field} value={value} onValue={setValue} />
      <Button kind="primary" type="submit">
        {t('addCondition')}
      </Button>
    </form>
  );
}

interface ValueProps {
  field: OwnField;
  value: string;
  onValue: (value: string) => void;
}

function ValueInput({ field: { type, choices }, value, onValue }: ValueProps) {
  const [t, shared] = [useTexts('contacts.page'), useTexts('shared.contact')];
  if (type === 'choice' || type === 'yes_no') {
    const options =
      type === 'choice'
        ? choices.map((each) => [each, each] as const)
        : ([
            ['true', shared('yes')],
            ['false', shared('no')],
          ] as const);
    return (
      <Choice required label={t('value')} value={value} options={[['', ''], ...options]} onValue={onValue} />
    );
  }
  return (
    <Input
      required
      label={t('value')}
      type={type}
      step="any"
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}
