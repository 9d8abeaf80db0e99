import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { ContactFilter, lastMessage, tagName } from '../schema.ts';

/** Of one change, so that a piece stays small. */
const MAX_BULK_TAGS = 20;
const MAX_IDS = 1_000;
/** Of an account within the time for an undo. */
export const MAX_BULKS = 20;
/** In the same time, with those of one contact. */
export const MAX_CHANGES = 500;
const EXAMPLE_ID = '5f0c2b6a-7d1e-4c55-9f7b-0d3a6e0b9c41';

export const BULK_ITEMS = MAX_IDS + MAX_BULK_TAGS + 10;

export const BulkContacts = z
  .object({
    action: z.enum(['tag', 'untag', 'delete']).meta({ examples: ['tag'] }),
    tags: list(tagName, { max: MAX_BULK_TAGS })
      .optional()
      .meta({ description: 'Of `tag` and `untag`. New tags are created.', examples: [['pameran']] }),
    contact_ids: list(z.int().min(1), { max: MAX_IDS, empty: 'must have at least 1' })
      .optional()
      .meta({ description: 'These contacts. Unknown ids are ignored.', examples: [[4711]] }),
    // An unknown condition would mean all contacts.
    filter: ContactFilter.extend(lastMessage(z.number())).strict().optional().meta({
      description:
        'In place of `contact_ids`: all contacts that the list shows for these. An empty object means all contacts.',
    }),
    dry_run: z
      .boolean()
      .optional()
      .meta({ description: 'Answers `matched` alone, and changes nothing.', examples: [false] }),
  })
  .superRefine(({ action, tags, contact_ids, filter }, issues) => {
    const refuse = (field: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message });
    if ((contact_ids === undefined) === (filter === undefined)) {
      refuse('contact_ids', 'is required, unless `filter` is given: give one of them');
    }
    if (action === 'delete' && tags !== undefined) refuse('tags', 'must be missing with `delete`');
    if (action !== 'delete' && !tags?.length) refuse('tags', 'must have at least 1');
  })
  .meta({ id: 'ContactBulkRequest' });
export type BulkContacts = z.infer<typeof BulkContacts>;

export const BulkCount = z
  .object({ matched: z.int().meta({ description: 'Contacts that it would be about.', examples: [142] }) })
  .meta({ id: 'ContactBulkCount' });

const time = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: ['2025-11-21T09:00:00.000Z'] });

export const Bulk = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_ID] }),
    action: z.enum(['tag', 'untag', 'delete']).meta({ examples: ['tag'] }),
    tags: z.array(z.string()).meta({ examples: [['pameran']] }),
    status: z.enum(['running', 'done', 'undoing', 'undone']).meta({ examples: ['done'] }),
    matched: z.int().meta({ description: 'Contacts when it was asked for.', examples: [142] }),
    changed: z.int().meta({
      description:
        'Contacts changed so far. Those that had the tags already, or would have too many, are not among them.',
      examples: [140],
    }),
    restored: z.int().meta({ description: 'Contacts that the undo changed back so far.', examples: [0] }),
    created_at: time('When it was asked for.'),
    undo_until: time('Null while it is running.')
      .nullable()
      .meta({ examples: ['2025-11-21T10:00:00.000Z'] }),
  })
  .meta({ id: 'ContactBulk' });
export type Bulk = z.infer<typeof Bulk>;

export const Bulks = z
  .object({ data: z.array(Bulk).meta({ description: 'The newest first, at most 20.' }) })
  .meta({ id: 'ContactBulks' });

export const BulkParams = z.object({
  id: z.string().meta({ description: 'The `id` of the change.', examples: [EXAMPLE_ID] }),
});
