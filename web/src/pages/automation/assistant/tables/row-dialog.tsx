import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { asProblem, type Problem } from '../../../../api/problem.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { knowledgeChanged } from '../queries.ts';
import type { Table } from './queries.ts';
import { useRowProblem } from './row-problem.ts';

const FORM = 'row-form';
const MAX_CELL = 1_000;

interface Props {
  table: Table;
  /** Null: a new row. */
  row: Schema<'KnowledgeTableRow'> | null;
  onClose: () => void;
}

/** Changes one row, such as a price, without a new file. */
export function RowDialog({ table: { id, columns }, row, onClose }: Props) {
  const [t, all, ui] = [useTexts('assistant.tables'), useTexts('assistant.page'), useTexts('common.ui')];
  const problemOf = useRowProblem();
  const [cells, setCells] = useState<Record<string, string>>(row?.cells ?? {});
  const done = (text: string) => {
    void knowledgeChanged();
    notify(text);
    onClose();
  };
  const save = useMutation({
    mutationFn: async () => {
      await (row === null
        ? call('POST /knowledge/tables/{id}/rows', { id, body: { rows: [{ cells }] } })
        : call('PATCH /knowledge/tables/{id}/rows', { id, body: { rows: [{ key: row.key, cells }] } }));
    },
    onSuccess: () => done(all('saved')),
  });
  const remove = useMutation({
    mutationFn: (key: string) => call('DELETE /knowledge/tables/{id}/rows', { id, query: { key } }),
    onSuccess: () => done(all('deleted')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const problem = save.error ? asProblem(save.error) : null;
  const footer = (
    <>
      {row && (
        <Button
          kind="danger"
          className="mr-auto"
          busy={remove.isPending}
          onClick={() => remove.mutate(row.key)}
        >
          {t('deleteRow')}
        </Button>
      )}
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={FORM} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog open firm onClose={onClose} title={t(row === null ? 'addRow' : 'editRow')} footer={footer}>
      <form id={FORM} className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
        {columns.map(({ name }) => (
          <Field
            key={name}
            label={<bdi className="wrap-anywhere">{name}</bdi>}
            problem={problemOf(cellProblem(problem, name) ?? '')}
          >
            {(control) => (
              <Input
                {...control}
                maxLength={MAX_CELL}
                value={cells[name] ?? ''}
                onChange={({ target }) => setCells({ ...cells, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </form>
      <RowProblem problem={problem} names={columns.map(({ name }) => name)} />
      <ProblemLine problem={remove.error} />
    </Dialog>
  );
}

/** The API names the column in the text. */
function cellProblem(problem: Problem | null, name: string): string | undefined {
  const [text = ''] = problem?.fields['rows.0.cells'] ?? [];
  return text.startsWith(`${name}: `) ? text.slice(name.length + 2) : undefined;
}

/** What is wrong with the row, and with no single cell. */
function RowProblem({ problem, names }: { problem: Problem | null; names: readonly string[] }) {
  const [text] = Object.values(problem?.fields ?? {}).flat();
  if (text === undefined || names.some((name) => cellProblem(problem, name)))
    return <ProblemLine problem={problem} />;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      {text}
    </p>
  );
}
