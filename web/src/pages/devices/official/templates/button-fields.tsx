import { Trash2 } from 'lucide-react';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/field.tsx';
import { useField } from '../../../../ui/form/facts.ts';
import { TextField } from '../../../../ui/form/fields.tsx';
import { Rows } from '../../../../ui/form/rows.tsx';
import { KINDS, NEW_BUTTON } from './form.ts';

/** Their labels are of the provider. */
const OF_PROVIDER: readonly string[] = ['copy_code', 'catalog', 'mpm'];

export function ButtonFields() {
  const t = useTexts('devices.officialTemplates');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-[13px] font-medium">{t('buttons')}</legend>
      <Rows name="buttons" blank={NEW_BUTTON} add={t('addButton')}>
        {(row, remove, at) => <OneButton row={row} number={String(at + 1)} remove={remove} />}
      </Rows>
    </fieldset>
  );
}

function OneButton({ row, number, remove }: { row: string; number: string; remove: () => void }) {
  const t = useTexts('devices.officialTemplates');
  const { value: type, setValue: setType } = useField<(typeof KINDS)[number]>(`${row}.type`);
  return (
    <div className="grid gap-2 rounded-md border border-line p-3">
      <div className="flex gap-2">
        <Choice
          aria-label={t('buttonKind', { number })}
          value={type}
          options={KINDS.map((kind) => [kind, t(kind)])}
          onValue={setType}
        />
        <IconButton label={t('removeButton', { number })} onClick={remove} icon={Trash2} />
      </div>
      {!OF_PROVIDER.includes(type) && <TextField name={`${row}.text`} label={t('label', { number })} />}
      {type === 'url' && <TextField name={`${row}.url`} label={t('address', { number })} />}
      {type === 'phone_number' && (
        <TextField name={`${row}.phone_number`} label={t('number', { number })} maxLength={20} />
      )}
      {type === 'flow' && (
        <>
          <TextField name={`${row}.flow_id`} label={t('flowId', { number })} hint={t('flowHint')} />
          <TextField name={`${row}.navigate_screen`} label={t('screen', { number })} />
        </>
      )}
    </div>
  );
}
