import { z } from 'zod';

/**
 * A node that we can do without: when it is missing, null, or not what it should be, there is none. The provider changes its callbacks without
 * a word, and nothing that a customer writes may be lost to a node that means little.
 */
export const maybe = <Node extends z.ZodType>(node: Node) => node.nullish().catch(null);

/** A text that some write as a number: a time, digits. */
export const wordOf = (max: number) =>
  z.union([z.string().max(max), z.number().transform((number) => String(number))]);

/** A code of the provider, which some write as a text. */
export const errorCode = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
