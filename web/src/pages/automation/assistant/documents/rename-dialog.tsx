import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { knowledgeChanged } from '../queries.ts';
import type { Document } from './queries.ts';

const FORM = 'rename-document';
const MAX_TITLE = 200;

/** The title is what answers name as their source. */
export function RenameDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const [t, ui] = [useTexts('assistant.documents'), useTexts('common.ui')];
  const [title, setTitle] = useState(document.title);
  const save = useMutation({
    mutationFn: () =>
      ok(
        api.PATCH('/app/api/knowledge/documents/{id}', {
          params: { path: { id: document.id } },
          body: { title },
        }),
      ),
    onSuccess: () => {
      void knowledgeChanged();
      onClose();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={FORM} busy={save.isPending}>
        {ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog open width="small" onClose={onClose} title={t('rename')} footer={footer}>
      <form id={FORM} className="grid gap-4" onSubmit={submit}>
        <Field label={t('title')} hint={t('titleHint')} problem={fieldProblem(problem, 'title')}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={MAX_TITLE}
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        <ProblemLine problem={problem?.code === 'invalid_fields' ? null : problem} />
      </form>
    </Dialog>
  );
}
