import type { Document, Operation, PathItem } from '../../src/app/reference/open-api.ts';
import { METHODS } from '../../src/app/reference/open-api.ts';

const PROBLEMS: [problem: string, isGap: (operation: Operation, path: string) => boolean][] = [
  ['no operationId', ({ operationId }) => !operationId],
  ['no summary', ({ summary }) => !summary],
  ['no description', ({ description }, path) => path.startsWith('/v1/') && !description],
  ['no tag', ({ tags = [] }) => tags.length !== 1],
  ['a parameter without description', ({ parameters = [] }) => parameters.some((p) => !p.description)],
  ['a parameter without example', ({ parameters = [] }) => parameters.some((p) => p.example === undefined)],
  ['no example of the request', ({ requestBody }) => lacksExample(requestBody?.content)],
  [
    'an answer without example',
    ({ responses }) => Object.values(responses).some(({ content }) => lacksExample(content)),
  ],
  [
    'an answer without description of its own',
    ({ responses }) =>
      Object.values(responses).some(({ description }) => /^(Done|Created|Accepted)\.$/.test(description)),
  ],
];

/** What each operation of the document leaves out, as `GET /v1/things: no summary`. */
export function findGaps({ paths }: Pick<Document, 'paths'>): string[] {
  return Object.entries(paths).flatMap(([path, item]: [string, PathItem]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const gaps = PROBLEMS.filter(([, isGap]) => isGap(operation, path));
      return gaps.map(([problem]) => `${method.toUpperCase()} ${path}: ${problem}`);
    }),
  );
}

function lacksExample(content: Operation['responses'][string]['content']): boolean {
  return Object.entries(content ?? {}).some(
    ([type, { example, examples = {} }]) =>
      !/^(image|\*)\//.test(type) && example === undefined && Object.keys(examples).length === 0,
  );
}
