import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import { StartConversation } from '../../../api/limits.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { problemText } from '../../../api/problem-text.ts';
import type { Schema } from '../../../api/schemas.ts';
import { filledTemplate, NO_CHOICE, type TemplateChoice } from '../../../devices/template-choice.ts';
import { TemplateFields, Templates } from '../../../devices/template-fields.tsx';
import { type Checked, LocalQuestion } from '../../../numbers/local-question.tsx';
import { phoneText } from '../../../numbers/phone-text.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { groupsQuery } from '../../../queries/groups.ts';
import { sendableQuery } from '../../../queries/templates.ts';
import { useMay, useMe } from '../../../session/session.ts';
import { language } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Choice, Field, fieldProblem, Input, TextArea } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useLate } from '../../../ui/use-late.ts';
import { restoreText } from '../composer/compose.ts';
import { doubtOn, type FirstMessage, peopleQuery, sendFirst } from './first-message.ts';

const MAX_TEXT = 4_096;

interface Props {
  /** The number of a contact; empty: the user types one. */
  to: string;
  onClose: () => void;
}

/** Writes to a number without a chat. A number that has one leads to it, with the text in its reply field. */
export default function NewChat({ to, onClose }: Props) {
  const [t, ui] = [useTexts('inbox.newChat'), useTexts('common.ui')];
  const form = useId();
  const devices = useQuery(devicesQuery);
  const [fields, setFields] = useState<Typed>({ device_uuid: '', to, body: '', choice: NO_CHOICE });
  const usable = devices.data?.data.filter(({ status }) => status === 'connected') ?? [];
  const from = usable.find(({ device_uuid }) => device_uuid === fields.device_uuid) ?? usable[0];
  const { send, sendTo, asked, change } = useSend({ to, from, fields, onClose });
  const set = (some: Partial<Typed>) => {
    change();
    setFields((present) => ({ ...present, ...some }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendTo(fields.to);
  };
  const choose = (number: string) => {
    set({ to: number });
    sendTo(number);
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={send.isPending}>
        {t('send')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t('title')} lead={t('lead')} footer={footer}>
      <Loaded query={devices}>
        {() =>
          from ? (
            <form id={form} className="grid gap-4" onSubmit={submit}>
              <Fields {...{ fields, from, set, usable }} problem={send.error && asProblem(send.error)} />
              {asked && <LocalQuestion asked={asked} onNumber={choose} />}
            </form>
          ) : (
            <p className="text-soft">{t('noDevice')}</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface Sending extends Props {
  from: Schema<'Device'> | undefined;
  fields: Typed;
}

/** Sends once: a repeated attempt has the same key until something changes. */
function useSend({ to, from, fields: { choice, body }, onClose }: Sending) {
  const t = useTexts('inbox.newChat');
  const me = useMe();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Checked | null>(null);
  const attempt = useRef(newAttempt());
  const isOfficial = from?.engine === 'official_cloud';
  const templates = useQuery({ ...sendableQuery(from?.device_uuid ?? ''), enabled: isOfficial }).data ?? [];
  const send = useMutation({
    mutationFn: async (message: FirstMessage) => {
      const isGiven = message.to === to;
      const doubt = isGiven ? null : await doubtOn(message, from?.phone_number ?? null);
      if (doubt) return doubt;
      const present = attempt.current;
      attempt.current = { ...present, isAgain: true };
      return sendFirst(message, present);
    },
    onSuccess: (result, sent) => {
      if ('local' in result) return setAsked(result);
      const { id, isKnown } = result;
      onClose();
      if (isKnown) {
        notify(t('exists'));
        restoreText(me.id, id, sent.body);
      }
      const [params, view] = [{ conversationId: id }, isKnown ? ('all' as const) : ('mine' as const)];
      void navigate({ to: '/inbox/$conversationId', params, search: { view }, ignoreBlocker: true });
    },
  });
  const sendTo = (number: string) => {
    const template = isOfficial ? filledTemplate(templates, choice) : null;
    if (!from || (isOfficial && !template)) return;
    send.mutate({ to: number, body, device_uuid: from.device_uuid, template });
  };
  const change = () => {
    attempt.current = newAttempt();
    setAsked(null);
  };
  return { send, sendTo, asked, change };
}

const newAttempt = () => ({ key: crypto.randomUUID(), isAgain: false });

type Typed = Omit<FirstMessage, 'template'> & { choice: TemplateChoice };

interface FieldsProps {
  fields: Typed;
  set: (change: Partial<Typed>) => void;
  usable: readonly Schema<'Device'>[];
  from: Schema<'Device'>;
  problem: Problem | null;
}

function Fields({ fields, set, usable, from, problem }: FieldsProps) {
  const [t, numbers] = [useTexts('inbox.newChat'), useTexts('shared.numbers')];
  const people = useId();
  const typed = useLate(fields.to.trim());
  // The field shows the subject of a chosen group.
  const [group, setGroup] = useState<Schema<'GroupItem'>>();
  const isSubject = !group && typed.length > 1 && /\p{L}/u.test(typed);
  const hasGroups = from.groups === 'on' && isSubject;
  const groups = useQuery({ ...groupsQuery(from.device_uuid, typed), enabled: hasGroups }).data ?? [];
  const isNumber = problem?.code === 'invalid_phone' || problem?.fields.phone !== undefined;
  const ofNumber = isNumber && problem ? problemText(problem, language()) : fieldProblem(problem, 'to');
  return (
    <>
      {usable.length > 1 && (
        <Choice
          label={t('device')}
          value={from.device_uuid}
          options={usable.map(({ device_uuid, label, phone_number }) => [
            device_uuid,
            `${label} · ${phoneText(phone_number ?? '')}`,
          ])}
          onValue={(chosen) => set({ device_uuid: chosen, choice: NO_CHOICE })}
        />
      )}
      <Field label={t('to')} problem={ofNumber}>
        {(control) => (
          <>
            <Input
              {...control}
              required
              autoFocus={fields.to === ''}
              maxLength={StartConversation.to.maxLength}
              placeholder={numbers('example')}
              list={people}
              value={group?.subject ?? fields.to}
              onChange={({ target }) => {
                setGroup(groups.find(({ id }) => id === target.value));
                set({ to: target.value });
              }}
            />
            <People id={people} typed={typed} groups={groups} />
          </>
        )}
      </Field>
      <Content {...{ fields, from, set, problem }} />
      {from.reason === 'restricted:new_chats' && (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          {t('restricted')}
        </p>
      )}
      {problem?.code !== 'invalid_fields' && !isNumber && <ProblemLine problem={problem} />}
    </>
  );
}

/** A text. From an official number a template, because the customer has not written. */
function Content({ fields, set, from, problem }: Omit<FieldsProps, 'usable'>) {
  const t = useTexts('inbox.newChat');
  if (from.engine === 'official_cloud') {
    return (
      <Templates deviceUuid={from.device_uuid}>
        {(templates) => (
          <TemplateFields
            templates={templates}
            choice={fields.choice}
            onChoice={(choice) => set({ choice })}
          />
        )}
      </Templates>
    );
  }
  return (
    <TextArea
      label={t('text')}
      hint={t('textHint')}
      problem={fieldProblem(problem, 'body')}
      required
      autoFocus={fields.to !== ''}
      dir="auto"
      maxLength={MAX_TEXT}
      value={fields.body}
      onChange={({ target }) => set({ body: target.value })}
    />
  );
}

interface PeopleProps {
  id: string;
  typed: string;
  groups: readonly Schema<'GroupItem'>[];
}

/** Contacts whose name or number fits, and groups of the device. */
function People({ id, typed, groups }: PeopleProps) {
  const isAdmin = useMay('admin');
  const found = useQuery(peopleQuery(typed, isAdmin)).data ?? [];
  return (
    <datalist id={id}>
      {found.map(({ name, phone }) => (
        <option key={phone} value={phone}>
          {name}
        </option>
      ))}
      {groups.map((group) => (
        <option key={group.id} value={group.id}>
          {group.subject}
        </option>
      ))}
    </datalist>
  );
}
