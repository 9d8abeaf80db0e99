import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

/** A mutation that takes no call while one runs: a double click is faster than the next drawing. */
export function useOnce<Answer, Input = void>(
  options: Omit<UseMutationOptions<Answer, Error, Input>, 'onSettled'>,
) {
  // A new turn comes with the drawing of what the end has changed, such as a closed dialog.
  const [turn, setTurn] = useState({ isTaken: false });
  const { mutate, ...mutation } = useMutation({
    ...options,
    onSettled: () => setTurn({ isTaken: false }),
  });
  const once = (input: Input) => {
    if (turn.isTaken) return;
    turn.isTaken = true;
    mutate(input);
  };
  return { ...mutation, mutate: once };
}
