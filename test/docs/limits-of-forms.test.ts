import { expect, test } from 'vitest';
import type { Document, Schema } from '../../src/app/reference/open-api.ts';
import { readTree } from '../hygiene/tree.ts';
import { renderFormLimits } from './limits-of-forms.ts';

const documentOf = (properties: Record<string, Schema>, required: string[] = []): Document => ({
  openapi: '3.1.0',
  info: {},
  paths: {
    '/app/api/things': {
      post: {
        operationId: 'createThing',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateThing' } } },
        },
        responses: {},
      },
    },
  },
  components: { schemas: { CreateThing: { type: 'object', properties, required } } },
});

test.each<[promise: string, Schema, limit: string]>([
  ['a length', { type: 'string', maxLength: 50 }, 'maxLength: 50'],
  ['a text that may not be empty', { type: 'string', minLength: 1 }, 'required: true'],
  ['a text that a pattern forbids to be empty', { type: 'string', pattern: '^[a-z]+$' }, 'required: true'],
  ['a number', { type: 'integer', minimum: 1, maximum: 9 }, 'minimum: 1, maximum: 9, required: true'],
  [
    'what may be null',
    { anyOf: [{ type: 'string', minLength: 1, maxLength: 5 }, { type: 'null' }] },
    'maxLength: 5, nullable: true',
  ],
  ['a choice with a start value', { enum: ['a', 'b'], default: 'a' }, 'default: "a"'],
])('a form knows %s', (_promise, field, limit) => {
  const rendered = renderFormLimits(documentOf({ field }, ['field']));

  expect(rendered).toContain(`export const CreateThing = {\n  field: { ${limit}`);
});

test('entries of a list and fields of an object have their path', () => {
  const tags: Schema = { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 10 } };

  const rendered = renderFormLimits(documentOf({ shop: { type: 'object', properties: { tags } } }));

  expect(rendered).toContain("  'shop.tags': { maxItems: 3 },\n  'shop.tags.*': { maxLength: 10 },\n");
});

const P = 'web/src/pages';
/** What no body of the API limits, and what is in a definition or in a path. */
const BY_HAND: Record<string, string> = {
  'web/src/session/proof-fields.tsx': 'the first page loads no limits',
  [`${P}/automation/flows/chat/test-panel.tsx`]: 'limited by the message of the provider',
  [`${P}/automation/flows/chat/what-if.tsx`]: 'limited by the message of the provider',
  [`${P}/automation/flows/editor/node-panel.tsx`]: 'in docs/flow.schema.json',
  [`${P}/automation/flows/forms/field-view.tsx`]: 'in docs/flow.schema.json',
  [`${P}/automation/flows/secrets/secret-dialog.tsx`]: 'the name is in the path of the call',
  [`${P}/automation/assistant/settings/handoff-part.tsx`]: 'a text per language, limited by a rule',
  [`${P}/broadcasts/opt-outs-page.tsx`]: 'a number as people write it',
  [`${P}/contacts/filters.tsx`]: 'a search',
  [`${P}/developers/samples/samples-page.tsx`]: 'a number as people write it',
  [`${P}/devices/official/templates/button-fields.tsx`]: 'a number, limited by a pattern',
  [`${P}/devices/official/templates/code-fields.tsx`]: 'limited by a pattern',
  [`${P}/devices/official/templates/part-fields.tsx`]: 'limited by a pattern',
  [`${P}/devices/pairing/import-panel.tsx`]: 'a number with blanks',
  [`${P}/inbox/composer/media-dialog.tsx`]: 'limited by the message of the provider',
  [`${P}/settings/conversations/rating-part.tsx`]: 'a text per language, limited by a rule',
  [`${P}/settings/profile/add-factor.tsx`]: 'a code with blanks',
  [`${P}/settings/profile/profile-page.tsx`]: 'limited by bytes',
};

test('the dashboard takes lengths of the API from the generated limits', async () => {
  const files = await readTree();
  const byHand = files.filter(
    ({ path, text }) => /^web\/src\/.*\.tsx$/.test(path) && /maxLength=\{[\d_]+\}/.test(text),
  );

  expect(byHand.map(({ path }) => path)).toEqual(Object.keys(BY_HAND).sort());
});
