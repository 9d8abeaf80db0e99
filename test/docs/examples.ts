import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  type Document,
  METHODS,
  type MediaType,
  type Operation,
  type Schema,
} from '../../src/app/reference/open-api.ts';

/** Judges values by the schemas of a document, as an independent reader would: JSON Schema 2020-12, strictly. */
export function judgeOf(document: Document): (schema: Schema, value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(withDefs({ $id: 'api', $defs: document.components.schemas }));
  const judges = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const name = JSON.stringify(schema);
    const judge = judges.get(name) ?? ajv.compile(withDefs(schema));
    judges.set(name, judge);
    return judge(value) ? null : ajv.errorsText(judge.errors);
  };
}

/** The names of OpenAPI's components where a reader of JSON Schema looks for them. */
function withDefs(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/$defs/'));
}

/** Each example of the document that is not what its schema says, with the reason. */
export function findWrongExamples(document: Document): string[] {
  const judge = judgeOf(document);
  const check = (name: string, schema: Schema, value: unknown) => {
    const problem = judge(schema, value);
    return problem === null ? [] : [`${name}: ${problem}`];
  };
  return operationsByName(document).flatMap(([name, operation]) => [
    ...(operation.parameters ?? []).flatMap((one) => check(`${name} ${one.name}`, one.schema, one.example)),
    ...mediaOf(operation).flatMap(([part, { schema = {}, example, examples }]) =>
      [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples ?? {}).map(({ value }) => value),
      ].flatMap((value) => check(`${name} ${part}`, schema, value)),
    ),
  ]);
}

function mediaOf({ requestBody, responses }: Operation): [part: string, media: MediaType][] {
  return [
    ...Object.values(requestBody?.content ?? {}).map((media) => ['request', media] as [string, MediaType]),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      Object.values(content ?? {}).map((media) => [status, media] as [string, MediaType]),
    ),
  ];
}

function operationsByName({ paths, webhooks }: Document): [name: string, operation: Operation][] {
  return Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [[`${method} ${path}`, operation] as [string, Operation]] : [];
    }),
  );
}
