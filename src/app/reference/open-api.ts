/** The used parts of OpenAPI 3.1. The published types mix in OpenAPI 3.0. */
export interface Document {
  openapi: string;
  info: object;
  tags?: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components: { schemas: Schemas; securitySchemes?: object };
}

export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
export type PathItem = { [method in (typeof METHODS)[number]]?: Operation };

export interface Operation {
  tags?: string[];
  operationId?: string;
  summary?: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Content;
}

export type Content = Record<string, MediaType>;
export interface MediaType {
  schema?: Schema | undefined;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
}

/** JSON Schema 2020-12. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  examples?: unknown[];
  example?: unknown;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minProperties?: number;
}
export type Schemas = Record<string, Schema>;

/** Includes the webhooks. */
export function operationsOf({ paths, webhooks }: Pick<Document, 'paths' | 'webhooks'>): Operation[] {
  return [...Object.values(paths), ...Object.values(webhooks ?? {})].flatMap((item) =>
    METHODS.flatMap((method) => item[method] ?? []),
  );
}
