import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, Field, fieldProblem, Input, TextArea } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { CANNED_REPLIES } from './queries.ts';

/** As a record, because the compiler then misses none. */
const VARIABLES: Record<Schema<'RenderedCannedReply'>['missing'][number], true> = {
  'customer.name': true,
  'customer.first_name': true,
  'customer.phone': true,
  'agent.name': true,
  'device.label': true,
};
const NAMES = Object.keys(VARIABLES).map((name) => `{{${name}}}`);

type Fields = Record<'shortcut' | 'title' | 'body' | 'language', string>;

/** The form of a new canned reply, or of a changed one. */
export function CannedReplyDialog({
  reply,
  onClose,
}: {
  reply: Schema<'CannedReply'> | null;
  onClose: () => void;
}) {
  const [t, ui] = [useTexts('settings.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [fields, setFields] = useState<Fields>({
    shortcut: reply?.shortcut ?? '',
    title: reply?.title ?? '',
    body: reply?.body ?? '',
    language: reply?.language ?? '',
  });
  const [devices, setDevices] = useState<readonly string[]>(reply?.device_uuids ?? []);
  const save = useMutation({
    mutationFn: () => {
      const body = {
        ...fields,
        language: fields.language.trim() || null,
        device_uuids: devices.length === 0 ? null : [...devices],
      };
      return reply === null
        ? ok(api.POST('/app/api/canned-replies', { body }))
        : ok(api.PATCH('/app/api/canned-replies/{id}', { params: { path: { id: reply.id } }, body }));
    },
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: CANNED_REPLIES });
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const set = (name: keyof Fields) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t(reply ? 'changeReply' : 'newReply')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <ReplyFields {...{ fields, problem, set }} />
        <Devices chosen={devices} onChange={setDevices} problem={fieldProblem(problem, 'device_uuids')} />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  fields: Fields;
  problem: Problem | null;
  set: (name: keyof Fields) => (event: { target: { value: string } }) => void;
}

function ReplyFields({ fields, problem, set }: FieldsProps) {
  const t = useTexts('settings.page');
  return (
    <>
      <Field label={t('shortcut')} hint={t('shortcutHint')} problem={fieldProblem(problem, 'shortcut')}>
        {(control) => (
          <Input {...control} required maxLength={50} value={fields.shortcut} onChange={set('shortcut')} />
        )}
      </Field>
      <Field label={t('replyTitle')} problem={fieldProblem(problem, 'title')}>
        {(control) => (
          <Input {...control} required maxLength={100} value={fields.title} onChange={set('title')} />
        )}
      </Field>
      <Field
        label={t('body')}
        hint={t('bodyHint', { variables: NAMES.join(', ') })}
        problem={fieldProblem(problem, 'body')}
      >
        {(control) => (
          <TextArea
            {...control}
            required
            rows={5}
            maxLength={4_096}
            value={fields.body}
            onChange={set('body')}
          />
        )}
      </Field>
      <Field
        label={t('replyLanguage')}
        hint={t('replyLanguageHint')}
        problem={fieldProblem(problem, 'language')}
      >
        {(control) => (
          <Input
            {...control}
            className="max-w-32"
            maxLength={30}
            value={fields.language}
            onChange={set('language')}
          />
        )}
      </Field>
    </>
  );
}

interface DevicesProps {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  problem: string | undefined;
}

function Devices({ chosen, onChange, problem }: DevicesProps) {
  const t = useTexts('settings.page');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  if (devices.length === 0) return null;
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-[13px] font-medium">{t('onlyDevices')}</legend>
      <div className="grid max-h-40 gap-2.5 overflow-y-auto">
        {devices.map(({ device_uuid, label, phone_number }) => (
          <Checkbox
            key={device_uuid}
            label={<bdi>{label}</bdi>}
            hint={phone_number}
            checked={chosen.includes(device_uuid)}
            onChange={() => toggle(device_uuid)}
          />
        ))}
      </div>
      <p className="text-[13px] text-faint">{t('onlyDevicesHint')}</p>
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  );
}
