import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ContactDetails } from '../../../api/limits.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { phoneText } from '../../../numbers/phone-text.ts';
import { ContactFacts } from '../../../people/contact-facts.tsx';
import { isHidden, isVisitor } from '../../../people/name.ts';
import { initialOf, OwnFieldInputs } from '../../../people/own-fields.tsx';
import { type OwnField, useOwnFields } from '../../../queries/own-fields.ts';
import { tagsQuery } from '../../../queries/tags.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { AreaField, ChipsField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/form.tsx';
import { changedOf } from '../../../ui/form/values.ts';
import { notify } from '../../../ui/toast.tsx';
import { contactQuery } from '../queries.ts';
import { Part } from './part.tsx';

type Conversation = Schema<'Conversation'>;
type Contact = Schema<'Contact'>;

/** What the team knows about the customer. A visitor of a web site is no contact, nor is a hidden number. */
export function ContactPart({ conversation }: { conversation: Conversation }) {
  const { id, person } = conversation;
  const t = useTexts('chat.details');
  const isKnown = !isVisitor(person.phone) && !isHidden(person.phone);
  const found = useQuery({ ...contactQuery(id), enabled: isKnown }).data;
  const own = useOwnFields();
  const isAdmin = useMay('admin');
  const [isEdited, setEdited] = useState(false);
  if (!found) return null;
  const { contact, opted_out } = found;
  return (
    <Part title={t('contact')}>
      {opted_out && <Badge tone="warn">{t('optedOut')}</Badge>}
      {contact && <ContactFacts contact={contact} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => setEdited(true)}>
          {t(contact ? 'editContact' : 'saveContact')}
        </Button>
        {contact && isAdmin && (
          <Link
            to="/contacts/$id"
            params={{ id: String(contact.id) }}
            className="text-[13px] text-accent hover:underline"
          >
            {t('contactPage')}
          </Link>
        )}
      </div>
      {isEdited && own && (
        <ContactDialog {...{ conversation, contact, own }} onClose={() => setEdited(false)} />
      )}
    </Part>
  );
}

interface DialogProps {
  conversation: Conversation;
  contact: Contact | null;
  own: readonly OwnField[];
  onClose: () => void;
}

function ContactDialog({ conversation: { id, person }, contact, own, onClose }: DialogProps) {
  const [t, shared] = [useTexts('chat.details'), useTexts('shared.contact')];
  const known = useQuery({ ...tagsQuery, enabled: useMay('admin') });
  const { name = person.name, email = null, tags = [], notes = null, fields = {} } = contact ?? {};
  const initial = { name, email, tags, notes, fields: initialOf(own, fields) };
  return (
    <FormDialog
      title={t(contact ? 'editContact' : 'saveContact')}
      lead={phoneText(person.phone)}
      limits={ContactDetails}
      initial={initial}
      save={(values: typeof initial, before) => {
        const body = { ...changedOf(values, before), fields: changedOf(values.fields, before.fields) };
        return call('PATCH /conversations/{id}/contact', { id, body: contact ? body : values });
      }}
      onSaved={async (answer) => {
        queryClient.setQueryData(contactQuery(id).queryKey, answer);
        notify(t('contactSaved'));
        onClose();
        await queryClient.invalidateQueries({ queryKey: ['contacts'] });
        await queryClient.invalidateQueries({ queryKey: ['inbox', 'list'] });
      }}
      changes={['inbox', 'conversation', id]}
      onClose={onClose}
    >
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
      <AreaField name="notes" label={shared('notes')} hint={shared('notesHint')} dir="auto" rows={3} />
    </FormDialog>
  );
}
