import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';

interface Props {
  icon: ReactNode;
  name: string;
  /** What it is for. */
  hint?: string;
  run: () => Promise<unknown>;
}

/** One act of the simulator with what it is for. */
export function Act({ icon, name, hint, run }: Props) {
  const act = useMutation({ mutationFn: run, onError: notifyProblem });
  return (
    <Button
      className="h-auto min-h-9 justify-start py-2 text-left"
      busy={act.isPending}
      onClick={() => act.mutate()}
    >
      {!act.isPending && icon}
      <span className="grid whitespace-normal">
        <bdi>{name}</bdi>
        {hint && <span className="text-xs font-normal text-soft">{hint}</span>}
      </span>
    </Button>
  );
}
