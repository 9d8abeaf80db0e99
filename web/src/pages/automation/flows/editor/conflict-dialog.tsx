import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../../api/call.ts';
import { CreateFlow } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { readDefinition } from '../model/definition.ts';
import { differenceOf } from '../model/difference.ts';
import { DifferenceView } from '../versions/difference-view.tsx';
import { bodyOf, type Conflict, type Editor } from './use-editor.ts';

/** Another user saved before. Every choice keeps both drafts within reach. */
export function ConflictDialog({ editor, conflict }: { editor: Editor; conflict: Conflict }) {
  const t = useTexts('flows.editor');
  const { theirs, base } = conflict;
  const read = useMemo(() => readDefinition(theirs.definition), [theirs]);
  const difference = useMemo(() => read && differenceOf(base.definition, read), [read, base]);
  const copy = useMutation({
    mutationFn: async () => {
      const name = t('copyName', { name: editor.draft.name }).slice(0, CreateFlow.name.maxLength);
      await call('POST /flows', { body: { ...bodyOf(editor.draft), name } });
      if (read) editor.take(theirs, read);
      notify(t('copySaved', { name }));
    },
  });
  const isBusy = copy.isPending || editor.save.isPending;
  return (
    <Dialog
      open
      firm
      onClose={() => editor.setConflict(null)}
      title={t('conflict')}
      lead={t('conflictLead')}
      footer={<Button onClick={() => editor.setConflict(null)}>{t('later')}</Button>}
    >
      <div className="grid gap-2 sm:grid-cols-3">
        <Choice
          text={t('keepMine')}
          hint={t('keepMineHint')}
          disabled={isBusy}
          onClick={() => editor.save.mutate({ over: theirs.draft_version })}
        />
        <Choice
          text={t('takeTheirs')}
          hint={t('takeTheirsHint')}
          disabled={isBusy || !read}
          onClick={() => read && editor.take(theirs, read)}
        />
        <Choice
          text={t('saveCopy')}
          hint={t('saveCopyHint')}
          disabled={isBusy || !read}
          onClick={() => copy.mutate()}
        />
      </div>
      <ProblemLine problem={copy.error} />
      <section className="grid gap-2">
        <h3 className="font-medium">{t('theirs')}</h3>
        {difference && <DifferenceView difference={difference} empty={t('nothingChanged')} />}
      </section>
    </Dialog>
  );
}

interface ChoiceProps {
  text: string;
  hint: string;
  disabled: boolean;
  onClick: () => void;
}

function Choice({ text, hint, ...button }: ChoiceProps) {
  return (
    <button
      type="button"
      className="grid content-start gap-1 rounded-md border border-line p-3 text-left hover:bg-hover
        disabled:opacity-50"
      {...button}
    >
      <span className="font-medium">{text}</span>
      <span className="text-[13px] text-soft">{hint}</span>
    </button>
  );
}
