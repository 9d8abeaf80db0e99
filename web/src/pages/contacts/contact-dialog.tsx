import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { call } from '../../api/call.ts';
import { ContactUpsert } from '../../api/limits.ts';
import { type Checked, LocalQuestion } from '../../numbers/local-question.tsx';
import { tagsQuery } from '../../queries/tags.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormFacts, useField } from '../../ui/form/facts.ts';
import { ChipsField, TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { notify } from '../../ui/toast.tsx';
import { PersonOfContact } from './person-of-contact.tsx';
import type { Contact } from './queries.ts';

interface Props {
  /** Null: a new one. */
  contact: Contact | null;
  onClose: () => void;
}

/** Adds a contact or changes one. The number says which contact it is, so it cannot change. */
export function ContactDialog({ contact, onClose }: Props) {
  const t = useTexts('contacts.page');
  const known = useQuery(tagsQuery);
  const [asked, setAsked] = useState<Checked | null>(null);
  const { phone = '', name = null, email = null, tags = [] } = contact ?? {};
  const initial = { phone, name, email, tags };
  const save = async ({ phone, name, email, tags }: typeof initial) => {
    const isNew = contact === null;
    const doubt = isNew ? await doubtOn(phone) : null;
    setAsked(doubt);
    if (doubt) return null;
    // An empty field of a new form leaves an existing contact of the number as it is.
    const body = {
      phone,
      ...((!isNew || name !== null) && { name: name?.trim() ?? null }),
      ...((!isNew || email !== null) && { email: email?.trim() ?? null }),
      ...((!isNew || tags.length > 0) && { tags }),
    };
    return call('POST /contacts', { body });
  };
  const onSaved = () => {
    notify(t('saved'));
    onClose();
  };
  return (
    <FormDialog
      title={contact ? t('edit') : t('add')}
      lead={contact ? undefined : t('addLead')}
      limits={ContactUpsert}
      {...{ initial, save, onSaved, onClose }}
      changes={['contacts']}
    >
      <PhoneField asked={asked} isKnown={contact !== null} onType={() => setAsked(null)} />
      <TextField name="name" label={t('name')} />
      <TextField name="email" label={t('email')} wrong={t('wrongEmail')} inputMode="email" />
      <ChipsField
        name="tags"
        label={t('tags')}
        hint={t('tagsHint')}
        wrong={t('wrongTags')}
        suggestions={(known.data ?? []).map((tag) => tag.name)}
      />
      {contact && <OfNumber phone={contact.phone} />}
    </FormDialog>
  );
}

interface PhoneProps {
  asked: Checked | null;
  isKnown: boolean;
  onType: () => void;
}

function PhoneField({ asked, isKnown, onType }: PhoneProps) {
  const t = useTexts('contacts.page');
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
        wrong={t('wrongPhone')}
        inputMode="tel"
        placeholder="0812-3456-7890"
        readOnly={isKnown}
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

function OfNumber({ phone }: { phone: string }) {
  const t = useTexts('contacts.page');
  return (
    <>
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
