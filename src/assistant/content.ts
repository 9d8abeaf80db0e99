import { z } from 'zod';
import { MAX_TEXT } from '../gateway/engines/kinds.ts';
import {
  CHOICE_LIMITS,
  CHOICES,
  CONTENT,
  checkFileOptions,
  MAX_CAPTION,
  MEDIA_URL,
} from '../gateway/messages/content.ts';
import { TemplateInput } from '../gateway/templates/template-input.ts';
import { MEDIA_TYPES } from '../platform/lib/media/formats.ts';
import { apiString, atMost, requiredString } from '../platform/lib/text.ts';
import { choicesOf } from './choices.ts';
import type { Content, TemplateReply } from './plan.ts';

type ContentType = 'text' | (typeof MEDIA_TYPES)[number] | 'button' | 'list';

/** In code points. */
export function maxBody(type: ContentType): number {
  if (type === 'text') return MAX_TEXT;
  return type === 'button' || type === 'list' ? CHOICE_LIMITS[type].body : MAX_CAPTION;
}

const absent = (error: string) =>
  z.null({ error }).optional().meta({ description: 'Not used by this type.' });

/** Of a text with variables. */
type ProblemsOf = (text: string) => readonly string[];

/** A message of an automation: what POST /v1/messages takes beside the address. */
export function contentSchema(problemsOf: ProblemsOf) {
  const checked = <Text extends z.ZodType<string>>(text: Text) =>
    text.superRefine((written, issues) => {
      for (const message of problemsOf(written)) issues.addIssue({ code: 'custom', message });
    });
  return z.discriminatedUnion('type', [
    textContent(checked(requiredString(MAX_TEXT))),
    mediaContent(checked(apiString().refine(...atMost(MAX_CAPTION)))),
    choicesContent('button', checked(requiredString(maxBody('button')))),
    choicesContent('list', checked(requiredString(maxBody('list')))),
    templateContent(problemsOf),
  ]);
}

/** An approved template whose values can have variables. */
export const templateWith = (problemsOf: ProblemsOf) =>
  TemplateInput.superRefine((template, issues) => {
    for (const [path, value] of valuesOf(template))
      for (const message of problemsOf(value)) issues.addIssue({ code: 'custom', path, message });
  });

type Value = [path: PropertyKey[], value: string];

const valuesOf = ({ variables = {}, header_media_url, buttons }: TemplateInput): Value[] => [
  ...Object.entries(variables).map(([key, value]): Value => [['variables', key], value]),
  ...(header_media_url ? [[['header_media_url'], header_media_url] satisfies Value] : []),
  ...(buttons ?? []).map((value, index): Value => [['buttons', index], value]),
];

/** The texts of a message that can have variables. */
export const textsIn = (reply: Content | TemplateReply): string[] =>
  reply.type === 'template' ? valuesOf(reply.template).map(([, value]) => value) : [reply.body ?? ''];

function templateContent(problemsOf: ProblemsOf) {
  return z
    .object({
      type: z.literal('template'),
      template: templateWith(problemsOf),
      body: absent('is not used by this type'),
      media_url: absent('is not used by this type'),
      media_id: absent('is not used by this type'),
      interactive: absent('is not used by this type'),
    })
    .meta({ title: 'Template' });
}

function textContent(body: z.ZodType<string>) {
  return z
    .object({
      type: z.literal('text'),
      body: body.meta({
        maxLength: MAX_TEXT,
        description: `The text, at most ${MAX_TEXT} characters. It may have variables.`,
        examples: ['Halo {{customer.first_name|Kak}}, kami buka pukul 09.00.'],
      }),
      media_url: absent('is not used by this type'),
      media_id: absent('is not used by this type'),
      interactive: absent('is not used by this type'),
    })
    .meta({ title: 'Text' });
}

function mediaContent(body: z.ZodType<string>) {
  return z
    .object({
      type: z.enum(MEDIA_TYPES),
      body: body.nullish().meta({
        maxLength: MAX_CAPTION,
        description: `The caption, at most ${MAX_CAPTION} characters. It may have variables.`,
        examples: ['Katalog November'],
      }),
      media_url: MEDIA_URL.nullish(),
      media_id: CONTENT.media.media_id,
      interactive: absent('is not used by this type'),
    })
    .superRefine(checkFileOptions)
    .meta({ title: 'Image, document, audio or video' });
}

function choicesContent<Type extends 'button' | 'list'>(type: Type, body: z.ZodType<string>) {
  const { interactive } = CHOICES[type].shape;
  return z
    .object({
      type: z.literal(type),
      body: body.meta({
        maxLength: maxBody(type),
        description: `The text above the choices, at most ${maxBody(type)} characters. It may have variables.`,
        examples: ['Mau lihat apa, {{customer.first_name|Kak}}?'],
      }),
      media_url: absent('is not used by this type'),
      media_id: absent('is not used by this type'),
      interactive: interactive.superRefine((given, issues) => {
        const ids = choicesOf({ type, interactive: given }).map(({ id }) => id);
        const again = ids.find((id, index) => ids.indexOf(id) !== index);
        if (again !== undefined) issues.addIssue({ code: 'custom', message: 'must have each id once' });
      }),
    })
    .meta({ title: type === 'button' ? 'Buttons' : 'List' });
}
