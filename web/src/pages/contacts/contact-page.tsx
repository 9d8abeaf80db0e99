import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { MessageSquare, Pencil } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { phoneText } from '../../numbers/phone-text.ts';
import { ContactFacts } from '../../people/contact-facts.tsx';
import { ErasePerson } from '../../people/erase-person.tsx';
import { useTexts } from '../../texts/texts.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { ContactBroadcasts } from './contact-broadcasts.tsx';
import { ContactChats } from './contact-chats.tsx';
import { ContactConsent } from './contact-consent.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { PersonOfContact } from './person-of-contact.tsx';
import { type Contact, contactQuery } from './queries.ts';

/** All that is known of one contact: facts, person, chats, broadcasts and consent. */
export function ContactPage() {
  const { id } = useParams({ from: '/app/contacts/$id' });
  return <Loaded query={useQuery(contactQuery(id))}>{(contact) => <Found contact={contact} />}</Loaded>;
}

function Found({ contact }: { contact: Contact }) {
  const { phone, name } = contact;
  const t = useTexts('contacts.page');
  const navigate = useNavigate();
  const [isEdited, setEdited] = useState(false);
  const leave = () => navigate({ to: '/contacts', search: {} });
  return (
    <Page
      title={name || phoneText(phone)}
      back={<BackLink to="/contacts">{t('allContacts')}</BackLink>}
      actions={
        <>
          <Button asChild>
            <Link to="/inbox" search={{ view: 'all', to: phone }}>
              <MessageSquare aria-hidden />
              {t('write')}
            </Link>
          </Button>
          <Button icon={Pencil} onClick={() => setEdited(true)}>
            {t('edit')}
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Section title={t('contact')}>
          <div className="grid gap-3">
            <PhoneNumber number={phone} />
            <ContactFacts contact={contact} />
            <PersonOfContact phone={phone} />
          </div>
        </Section>
        <ContactConsent contact={contact} />
        <ContactChats phone={phone} />
        <ContactBroadcasts id={contact.id} />
        <ErasePerson
          name={name || phoneText(phone)}
          erase={() => call('POST /people/erase', { body: { phone, confirm: 'erase' } })}
          onErased={leave}
        />
      </div>
      {isEdited && (
        <ContactDialog contact={contact} onClose={() => setEdited(false)} onDeleted={() => void leave()} />
      )}
    </Page>
  );
}
