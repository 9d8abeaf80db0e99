import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { call } from '../../api/call.ts';
import { ContactChange, ContactUpsert } from '../../api/limits.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Checked, LocalQuestion } from '../../numbers/local-question.tsx';
import { phoneText } from '../../numbers/phone-text.ts';
import { initialOf, OwnFieldInputs } from '../../people/own-fields.tsx';
import { useOwnFields } from '../../queries/own-fields.ts';
import { tagsQuery } from '../../queries/tags.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FormFacts, useField } from '../../ui/form/facts.ts';
import { AreaField, ChipsField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { notify } from '../../ui/toast.tsx';
import { PersonOfContact } from './person-of-contact.tsx';
import type { Contact } from './queries.ts';

type Typed = Pick<Contact, 'phone' | 'email' | 'tags' | 'notes'> & {
  name: string | null;
  fields: ReturnType<typeof initialOf>;
};

interface Props {
  /** Null: a new one. */
  contact: Contact | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Adds a contact, or changes or deletes one. */
export function ContactDialog({ contact, onClose, onDeleted = onClose }: Props) {
  const [t, shared] = [useTexts('contacts.page'), useTexts('shared.contact')];
  const known = useQuery(tagsQuery);
  const [asked, setAsked] = useState<Checked | null>(null);
  const own = useOwnFields();
  if (!own) return null;
  const { phone = '', name = null, email = null, tags = [], notes = null, fields = {} } = contact ?? {};
  const initial: Typed = { phone, name, email, tags, notes, fields: initialOf(own, fields) };
  const save = async (given: Typed) => {
    const doubt = given.phone === phone ? null : await doubtOn(given.phone);
    setAsked(doubt);
    if (doubt) return null;
    return contact ? changed(contact, given) : added(given);
  };
  const onSaved = () => {
    notify(t('saved'));
    onClose();
  };
  return (
    <FormDialog
      title={contact ? t('edit') : t('add')}
      lead={contact ? undefined : t('addLead')}
      limits={contact ? ContactChange : ContactUpsert}
      {...{ initial, save, onSaved, onClose }}
      changes={['contacts']}
      aside={contact && <DeleteContact contact={contact} onDeleted={onDeleted} />}
    >
      <PhoneField asked={asked} hint={contact ? t('phoneHint') : undefined} onType={() => setAsked(null)} />
      <TextField name="name" label={shared('name')} />
      <TextField name="email" label={shared('email')} wrong={shared('wrongEmail')} inputMode="email" />
      <ChipsField
        name="tags"
        label={shared('tags')}
        hint={shared('tagsHint')}
        wrong={shared('wrongTags')}
        suggestions={(known.data ?? []).map((tag) => tag.name)}
      />
      <OwnFieldInputs fields={own} />
      {contact && (
        <AreaField name="notes" label={shared('notes')} hint={shared('notesHint')} dir="auto" rows={3} />
      )}
      {contact && <OfNumber id={contact.id} phone={contact.phone} />}
    </FormDialog>
  );
}

/** An empty field of a new form leaves an existing contact of the number as it is. */
function added({ phone, name, email, tags, fields }: Typed) {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const body = {
    phone,
    ...(name !== null && { name: name.trim() }),
    ...(email !== null && { email: email.trim() }),
    ...(tags.length > 0 && { tags }),
    ...(given.length > 0 && { fields: Object.fromEntries(given) }),
  };
  return call('POST /contacts', { body });
}

function changed({ id, phone: earlier }: Contact, { phone, name, email, tags, notes, fields }: Typed) {
  const body = {
    ...(phone !== earlier && { phone }),
    name: name?.trim() ?? null,
    email: email?.trim() ?? null,
    tags,
    notes,
    fields,
  };
  return call('PATCH /contacts/{id}', { id: String(id), body });
}

function DeleteContact({
  contact: { id, name, phone },
  onDeleted,
}: {
  contact: Contact;
  onDeleted: () => void;
}) {
  const t = useTexts('contacts.page');
  const [isAsked, setAsked] = useState(false);
  const remove = async () => {
    // As a change of many: only those can be undone.
    await call('POST /contacts/bulk', { body: { action: 'delete', contact_ids: [id] } });
    await queryClient.invalidateQueries({ queryKey: ['contacts'] });
    notify(t('deleted'));
    onDeleted();
  };
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {t('delete')}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('deleteTitle', { name: name || phoneText(phone) })}
        lead={t('deleteLead')}
        action={t('delete')}
        run={remove}
      />
    </>
  );
}

interface PhoneProps {
  asked: Checked | null;
  hint: string | undefined;
  onType: () => void;
}

function PhoneField({ asked, hint, onType }: PhoneProps) {
  const [t, numbers] = [useTexts('contacts.page'), useTexts('shared.numbers')];
  const { setValue } = useField<string>('phone');
  const { submit } = useContext(FormFacts);
  const choose = (number: string) => {
    setValue(number);
    submit();
  };
  return (
    <>
      <TextField
        name="phone"
        label={t('phone')}
        hint={hint}
        wrong={t('wrongPhone')}
        inputMode="tel"
        placeholder={numbers('example')}
        onInput={onType}
      />
      {asked && <LocalQuestion asked={asked} onNumber={choose} />}
    </>
  );
}

/** Null for a number that can only be meant as it is. */
async function doubtOn(phone: string): Promise<Checked | null> {
  const { data } = await call('POST /contacts/check', { body: { phones: [phone] } });
  return data.find(({ local }) => local !== null) ?? null;
}

function OfNumber({ id, phone }: { id: number; phone: string }) {
  const t = useTexts('contacts.page');
  return (
    <>
      <Link
        to="/contacts/$id"
        params={{ id: String(id) }}
        className="justify-self-start text-accent hover:underline"
      >
        {t('openPage')}
      </Link>
      <Link
        to="/inbox"
        search={{ view: 'all', to: phone }}
        className="justify-self-start text-accent hover:underline"
      >
        {t('write')}
      </Link>
      <PersonOfContact phone={phone} />
    </>
  );
}
