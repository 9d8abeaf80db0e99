import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ContactFieldChange, ContactFieldCreate } from '../../../api/limits.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { fieldNameOf, fieldTitle } from '../../../people/field-names.ts';
import { chatFieldsQuery, type OwnField, ownFieldsQuery } from '../../../queries/own-fields.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChipsField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { SettingsFrame } from '../frame.tsx';

const TYPES = ['text', 'number', 'date', 'yes_no', 'choice'] as const;

/** The calls of both kinds of fields. */
const OF = {
  contact: {
    query: ownFieldsQuery,
    create: (body: Schema<'ContactFieldCreate'>) => call('POST /contact-fields', { body }),
    change: (id: string, choices: string[]) => call('PATCH /contact-fields/{id}', { id, body: { choices } }),
    remove: (id: string) => call('DELETE /contact-fields/{id}', { id }),
  },
  conversation: {
    query: chatFieldsQuery,
    create: (body: Schema<'ContactFieldCreate'>) => call('POST /conversation-fields', { body }),
    change: (id: string, choices: string[]) =>
      call('PATCH /conversation-fields/{id}', { id, body: { choices } }),
    remove: (id: string) => call('DELETE /conversation-fields/{id}', { id }),
  },
};
type Target = keyof typeof OF;

export const ContactFieldsPage = () => <FieldsPage target="contact" />;
export const ChatFieldsPage = () => <FieldsPage target="conversation" />;

/** The fields that the account adds to its contacts, or to its chats. */
function FieldsPage({ target }: { target: Target }) {
  const t = useTexts('settings.fields');
  const isContact = target === 'contact';
  const fields = useQuery(OF[target].query);
  const [edited, setEdited] = useState<OwnField | 'new' | null>(null);
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <SettingsFrame actions={add}>
      <p className="max-w-prose text-soft">{t(isContact ? 'lead' : 'chatLead')}</p>
      <Loaded query={fields}>
        {(list) => (
          <Card>
            {list.length === 0 ? (
              <Empty
                icon={<Rows3 aria-hidden />}
                title={t('none')}
                lead={t(isContact ? 'noneLead' : 'chatNoneLead')}
              />
            ) : (
              <ul className="divide-y divide-line">
                {list.map((field) => (
                  <FieldRow key={field.id} {...{ target, field }} onEdit={() => setEdited(field)} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </Loaded>
      {edited === 'new' && <AddField target={target} onClose={() => setEdited(null)} />}
      {edited !== null && edited !== 'new' && (
        <ChangeChoices {...{ target }} field={edited} onClose={() => setEdited(null)} />
      )}
    </SettingsFrame>
  );
}

interface RowProps {
  target: Target;
  field: OwnField;
  onEdit: () => void;
}

function FieldRow({ target, field, onEdit }: RowProps) {
  const t = useTexts('settings.fields');
  const { id, name, type, choices } = field;
  const title = fieldTitle(name);
  const use = useQuery({
    queryKey: ['own-fields', id, 'use'],
    queryFn: () => call('GET /contact-fields/{id}', { id }),
    enabled: false,
  });
  const remove = async () => {
    await OF[target].remove(id);
    await queryClient.invalidateQueries({ queryKey: OF[target].query.queryKey });
    await queryClient.invalidateQueries({ queryKey: [target === 'contact' ? 'contacts' : 'inbox'] });
  };
  const { values, segments = [] } = use.data ?? {};
  const broken = segments.length > 0 ? [t('breaks', { names: segments.join(', ') })] : [];
  return (
    <li className="flex items-center gap-2 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <span className="font-medium">{title}</span>
        <span className="block truncate text-[13px] text-soft" title={choices.join(', ')}>
          {[t(type), ...(choices.length > 0 ? [choices.join(', ')] : [])].join(': ')}
          {target === 'contact' && (
            <>
              {' · '}
              <code>{`{{contact.${name}}}`}</code>
            </>
          )}
        </span>
      </div>
      {type === 'choice' && (
        <IconButton small label={t('changeNamed', { name: title })} icon={Pencil} onClick={onEdit} />
      )}
      <span onFocusCapture={() => target === 'contact' && !use.isFetched && void use.refetch()}>
        <RemoveButton
          label={t('removeNamed', { name: title })}
          title={t('removeTitle', { name: title })}
          lead={
            target === 'conversation'
              ? t('chatRemoveLead')
              : values === undefined
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

function AddField({ target, onClose }: { target: Target; onClose: () => void }) {
  const t = useTexts('settings.fields');
  const initial = { name: '', type: 'text' as OwnField['type'], choices: [] as readonly string[] };
  const save = ({ name, type, choices }: typeof initial) =>
    OF[target].create({
      name: fieldNameOf(name),
      type,
      ...(type === 'choice' && { choices: [...choices] }),
    });
  return (
    <FormDialog
      title={t('add')}
      limits={ContactFieldCreate}
      {...{ initial, save, onClose }}
      changes={OF[target].query.queryKey}
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
                : target === 'contact'
                  ? t('placeholder', { name: `{{contact.${fieldNameOf(name)}}}` })
                  : t('storedName', { name: fieldNameOf(name) })
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

interface ChoicesProps {
  target: Target;
  field: OwnField;
  onClose: () => void;
}

function ChangeChoices({ target, field: { id, name, choices }, onClose }: ChoicesProps) {
  const t = useTexts('settings.fields');
  const initial = { choices: choices as readonly string[] };
  return (
    <FormDialog
      title={fieldTitle(name)}
      lead={t(target === 'contact' ? 'choicesLead' : 'chatChoicesLead')}
      limits={ContactFieldChange}
      initial={initial}
      save={(body) => OF[target].change(id, [...body.choices])}
      changes={OF[target].query.queryKey}
      onClose={onClose}
    >
      <ChipsField name="choices" label={t('choices')} hint={t('choicesHint')} />
    </FormDialog>
  );
}
