import { z } from 'zod';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { nextCursor, pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { FORMATS } from './reading/format.ts';
import { READING_PROBLEMS } from './reading/reading.ts';

export const MAX_DOCUMENTS = 1_000;
/** Its models are trained in memory. */
export const MAX_TEXT_OF_ACCOUNT = 32_000_000;
/** In bytes. */
export const MAX_FILE = 20 * 1024 * 1024;
export const MAX_TITLE = 200;
export const STATES = ['waiting', 'reading', 'ready', 'failed'] as const;
export const PROBLEMS = [...READING_PROBLEMS, 'limit_reached', 'file_lost'] as const;
export type DocumentProblem = (typeof PROBLEMS)[number];

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const EXAMPLE_TITLE = 'Syarat garansi';

export const title = requiredString(MAX_TITLE)
  .overwrite((text) => text.trim())
  .meta({ description: 'What staff and sources show.', examples: [EXAMPLE_TITLE] });

export const ListDocuments = z.object({
  q: requiredString(200)
    .optional()
    .meta({
      description: 'Only documents with this text in the title or the address.',
      examples: ['garansi'],
    }),
  ...pageQuery,
});
export type ListDocuments = z.infer<typeof ListDocuments>;

export const ListPassages = z.object(pageQuery);
export type ListPassages = z.infer<typeof ListPassages>;

export const DocumentParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the document.', examples: [EXAMPLE_UUID] }),
});

export const ChangeDocument = changeOf(
  {
    title,
    enabled: z.boolean().meta({ description: '`false`: kept, but not used for answers.', examples: [false] }),
  },
  'title',
).meta({ id: 'ChangeKnowledgeDocument' });
export type ChangeDocument = z.infer<typeof ChangeDocument>;

export const Document = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    title: z.string().meta({ examples: [EXAMPLE_TITLE] }),
    format: z.enum(FORMATS).meta({ examples: ['pdf'] }),
    size: z.int().meta({ description: 'Of the file in bytes.', examples: [48_213] }),
    enabled: z.boolean().meta({ examples: [true] }),
    state: z.enum(STATES).meta({
      description:
        '`waiting`: for its turn. `reading`: `pages_read` shows how far. `ready`: the assistant answers from it. ' +
        '`failed`: nothing could be read.',
      examples: ['ready'],
    }),
    problem: z
      .enum(PROBLEMS)
      .nullable()
      .meta({
        description:
          'Why nothing, or only a part, was read. `broken`: not a file of its format. `password`: the PDF is ' +
          'locked. `too_complex`: reading took too much time or memory. `no_text`: it has only pictures. ' +
          '`limit_reached`: all documents of the account have too much text. `file_lost`: the file disappeared ' +
          'before it was read; upload it again.',
        examples: [null],
      }),
    pages: z
      .int()
      .nullable()
      .meta({ description: 'Of a PDF.', examples: [12] }),
    pages_read: z.int().meta({ description: 'So far.', examples: [12] }),
    unreadable_pages: z
      .array(z.int())
      .meta({ description: 'Numbers of the pages without text, the first 100.', examples: [[4]] }),
    pictures: z.int().meta({ description: 'Pictures, whose text is not read.', examples: [2] }),
    is_cut: z
      .boolean()
      .meta({ description: 'Whether it has more text than a document may have.', examples: [false] }),
    passages: z.int().meta({ description: 'Parts of 150 to 250 words that can answer.', examples: [31] }),
    url: z
      .string()
      .nullable()
      .meta({ format: 'uri', description: 'Of a page on the web.', examples: [null] }),
    site_id: z
      .string()
      .nullable()
      .meta({ format: 'uuid', description: 'The site of the page.', examples: [null] }),
    created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    updated_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  })
  .meta({ id: 'KnowledgeDocument' });
export type Document = z.infer<typeof Document>;

export const DocumentPage = pageBody('KnowledgeDocumentPage', Document);

export const PassagePage = z
  .object({
    data: z.array(
      z.object({
        heading: z
          .string()
          .nullable()
          .meta({ examples: ['Garansi'] }),
        text: z.string().meta({ examples: ['Garansi satu tahun untuk semua barang.'] }),
        page: z
          .int()
          .nullable()
          .meta({ description: 'Of a PDF: where it begins.', examples: [1] }),
      }),
    ),
    next_cursor: nextCursor,
  })
  .meta({ id: 'KnowledgePassagePage' });
