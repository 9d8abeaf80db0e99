import { z } from 'zod';
import { apiString, atMost, requiredString } from '../../../platform/lib/text.ts';
import { MAX_PATTERN } from '../../matching.ts';
import { BAD_NAME, placeholdersOf, templateProblems, VARIABLE_NAME } from './template.ts';

const NODE_ID = /^[A-Za-z0-9_-]{1,40}$/;
const MAX_URL = 2_048;
/** Before the first value: a customer must not choose the server. */
const STATIC_ORIGIN = /^https?:\/\/[^/?#\s{}@\\]+[/?#]/i;

/** Names a node of the same flow. */
export const nodeId = () =>
  z
    .string()
    .regex(NODE_ID, 'must have 1 to 40 characters of a-z, A-Z, 0-9, _ and -')
    .meta({ description: 'The `id` of a node of this flow.' });

/** Messages carry it behind the id of the node. The provider takes 200 characters in all. */
const MAX_CHOICE_ID = 150;
export const choiceId = () => requiredString(MAX_CHOICE_ID);

export const variableName = () =>
  z
    .string()
    .regex(VARIABLE_NAME, BAD_NAME)
    .meta({ description: 'The name of a variable. Texts use it as `{{var.NAME}}`.' });

interface TemplateOptions {
  max: number;
  /** Empty text is a value too. */
  empty?: boolean;
  secrets?: boolean;
}

/** Text with values in double braces. */
export function template({ max, empty = false, secrets = false }: TemplateOptions) {
  const text = empty ? apiString().refine(...atMost(max)) : requiredString(max);
  return text
    .superRefine((written, issues) => {
      for (const message of templateProblems(written, { secrets }))
        issues.addIssue({ code: 'custom', message });
    })
    .meta({ maxLength: max });
}

/** The server of the URL is written out. */
export const templateUrl = () =>
  template({ max: MAX_URL })
    .refine(hasFixedServer, 'must be an http or https URL whose server has no value in braces')
    .meta({ maxLength: MAX_URL });

function hasFixedServer(url: string): boolean {
  if (/\s/.test(url.replaceAll(/\{\{[^{}]*\}\}/g, ''))) return false;
  return placeholdersOf(url).length === 0
    ? /^https?:\/\/[^/?#\s{}@\\]+/i.test(url) && URL.canParse(url)
    : STATIC_ORIGIN.test(url);
}

/** A regular expression. `problemsOf` compiles those of a flow. */
export const pattern = () => requiredString(MAX_PATTERN);
