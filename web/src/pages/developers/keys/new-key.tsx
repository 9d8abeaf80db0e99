import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { keysQuery } from '../../../queries/keys.ts';
import { fromLocalInput } from '../../../texts/local-input.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, fieldProblem, Input, Select, TextArea } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';

type Scope = Schema<'CreateApiKey'>['scope'];

const SCOPES: readonly Scope[] = ['send', 'read', 'full'];
const NO_FIELDS = { name: '', scope: 'send' as Scope, expires: '', addresses: '' };

/** The form of a new key, then the key itself. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const [t, ui] = [useTexts('developers.page'), useTexts('common.ui')];
  const client = useQueryClient();
  const form = useId();
  const [fields, setFields] = useState(NO_FIELDS);
  const create = useMutation({
    mutationFn: () => ok(api.POST('/app/api/api-keys', { body: bodyOf(fields) })),
    onSuccess: () => client.invalidateQueries(keysQuery),
  });
  if (create.data) {
    return (
      <ShownOnce title={t('keyMade')} lead={t('keyOnce')} secret={create.data.api_key} onClose={onClose} />
    );
  }
  const problem = create.error ? asProblem(create.error) : null;
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={create.isPending}>
        {t('create')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t('newKey')} lead={t('newKeyLead')} footer={footer}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <Field label={t('name')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
          {(control) => (
            <Input {...control} required maxLength={255} value={fields.name} onChange={set('name')} />
          )}
        </Field>
        <Field label={t('scope')} hint={t(`${fields.scope}Hint`)} problem={fieldProblem(problem, 'scope')}>
          {(control) => (
            <Select {...control} value={fields.scope} onChange={set('scope')}>
              {SCOPES.map((scope) => (
                <option key={scope} value={scope}>
                  {t(scope)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('ends')} hint={t('endsHint')} problem={fieldProblem(problem, 'expires_at')}>
          {(control) => <Input {...control} type="date" value={fields.expires} onChange={set('expires')} />}
        </Field>
        <Field
          label={t('addresses')}
          hint={t('addressesHint')}
          problem={fieldProblem(problem, 'allowed_addresses')}
        >
          {(control) => (
            <TextArea
              {...control}
              className="font-mono text-[13px]"
              spellCheck={false}
              maxLength={5_000}
              placeholder={'203.0.113.7\n203.0.113.0/24'}
              value={fields.addresses}
              onChange={set('addresses')}
            />
          )}
        </Field>
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}

/** The key works until the end of the chosen day, in the time zone of the browser. */
function bodyOf({ name, scope, expires, addresses }: typeof NO_FIELDS): Schema<'CreateApiKey'> {
  const end = expires === '' ? null : fromLocalInput(`${expires}T23:59:59`);
  return { name, scope, expires_at: end, allowed_addresses: addresses.split(/[\s,;]+/).filter(Boolean) };
}
