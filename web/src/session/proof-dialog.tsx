import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { asProblem } from '../api/problem.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { type Proof, ProofFields } from './proof-fields.tsx';

interface Props<Answer> {
  title: string;
  lead: string;
  /** The verb of the button. */
  action: string;
  danger?: boolean;
  run: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => unknown;
  onClose: () => void;
}

/** Asks who is there before an act. A typed password is nothing to keep: closing asks nothing. */
export function ProofDialog<Answer>({ title, lead, action, danger, run, onDone, onClose }: Props<Answer>) {
  const ui = useTexts('common.ui');
  const form = useId();
  const [proof, setProof] = useState<Proof>({ password: '', code: '' });
  const prove = useMutation({ mutationFn: () => run(proof), onSuccess: onDone });
  const problem = prove.error ? asProblem(prove.error) : null;
  const submit = (event: FormEvent) => {
    // The form below this dialog must not be sent with it.
    event.stopPropagation();
    event.preventDefault();
    prove.mutate();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind={danger ? 'danger' : 'primary'} type="submit" form={form} busy={prove.isPending}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog open unsaved={() => false} width="small" {...{ title, lead, onClose, footer }}>
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <ProofFields {...{ proof, problem }} onProof={setProof} />
        <ProblemLine problem={problem} />
      </form>
    </Dialog>
  );
}
