import type { z } from 'zod';

/** An example of a body, under a short name of its own. */
export interface NamedExample {
  summary: string;
  value: unknown;
}

/** What the API reference says about a route beyond its schemas. Nothing here changes what the route does. */
export interface RouteDocumentation {
  /** Headers that the route reads itself, with their descriptions and examples as metadata; required unless optional. */
  requestHeaders?: Readonly<Record<string, z.ZodType>>;
  /** Headers of its answers, and with which statuses they come; without `statuses`: with every answer but 401. */
  responseHeaders?: Readonly<Record<string, { schema: z.ZodType; statuses?: readonly number[] }>>;
  /** Bodies worth showing; without any, one is made of the examples of the fields. */
  requestExamples?: Readonly<Record<string, NamedExample>>;
  /** By status. */
  responseExamples?: Readonly<Record<number, Readonly<Record<string, NamedExample>>>>;
}
