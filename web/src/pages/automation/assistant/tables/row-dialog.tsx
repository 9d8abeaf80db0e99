import { useMutation } from '@tanstack/react-query';
import { useContext } from 'react';
import { call } from '../../../../api/call.ts';
import { asProblem, type Problem } from '../../../../api/problem.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, Input } from '../../../../ui/field.tsx';
import { FormFacts, useField } from '../../../../ui/form/facts.ts';
import { FormDialog } from '../../../../ui/form/form.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify, notifyProblem } from '../../../../ui/toast.tsx';
import { knowledgeChanged } from '../queries.ts';
import type { Table } from './queries.ts';
import { useRowProblem } from './row-problem.ts';

const MAX_CELL = 1_000;

interface Props {
  table: Table;
  /** Null: a new row. */
  row: Schema<'KnowledgeTableRow'> | null;
  onClose: () => void;
}

/** Changes one row, such as a price, without a new file. */
export function RowDialog({ table: { id, columns }, row, onClose }: Props) {
  const [t, all] = [useTexts('assistant.tables'), useTexts('assistant.page')];
  const names = columns.map(({ name }) => name);
  const done = (text: string) => {
    void knowledgeChanged();
    notify(text);
    onClose();
  };
  const remove = useMutation({
    mutationFn: (key: string) => call('DELETE /knowledge/tables/{id}/rows', { id, query: { key } }),
    onSuccess: () => done(all('deleted')),
    onError: notifyProblem,
  });
  return (
    <FormDialog
      firm
      title={t(row === null ? 'addRow' : 'editRow')}
      initial={{ cells: row?.cells ?? {} }}
      save={async ({ cells }) =>
        row === null
          ? call('POST /knowledge/tables/{id}/rows', { id, body: { rows: [{ cells }] } })
          : call('PATCH /knowledge/tables/{id}/rows', { id, body: { rows: [{ key: row.key, cells }] } })
      }
      onSaved={() => done(all('saved'))}
      said={OtherProblem}
      aside={
        row && (
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate(row.key)}>
            {t('deleteRow')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <Cells names={names} />
    </FormDialog>
  );
}

function Cells({ names }: { names: readonly string[] }) {
  const { value: cells, setValue } = useField<Record<string, string>>('cells');
  const { problem } = useContext(FormFacts);
  const problemOf = useRowProblem();
  const [text] = Object.values(problem?.fields ?? {}).flat();
  const isOfRow = text !== undefined && !names.some((name) => cellProblem(problem, name));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => (
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
                onChange={({ target }) => setValue({ ...cells, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {isOfRow && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {text}
        </p>
      )}
    </>
  );
}

/** The API names the column in the text. */
function cellProblem(problem: Problem | null, name: string): string | undefined {
  const [text = ''] = problem?.fields['rows.0.cells'] ?? [];
  return text.startsWith(`${name}: `) ? text.slice(name.length + 2) : undefined;
}

/** What is wrong with cells is said there. */
function OtherProblem({ problem }: { problem: unknown }) {
  return problem && asProblem(problem).code !== 'invalid_fields' ? <ProblemLine problem={problem} /> : null;
}
