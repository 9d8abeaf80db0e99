import { z } from 'zod';

/** For a message from the past, such as one that waited for the connection. */
export const SecondsAgo = z.number().int().min(0).max(100_000_000).default(0);
