import type { z } from 'zod';

export interface NamedExample {
  summary: string;
  value: unknown;
}

/** Has no effect on the route. */
export interface RouteDocumentation {
  /** Required unless the schema is optional. */
  requestHeaders?: Readonly<Record<string, z.ZodType>>;
  /** Without `statuses`: on every answer but 401. */
  responseHeaders?: Readonly<Record<string, { schema: z.ZodType; statuses?: readonly number[] }>>;
  /** Default: made from the examples of the fields. */
  requestExamples?: Readonly<Record<string, NamedExample>>;
  /** Descriptions of the parts of a multipart body: `file` is the file, the others are texts. */
  upload?: Readonly<Record<string, string>>;
  /** By status: another type of the answer, for callers that accept it. */
  pictures?: Readonly<Record<number, string>>;
  /** By status: an answer that is text in place of JSON. */
  texts?: Readonly<Record<number, { type: string; example: string }>>;
  /** Statuses whose answer is a file of any type, in place of JSON. */
  files?: readonly number[];
  /** By status. */
  responseExamples?: Readonly<Record<number, Readonly<Record<string, NamedExample>>>>;
}
