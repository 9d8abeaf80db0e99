import { QueryClient } from '@tanstack/react-query';
import { asProblem } from './problem.ts';

const MAX_RETRIES = 3;

/** The answers that pages show. The live stream keeps them fresh. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => asProblem(error).isTemporary && failures < MAX_RETRIES,
    },
    mutations: { retry: false },
  },
});
