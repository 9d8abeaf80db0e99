import { useMutation } from '@tanstack/react-query';
import { notifyProblem } from './toast.tsx';

/** What makes a button an act. A notice says why the act failed. */
export function useButtonAct(run: () => Promise<unknown>) {
  const { isPending, mutate } = useMutation({ mutationFn: run, onError: notifyProblem });
  return { busy: isPending, onClick: () => mutate() };
}
