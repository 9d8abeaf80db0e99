import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Field, fieldProblem, Input, Select } from '../../../../ui/field.tsx';
import { LeaveGuard, useUnsaved } from '../../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { DevicesField } from '../devices-field.tsx';
import { knowledgeChanged } from '../queries.ts';
import { ROLES, type Role, type Table } from './queries.ts';

/** What each column means to the assistant. */
export function ColumnsForm({ table }: { table: Table }) {
  const [t, all, ui] = [useTexts('assistant.tables'), useTexts('assistant.page'), useTexts('common.ui')];
  const [name, setName] = useState(table.name);
  const [columns, setColumns] = useState(table.columns);
  const [currency, setCurrency] = useState(table.currency ?? '');
  const [devices, setDevices] = useState<readonly string[] | null>(table.device_uuids);
  const fields = { name, columns, currency, devices };
  const { isUnsaved, settle } = useUnsaved(fields);
  const save = useMutation({
    mutationFn: (sent: typeof fields) => {
      const { name, columns, currency, devices } = sent;
      const changed = columns.filter(({ role }, at) => role !== table.columns[at]?.role);
      const body = {
        ...{ name, currency: currency === '' ? null : currency, device_uuids: devices && [...devices] },
        ...(changed.length > 0 && { columns: changed }),
      };
      return ok(api.PATCH('/app/api/knowledge/tables/{id}', { params: { path: { id: table.id } }, body }));
    },
    onSuccess: (_, sent) => {
      settle(sent);
      void knowledgeChanged();
      notify(all('saved'));
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const setRole = (at: number, role: Role) =>
    setColumns(columns.map((column, place) => (place === at ? { ...column, role } : column)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(fields);
  };
  return (
    <Section title={t('columns')} lead={t('columnsLead')}>
      <form className="grid gap-4" onSubmit={submit}>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map((column, at) => (
            <Field key={column.name} label={<bdi className="wrap-anywhere">{column.name}</bdi>}>
              {(control) => (
                <Select
                  {...control}
                  value={column.role}
                  onChange={({ target }) => setRole(at, target.value as Role)} // the options below
                >
                  {ROLES.map((role) => (
                    <option key={role} value={role}>
                      {t(`role_${role}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
        </div>
        {fieldProblem(problem, 'columns') && (
          <p role="alert" className="text-[13px] text-bad">
            {fieldProblem(problem, 'columns')}
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('name')} problem={fieldProblem(problem, 'name')}>
            {(control) => (
              <Input
                {...control}
                required
                maxLength={200}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Field label={t('currency')} hint={t('currencyHint')} problem={fieldProblem(problem, 'currency')}>
            {(control) => (
              <Input
                {...control}
                maxLength={3}
                className="max-w-28 uppercase"
                value={currency}
                onChange={({ target }) => setCurrency(target.value.toUpperCase())}
              />
            )}
          </Field>
        </div>
        <DevicesField value={devices} onValue={setDevices} problem={fieldProblem(problem, 'device_uuids')} />
        <ProblemLine problem={problem} />
        <LeaveGuard when={isUnsaved} />
        <div className="flex justify-end">
          <Button type="submit" busy={save.isPending}>
            {ui('save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
