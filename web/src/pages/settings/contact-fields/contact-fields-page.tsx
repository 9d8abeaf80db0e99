import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ContactFieldChange, ContactFieldCreate } from '../../../api/limits.ts';
import { queryClient } from '../../../api/query-client.ts';
import { fieldNameOf, fieldTitle } from '../../../people/field-names.ts';
import { type OwnField, ownFieldsQuery } from '../../../queries/own-fields.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChipsField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { SettingsFrame } from '../frame.tsx';

const TYPES = ['text', 'number', 'date', 'yes_no', 'choice'] as const;

/** The fields that the account adds to its contacts. */
export function ContactFieldsPage() {
  const t = useTexts('settings.fields');
  const fields = useQuery(ownFieldsQuery);
  const [edited, setEdited] = useState<OwnField | 'new' | null>(null);
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <SettingsFrame actions={add}>
      <p className="max-w-prose text-soft">{t('lead')}</p>
      <Loaded query={fields}>
        {(list) => (
          <Card>
            {list.length === 0 ? (
              <Empty icon={<Rows3 aria-hidden />} title={t('none')} lead={t('noneLead')} />
            ) : (
              <ul className="divide-y divide-line">
                {list.map((field) => (
                  <FieldRow key={field.id} field={field} onEdit={() => setEdited(field)} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </Loaded>
      {edited === 'new' && <AddField onClose={() => setEdited(null)} />}
      {edited !== null && edited !== 'new' && (
        <ChangeChoices field={edited} onClose={() => setEdited(null)} />
      )}
    </SettingsFrame>
  );
}

function FieldRow({ field, onEdit }: { field: OwnField; onEdit: () => void }) {
  const t = useTexts('settings.fields');
  const { id, name, type, choices } = field;
  const title = fieldTitle(name);
  const use = useQuery({
    queryKey: ['own-fields', id, 'use'],
    queryFn: () => call('GET /contact-fields/{id}', { id }),
    enabled: false,
  });
  const remove = async () => {
    await call('DELETE /contact-fields/{id}', { id });
    await queryClient.invalidateQueries({ queryKey: ['own-fields'] });
    await queryClient.invalidateQueries({ queryKey: ['contacts'] });
  };
  const { values, segments = [] } = use.data ?? {};
  const broken = segments.length > 0 ? [t('breaks', { names: segments.join(', ') })] : [];
  return (
    <li className="flex items-center gap-2 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <span className="font-medium">{title}</span>
        <span className="block truncate text-[13px] text-soft" title={choices.join(', ')}>
          {[t(type), ...(choices.length > 0 ? [choices.join(', ')] : [])].join(': ')} ·{' '}
          <code>{`{{contact.${name}}}`}</code>
        </span>
      </div>
      {type === 'choice' && (
        <IconButton small label={t('changeNamed', { name: title })} icon={Pencil} onClick={onEdit} />
      )}
      <span onFocusCapture={() => use.isFetched || void use.refetch()}>
        <RemoveButton
          label={t('removeNamed', { name: title })}
          title={t('removeTitle', { name: title })}
          lead={
            values === undefined
              ? t(use.isError ? 'notCounted' : 'counting')
              : [t('removeLead', { count: values }), ...broken].join(' ')
          }
          action={t('remove')}
          run={remove}
        />
      </span>
    </li>
  );
}

function AddField({ onClose }: { onClose: () => void }) {
  const t = useTexts('settings.fields');
  const initial = { name: '', type: 'text' as OwnField['type'], choices: [] as readonly string[] };
  const save = ({ name, type, choices }: typeof initial) =>
    call('POST /contact-fields', {
      body: { name: fieldNameOf(name), type, ...(type === 'choice' && { choices: [...choices] }) },
    });
  return (
    <FormDialog
      title={t('add')}
      limits={ContactFieldCreate}
      {...{ initial, save, onClose }}
      changes={['own-fields']}
      action={t('add')}
    >
      {({ name, type }: typeof initial) => (
        <>
          <TextField
            name="name"
            label={t('name')}
            required
            autoFocus
            hint={
              name.trim() === ''
                ? t('nameHint')
                : t('placeholder', { name: `{{contact.${fieldNameOf(name)}}}` })
            }
          />
          <SelectField
            name="type"
            label={t('type')}
            options={TYPES.map((each) => [each, t(each)] as const)}
          />
          {type === 'choice' && <ChipsField name="choices" label={t('choices')} hint={t('choicesHint')} />}
        </>
      )}
    </FormDialog>
  );
}

function ChangeChoices({ field: { id, name, choices }, onClose }: { field: OwnField; onClose: () => void }) {
  const t = useTexts('settings.fields');
  const initial = { choices: choices as readonly string[] };
  return (
    <FormDialog
      title={fieldTitle(name)}
      lead={t('choicesLead')}
      limits={ContactFieldChange}
      initial={initial}
      save={(body) => call('PATCH /contact-fields/{id}', { id, body: { choices: [...body.choices] } })}
      changes={['own-fields']}
      onClose={onClose}
    >
      <ChipsField name="choices" label={t('choices')} hint={t('choicesHint')} />
    </FormDialog>
  );
}
