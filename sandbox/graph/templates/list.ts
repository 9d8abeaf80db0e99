import { SECOND } from '../../../src/platform/lib/clock.ts';
import { GraphError } from '../api/graph-error.ts';
import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import type { CloudNumber, NumberData } from '../records.ts';
import { listedTemplates, templateId } from './account-templates.ts';
import { componentsOf, type Template } from './definition.ts';
import { announceStatus } from './review.ts';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 1_000;
/** Of a verified business. */
const MAX_TEMPLATES = 6_000;

/** One page of the templates of an account. Throws GraphError 100. */
export function listTemplates(cloud: Cloud, wabaId: string, query: URLSearchParams): Json {
  const all = listedTemplates(cloud, wabaId);
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1)
    throw new GraphError(100, { message: '(#100) Param limit must be a positive integer' });
  const start = startOf(query.get('after'));
  const end = Math.min(start + Math.min(limit, MAX_LIMIT), all.length);
  const after = cursorOf(end);
  return {
    data: all.slice(start, end).map((template) => viewTemplate(cloud, wabaId, template)),
    paging: {
      cursors: { before: cursorOf(start), after },
      ...(end < all.length && {
        next: `${cloud.graphUrl()}/${wabaId}/message_templates?limit=${limit}&after=${after}`,
      }),
    },
    ...(query.has('summary') && { summary: summaryOf(all) }),
  };
}

const summaryOf = (all: readonly Template[]) => ({
  total_count: all.length,
  message_template_count: all.length,
  message_template_limit: MAX_TEMPLATES,
  are_translations_complete: true,
});

const cursorOf = (index: number) => Buffer.from(`template ${index}`).toString('base64');

function startOf(cursor: string | null): number {
  if (cursor === null) return 0;
  const [, index] = /^template (\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  if (index === undefined) throw new GraphError(100, { message: '(#100) Invalid cursor' });
  return Number(index);
}

function viewTemplate(cloud: Cloud, wabaId: string, template: Template): Json {
  const { name, language, category, status, parameter_format = 'POSITIONAL' } = template;
  const { quality_score: score = 'UNKNOWN', rejected_reason = 'NONE' } = template;
  return {
    name,
    language,
    category,
    status,
    quality_score: { score, date: Math.floor(cloud.clock.now() / SECOND) },
    rejected_reason,
    parameter_format,
    components: componentsOf(template),
    id: templateId(wabaId, template),
  };
}

/** Sends a webhook for each template with another status than before. */
export function notifyTemplateChanges(cloud: Cloud, number: CloudNumber, before: NumberData): void {
  const keyOf = ({ name, language }: Template) => `${name} ${language}`;
  const known = new Map((before.templates ?? []).map((each) => [keyOf(each), each]));
  for (const template of number.data.templates ?? []) {
    if (known.get(keyOf(template))?.status !== template.status) announceStatus(cloud, number, template);
  }
}
