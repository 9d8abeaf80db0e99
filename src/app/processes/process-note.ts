import { z } from 'zod';
import type { FolderProcess } from '../../platform/lib/folder-process.ts';

/** In the notes of a data folder. */
export const FolderProcessNote: z.ZodType<FolderProcess> = z.object({
  pid: z.int().positive(),
  began: z.string(),
  folder: z.string().optional(),
});
