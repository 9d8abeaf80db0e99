import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../api/client.ts';
import { asProblem } from '../../api/problem.ts';
import { type Checked, LocalQuestion } from '../../numbers/local-question.tsx';
import { tagsQuery } from '../../queries/tags.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../ui/field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
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
  const [t, common] = [useTexts('contacts.page'), useTexts('common.ui')];
  const formId = useId();
  const queryClient = useQueryClient();
  const known = useQuery(tagsQuery);
  const [phone, setPhone] = useState(contact?.phone ?? '');
  const [name, setName] = useState(contact?.name ?? '');
  const [email, setEmail] = useState(contact?.email ?? '');
  const [tags, setTags] = useState<readonly string[]>(contact?.tags ?? []);
  const [asked, setAsked] = useState<Checked | null>(null);
  const save = useMutation({
    mutationFn: async (phone: string): Promise<Checked | null> => {
      const isNew = contact === null;
      const doubt = isNew && (await doubtOn(phone));
      if (doubt) return doubt;
      // An empty field of a new form leaves an existing contact of the number as it is.
      const body = {
        phone,
        ...((!isNew || name !== '') && { name: name.trim() }),
        ...((!isNew || email !== '') && { email: email.trim() || null }),
        ...((!isNew || tags.length > 0) && { tags: [...tags] }),
      };
      await ok(api.POST('/app/api/contacts', { body }));
      return null;
    },
    onSuccess: async (doubt) => {
      setAsked(doubt);
      if (doubt) return;
      await queryClient.invalidateQueries({ queryKey: ['contacts'] });
      notify(t('saved'));
      onClose();
    },
  });
  const problem = save.error && asProblem(save.error);
  const wrongTags = Object.keys(problem?.fields ?? {}).some((field) => field.startsWith('tags'));
  const choose = (number: string) => {
    setPhone(number);
    save.mutate(number);
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
      <form id={formId} className="grid gap-4" onSubmit={(event) => submit(event, () => save.mutate(phone))}>
        <TextField
          label={t('phone')}
          problem={fieldProblem(problem, 'phone') && t('wrongPhone')}
          inputMode="tel"
          maxLength={40}
          placeholder="0812-3456-7890"
          readOnly={contact !== null}
          value={phone}
          onText={(text) => {
            setPhone(text);
            setAsked(null);
          }}
        />
        {asked && <LocalQuestion asked={asked} onNumber={choose} />}
        <TextField
          label={t('name')}
          problem={fieldProblem(problem, 'name')}
          maxLength={255}
          value={name}
          onText={setName}
        />
        <TextField
          label={t('email')}
          problem={fieldProblem(problem, 'email') && t('wrongEmail')}
          inputMode="email"
          maxLength={254}
          value={email}
          onText={setEmail}
        />
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

function submit(event: FormEvent, save: () => void) {
  event.preventDefault();
  save();
}

interface TextProps extends ComponentProps<'input'> {
  label: string;
  problem: string | undefined;
  onText: (text: string) => void;
}

function TextField({ label, problem, onText, ...props }: TextProps) {
  return (
    <Field label={label} problem={problem}>
      {(field) => <Input {...field} {...props} onChange={(event) => onText(event.target.value)} />}
    </Field>
  );
}

/** Null for a number that can only be meant as it is. */
async function doubtOn(phone: string): Promise<Checked | null> {
  const { data } = await ok(api.POST('/app/api/contacts/check', { body: { phones: [phone] } }));
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
