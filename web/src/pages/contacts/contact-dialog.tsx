import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../api/client.ts';
import { asProblem } from '../../api/problem.ts';
import { tagsQuery } from '../../queries/tags.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { notify } from '../../ui/toast.tsx';
import { PersonOfContact } from './person-of-contact.tsx';
import type { Contact } from './queries.ts';
import { contactsTexts } from './texts.ts';

interface Props {
  /** Null: a new one. */
  contact: Contact | null;
  onClose: () => void;
}

/** Adds a contact or changes one. The number says which contact it is, so it cannot change. */
export function ContactDialog({ contact, onClose }: Props) {
  const [t, common] = [useTexts(contactsTexts), useTexts(uiTexts)];
  const formId = useId();
  const queryClient = useQueryClient();
  const known = useQuery(tagsQuery);
  const [phone, setPhone] = useState(contact?.phone ?? '');
  const [name, setName] = useState(contact?.name ?? '');
  const [email, setEmail] = useState(contact?.email ?? '');
  const [tags, setTags] = useState<readonly string[]>(contact?.tags ?? []);
  const save = useMutation({
    mutationFn: () => {
      const isNew = contact === null;
      // An empty field of a new form leaves an existing contact of the number as it is.
      const body = {
        phone,
        ...((!isNew || name !== '') && { name: name.trim() }),
        ...((!isNew || email !== '') && { email: email.trim() || null }),
        ...((!isNew || tags.length > 0) && { tags: [...tags] }),
      };
      return ok(api.POST('/app/api/contacts', { body }));
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['contacts'] });
      notify(t('saved'));
      onClose();
    },
  });
  const problem = save.error && asProblem(save.error);
  const wrongTags = Object.keys(problem?.fields ?? {}).some((field) => field.startsWith('tags'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={contact ? t('edit') : t('add')}
      {...(!contact && { lead: t('addLead') })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            busy={save.isPending}
            disabled={phone.trim() === ''}
          >
            {common('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-4" onSubmit={submit}>
        <Field label={t('phone')} problem={fieldProblem(problem, 'phone') && t('wrongPhone')}>
          {(field) => (
            <Input
              {...field}
              inputMode="tel"
              maxLength={40}
              placeholder="0812-3456-7890"
              readOnly={contact !== null}
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('name')} problem={fieldProblem(problem, 'name')}>
          {(field) => (
            <Input
              {...field}
              maxLength={255}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('email')} problem={fieldProblem(problem, 'email') && t('wrongEmail')}>
          {(field) => (
            <Input
              {...field}
              type="text"
              inputMode="email"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('tags')} hint={t('tagsHint')} {...(wrongTags && { problem: t('wrongTags') })}>
          {(field) => (
            <Chips
              {...field}
              maxLength={100}
              values={tags}
              onValues={setTags}
              suggestions={(known.data ?? []).map((tag) => tag.name)}
            />
          )}
        </Field>
        {!(problem && Object.keys(problem.fields).length > 0) && <ProblemLine problem={problem} />}
      </form>
      {contact && <OfNumber phone={contact.phone} />}
    </Dialog>
  );
}

function OfNumber({ phone }: { phone: string }) {
  const t = useTexts(contactsTexts);
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
