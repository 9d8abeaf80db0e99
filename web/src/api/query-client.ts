import { QueryClient } from '@tanstack/react-query';
import { asProblem } from './problem.ts';

/** Failures are shown after 1.5 seconds, with a button to try again. */
const MAX_RETRIES = 2;
const FIRST_RETRY_MS = 500;

/** The answers that pages show. The live stream keeps them fresh. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => asProblem(error).isTemporary && failures < MAX_RETRIES,
      retryDelay: (failures) => FIRST_RETRY_MS * 2 ** failures,
    },
    mutations: { retry: false },
  },
});
