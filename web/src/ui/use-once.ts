import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** A mutation that takes no call while one runs: a double click is faster than the next drawing. */
export function useOnce<Answer, Input = void>(
  options: Omit<UseMutationOptions<Answer, Error, Input>, 'onSettled'>,
) {
  const isRunning = useRef(false);
  const { mutate, ...mutation } = useMutation({
    ...options,
    onSettled: () => {
      isRunning.current = false;
    },
  });
  const once = (input: Input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(input);
  };
  return { ...mutation, mutate: once };
}
