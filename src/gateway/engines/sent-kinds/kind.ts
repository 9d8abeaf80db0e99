import type { z } from 'zod';
import type { ContentDetails } from '../content-kinds.ts';

/** Threads show `body`, and the parts in `details`. */
export interface StoredKind {
  body: string | null;
  media_url?: string | null;
  interactive?: object;
  details?: ContentDetails;
}

/** Beside text, files, buttons and lists. */
export interface Kind<Fields extends z.core.$ZodLooseShape> {
  /** In the reference. */
  title: string;
  /** Of the API, beside the address and the type. */
  fields: Fields;
  example: object;
  stored(message: z.infer<z.ZodObject<Fields>>): StoredKind;
}

/** Infers the type from the fields. */
export const kind = <Fields extends z.core.$ZodLooseShape>(given: Kind<Fields>): Kind<Fields> => given;
