import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The part of JSON Schema (2020-12) from which values are generated. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Referable<{ value?: unknown }>>;
}

interface RawParameter {
  in: string;
  name: string;
  required?: boolean;
  schema?: Schema;
}

interface RawOperation {
  operationId?: string;
  security?: object[];
  parameters?: Referable<RawParameter>[];
  requestBody?: Referable<{ content?: Record<string, Media> }>;
  responses?: Record<string, Referable<RawResponse>>;
}

interface RawResponse {
  content?: Record<string, Media>;
  headers?: Record<string, Referable<{ required?: boolean }>>;
}

type Referable<T> = T & { $ref?: string };

/** The body of /openapi.json. */
export interface OpenApi {
  paths: Record<string, Record<string, RawOperation | undefined>>;
  security?: object[];
}

export interface Parameter {
  name: string;
  place: string;
  required: boolean;
  schema: Schema;
}

/** The documentation of one status of an operation. */
export interface Documented {
  mediaTypes: string[];
  /** Error codes of this status, or empty. */
  codes: ReadonlySet<string>;
  /** In lower case. */
  requiredHeaders: string[];
  /** Problems of a JSON body. Empty when it matches the document. */
  complaints(body: unknown): string[];
}

export interface Operation {
  name: string;
  method: string;
  /** With its parameters in braces. */
  path: string;
  /** `devices` for all paths below /v1/devices. */
  collection: string;
  /** Needs no key. */
  open: boolean;
  parameters: Parameter[];
  body: { schema: Schema; examples: unknown[]; complaints(body: unknown): string[] } | null;
  answers: ReadonlyMap<number, Documented>;
}

export interface ApiDocument {
  operations: Operation[];
  collections: ReadonlySet<string>;
  /** Values by field name that exist outside the API. */
  known: Readonly<Record<string, readonly (string | number)[]>>;
  /** Follows references to the schema. */
  resolve(schema: Schema): Schema;
}

const DOCUMENT = 'openapi.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const JSON_MEDIA = 'application/json';

/** Reads an OpenAPI 3.1 document. Schemas are compiled at first use. Throws on an unknown reference. */
export function readDocument(openApi: OpenApi, known: ApiDocument['known'] = {}): ApiDocument {
  const resolve = <T extends object>(part: Referable<T>): T =>
    part.$ref === undefined ? part : resolve(at(openApi, part.$ref));
  const checkAnswer = checker(openApi, { formats: true });
  const checkBody = checker(openApi, { formats: false });

  const operations = Object.entries(openApi.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      return raw ? [readOperation(path, method, raw)] : [];
    }),
  );
  const collections = new Set(operations.flatMap(({ path, collection }) => [collection, ...partsOf(path)]));
  return { operations, collections, known, resolve };

  function readOperation(path: string, method: string, raw: RawOperation): Operation {
    const here = ['paths', path, method];
    const media = raw.requestBody && resolve(raw.requestBody).content?.[JSON_MEDIA];
    const bodyPlace = [...here, 'requestBody', 'content', JSON_MEDIA, 'schema'];
    return {
      name: raw.operationId ?? `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      collection: path.split('/')[2] ?? '',
      open: (raw.security ?? openApi.security ?? []).length === 0,
      parameters: (raw.parameters ?? []).map(resolve).map(({ name, in: place, required, schema }) => ({
        name,
        place,
        required: required === true,
        schema: schema ?? {},
      })),
      body: media?.schema
        ? {
            schema: media.schema,
            examples: examplesOf(media),
            complaints: checkBody(bodyPlace, media.schema),
          }
        : null,
      answers: new Map(
        Object.entries(raw.responses ?? {}).map(([status, response]) => [
          Number(status),
          readAnswer([...here, 'responses', status], response),
        ]),
      ),
    };
  }

  function readAnswer(place: string[], response: Referable<RawResponse>): Documented {
    const { content = {}, headers = {} } = resolve(response);
    const media = content[JSON_MEDIA];
    // A shared response is checked at its own path.
    const home = response.$ref === undefined ? place : pathOf(response.$ref);
    const codes = media ? [...examplesOf(media), ...errorEnum(media.schema)].flatMap(codeIn) : [];
    return {
      mediaTypes: Object.keys(content),
      codes: new Set(codes),
      requiredHeaders: Object.entries(headers)
        .filter(([, header]) => resolve(header).required)
        .map(([name]) => name.toLowerCase()),
      complaints: media?.schema
        ? checkAnswer([...home, 'content', JSON_MEDIA, 'schema'], media.schema)
        : () => [],
    };
  }

  function examplesOf(media: Media): unknown[] {
    const named = Object.values(media.examples ?? {}).map((example) => resolve(example).value);
    const ofSchema = media.schema ? (resolve(media.schema).examples ?? []) : [];
    return [media.example, ...named, ...ofSchema].filter((example) => example !== undefined);
  }

  /** A schema that lists its error codes, as example answers. */
  function errorEnum(schema: Schema | undefined): { error: unknown }[] {
    if (!schema) return [];
    const { properties, anyOf = [], oneOf = [] } = resolve(schema);
    const error = properties?.error ? resolve(properties.error) : undefined;
    const own = error?.const === undefined ? [] : [{ error: error.const }];
    return [...own, ...[...anyOf, ...oneOf].flatMap(errorEnum)];
  }
}

/** Nested collections: `deliveries` in `/v1/webhooks/{id}/deliveries/{delivery_id}`. */
function partsOf(path: string): string[] {
  return [...path.matchAll(/\}\/(\w+)\/\{/g)].map(([, name = '']) => name);
}

/** The collection of a field: `devices` for `device_uuid`, `contacts` for `contact_ids`. */
export function collectionOf(field: string): string | undefined {
  const noun = /^(.+)_(uuid|id|ids|uuids)$/.exec(field)?.[1];
  if (noun === 'person') return 'people';
  return noun?.replace(/y$/, 'ie').replaceAll('_', '-').concat('s');
}

function codeIn(example: unknown): string[] {
  const code = typeof example === 'object' && example !== null && 'error' in example ? example.error : null;
  return typeof code === 'string' ? [code] : [];
}

/** Validates bodies by the path of their schema. Compiling takes milliseconds, so equal schemas are compiled once. */
function checker(openApi: OpenApi, options: { formats: boolean }) {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    allErrors: true,
    validateFormats: options.formats,
  });
  if (options.formats) addFormats.default(ajv);
  // The parts around the schemas are not schema keywords.
  ajv.addVocabulary(Object.keys(openApi));
  ajv.addSchema({ ...openApi, $id: DOCUMENT }, DOCUMENT, undefined, false);
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (place: string[], schema: Schema) => {
    const text = JSON.stringify(schema);
    const steps = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = [`${DOCUMENT}#`, ...steps].join('/');
    return (body: unknown) => {
      const validate = compiled.get(text) ?? ajv.compile({ $ref });
      compiled.set(text, validate);
      if (validate(body)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message }) => `${instancePath || 'body'} ${message}`,
      );
    };
  };
}

function pathOf(reference: string): string[] {
  const [, ...steps] = reference.split('/');
  return steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function at<T>(openApi: OpenApi, reference: string): T {
  let part: unknown = openApi;
  for (const step of pathOf(reference)) {
    part = typeof part === 'object' && part !== null ? Reflect.get(part, step) : undefined;
  }
  if (part === undefined) throw new Error(`${reference} leads nowhere`);
  // The document defines the type at each path.
  return part as T;
}
