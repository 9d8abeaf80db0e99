import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { fromLocalInput, toLocalInput } from '../../../texts/local-input.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, Field, fieldProblem, Input, Select, TextArea } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Link, linksQuery } from '../queries.ts';

const FORM = 'link-form';

/** A new chat link, or the fields of one. */
export function LinkDialog({ link, onClose }: { link: Link | null; onClose: () => void }) {
  const [t, ui] = [useTexts('entryPoints.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const { data: devices } = useQuery(devicesQuery);
  const first = devices?.data.find(({ phone_number }) => phone_number !== null)?.device_uuid ?? '';
  const [fields, setFields] = useState({
    name: link?.name ?? '',
    slug: link?.slug ?? '',
    device: link?.device_uuid ?? '',
    text: link?.text ?? '',
    expires: toLocalInput(link?.expires_at ?? null),
    enabled: link?.enabled ?? true,
  });
  const save = useMutation({
    mutationFn: () => {
      const { name, slug, device, text, expires, enabled } = fields;
      const body = {
        ...{ name, text, enabled, device_uuid: device || first, expires_at: fromLocalInput(expires) },
        ...(slug && { slug }),
      };
      return link === null
        ? ok(api.POST('/app/api/entry-points', { body }))
        : ok(api.PATCH('/app/api/entry-points/{id}', { params: { path: { id: link.id } }, body }));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: linksQuery.queryKey });
      notify(t('saved'));
      onClose();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const set =
    (name: 'name' | 'slug' | 'device' | 'text' | 'expires') => (event: { target: { value: string } }) =>
      setFields({ ...fields, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={FORM} busy={save.isPending}>
        {t('save')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={link === null ? t('newLink') : t('editLink')} footer={footer}>
      <form id={FORM} className="grid gap-4" onSubmit={submit}>
        <Field label={t('name')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
          {(control) => (
            <Input {...control} required maxLength={100} value={fields.name} onChange={set('name')} />
          )}
        </Field>
        <Field label={t('device')} problem={fieldProblem(problem, 'device_uuid')}>
          {(control) => (
            <Select {...control} required value={fields.device || first} onChange={set('device')}>
              {devices?.data.map(({ device_uuid, label, phone_number }) => (
                <option key={device_uuid} value={device_uuid}>
                  {`${label} · ${phone_number ?? t('withoutNumber')}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('text')} hint={t('textHint')} problem={fieldProblem(problem, 'text')}>
          {(control) => <TextArea {...control} maxLength={500} value={fields.text} onChange={set('text')} />}
        </Field>
        <Field label={t('address')} hint={t('addressHint')} problem={fieldProblem(problem, 'slug')}>
          {(control) => <Input {...control} maxLength={64} value={fields.slug} onChange={set('slug')} />}
        </Field>
        <Field label={t('expires')} hint={t('expiresHint')} problem={fieldProblem(problem, 'expires_at')}>
          {(control) => (
            <Input {...control} type="datetime-local" value={fields.expires} onChange={set('expires')} />
          )}
        </Field>
        <Checkbox
          label={t('enabled')}
          hint={t('enabledHint')}
          checked={fields.enabled}
          onChange={(event) => setFields({ ...fields, enabled: event.target.checked })}
        />
        <ProblemLine problem={problem?.code === 'invalid_fields' ? null : problem} />
      </form>
    </Dialog>
  );
}
