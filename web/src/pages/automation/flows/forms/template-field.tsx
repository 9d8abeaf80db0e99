import { Braces } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useContactVariables } from '../../../../queries/own-fields.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Field, Input, TextArea } from '../../../../ui/field.tsx';
import { insertAt } from '../../../../ui/insert-at.ts';
import { Menu, MenuItem, MenuTitle } from '../../../../ui/menu.tsx';

const VALUES = [
  'customer.name',
  'customer.first_name',
  'customer.phone',
  'message.text',
  'device.label',
  'flow.now_date',
  'flow.now_time',
  'entry_point.name',
] as const;

interface Props {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  rows: number;
  max: number;
  value: string;
  onChange: (text: string) => void;
  /** Names of kept values. Null: the text has no values in braces. */
  variables: readonly string[] | null;
}

/** A text, with a menu that inserts values in braces where the user writes. */
export function TemplateField({ label, hint, problem, rows, max, value, onChange, variables }: Props) {
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const insert = (name: string) => onChange(insertAt(box.current, value, { piece: `{{${name}}}`, max }));
  return (
    <div className="relative">
      <Field label={label} hint={hint} problem={problem}>
        {(control) => {
          const shared = {
            ...control,
            ref: box,
            maxLength: max,
            value,
            onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
          };
          return rows > 1 ? <TextArea {...shared} rows={rows} /> : <Input {...shared} />;
        }}
      </Field>
      {variables && (
        <div className="absolute -top-1.5 right-0">
          <InsertMenu variables={variables} onInsert={insert} />
        </div>
      )}
    </div>
  );
}

function InsertMenu({
  variables,
  onInsert,
}: {
  variables: readonly string[];
  onInsert: (name: string) => void;
}) {
  const t = useTexts('flows.forms');
  const trigger = <IconButton small label={t('insert')} icon={Braces} />;
  const fields = useContactVariables();
  return (
    <Menu trigger={trigger}>
      <div className="max-h-72 overflow-y-auto">
        <MenuTitle>{t('insertTitle')}</MenuTitle>
        {variables.map((name) => (
          <MenuItem key={name} onSelect={() => onInsert(`var.${name}`)}>
            <code className="font-mono text-[13px]">{name}</code>
          </MenuItem>
        ))}
        {VALUES.map((name) => (
          <MenuItem key={name} onSelect={() => onInsert(name)}>
            {t(name.replaceAll('.', '_') as 'customer_name')}
          </MenuItem>
        ))}
        {fields.map((name) => (
          <MenuItem key={name} onSelect={() => onInsert(name)}>
            <code className="font-mono text-[13px]">{name}</code>
          </MenuItem>
        ))}
      </div>
    </Menu>
  );
}
