import type { z } from 'zod';

export interface NamedExample {
  summary: string;
  value: unknown;
}

/** Has no effect on the route. */
export interface RouteDocumentation {
  requestHeaders?: Readonly<Record<string, z.ZodType>>;
  /** Default statuses: all but 401. */
  responseHeaders?: Readonly<Record<string, { schema: z.ZodType; statuses?: readonly number[] }>>;
  requestExamples?: Readonly<Record<string, NamedExample>>;
  /** Of a multipart body: `file` is the file. */
  upload?: Readonly<Record<string, string>>;
  /** By status: another type, for callers that accept it. */
  pictures?: Readonly<Record<number, string>>;
  /** By status: text in place of JSON. */
  texts?: Readonly<Record<number, { type: string; example: string }>>;
  /** A file in place of JSON. */
  files?: readonly number[];
  /** By status. */
  responseExamples?: Readonly<Record<number, Readonly<Record<string, NamedExample>>>>;
}
