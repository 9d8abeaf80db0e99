import { z } from 'zod';
import { Assertion } from './assertion.ts';

export const HolderParams = z.object({ uuid: z.uuid() });
export const AnswerBody = z.object({ assertion: Assertion });
