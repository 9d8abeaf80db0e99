import { Plus, Trash2 } from 'lucide-react';
import { NewTemplate } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { fieldProblem, Select } from '../../../../ui/field.tsx';
import { type FormButton, KINDS, NEW_BUTTON, type PartProps } from './form.ts';
import { Text } from './part-fields.tsx';

/** Their labels are of the provider. */
const OF_PROVIDER: readonly string[] = ['copy_code', 'catalog', 'mpm'];

export function ButtonFields({ form, problem, onForm }: PartProps) {
  const t = useTexts('devices.officialTemplates');
  const { buttons } = form;
  const set = (changed: readonly FormButton[]) => onForm({ ...form, buttons: changed });
  const problemOfAll = problem?.fields.buttons && fieldProblem(problem, 'buttons');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-[13px] font-medium">{t('buttons')}</legend>
      {buttons.map((button, index) => (
        <OneButton
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no id, and all their fields are in the form
          key={index}
          {...{ button, index, problem }}
          onButton={(changed) => set(buttons.with(index, changed))}
          onRemove={() => set(buttons.filter((_, each) => each !== index))}
        />
      ))}
      {problemOfAll && <p className="text-[13px] text-bad">{problemOfAll}</p>}
      {buttons.length < NewTemplate.buttons.maxItems && (
        <Button size="small" className="justify-self-start" onClick={() => set([...buttons, NEW_BUTTON])}>
          <Plus aria-hidden />
          {t('addButton')}
        </Button>
      )}
    </fieldset>
  );
}

interface OneProps extends Pick<PartProps, 'problem'> {
  button: FormButton;
  index: number;
  onButton: (button: FormButton) => void;
  onRemove: () => void;
}

function OneButton({ button, index, problem, onButton, onRemove }: OneProps) {
  const t = useTexts('devices.officialTemplates');
  const { type, text, url, phone_number, flow_id, navigate_screen } = button;
  const number = String(index + 1);
  const problemOf = (field: string) => fieldProblem(problem, `buttons.${index}.${field}`);
  return (
    <div className="grid gap-2 rounded-md border border-line p-3">
      <div className="flex gap-2">
        <Select
          aria-label={t('buttonKind', { number })}
          value={type}
          onChange={({ target }) =>
            onButton({ ...button, type: KINDS.find((kind) => kind === target.value) ?? type })
          }
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(kind)}
            </option>
          ))}
        </Select>
        <IconButton label={t('removeButton', { number })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {!OF_PROVIDER.includes(type) && (
        <Text
          label={t('label', { number })}
          problem={problemOf('text')}
          max={25}
          value={text}
          onValue={(value) => onButton({ ...button, text: value })}
        />
      )}
      {type === 'url' && (
        <Text
          label={t('address', { number })}
          problem={problemOf('url')}
          max={2000}
          value={url}
          onValue={(value) => onButton({ ...button, url: value })}
        />
      )}
      {type === 'phone_number' && (
        <Text
          label={t('number', { number })}
          problem={problemOf('phone_number')}
          max={20}
          value={phone_number}
          onValue={(value) => onButton({ ...button, phone_number: value })}
        />
      )}
      {type === 'flow' && (
        <>
          <Text
            label={t('flowId', { number })}
            hint={t('flowHint')}
            problem={problemOf('flow_id')}
            max={64}
            value={flow_id}
            onValue={(value) => onButton({ ...button, flow_id: value })}
          />
          <Text
            label={t('screen', { number })}
            problem={problemOf('navigate_screen')}
            max={200}
            optional
            value={navigate_screen}
            onValue={(value) => onButton({ ...button, navigate_screen: value })}
          />
        </>
      )}
    </div>
  );
}
