import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { checkContacts } from './contact.ts';
import type { ImportRow } from './import-store.ts';
import { listImports, UNDO_MS, undoImport } from './imports.ts';
import {
  CheckContacts,
  CheckedContacts,
  type ContactImport,
  ContactImports,
  ImportParams,
  UndoneImport,
} from './schema.ts';

const tags = ['Contacts'];

/** What a careful import needs beside its batches. Extensions of the contract. */
export function contactImportRoutes(http: Http, ctx: Context): void {
  http.post('/v1/contacts/check', {
    config: { lane: 'pages', errors: [] },
    schema: {
      tags,
      summary: 'Check contacts before an import',
      description:
        'Answers the number that each contact would get, with its country, and the tags that it has now. It ' +
        'stores nothing.',
      operationId: 'checkContacts',
      body: CheckContacts,
      response: { 200: CheckedContacts.describe('The contacts.') },
    },
    handler: async ({ account, body }) => ({ data: await checkContacts(ctx, account, body.phones) }),
  });

  http.get('/v1/contacts/imports', {
    config: { lane: 'pages', errors: [] },
    schema: {
      tags,
      summary: 'List imports',
      description: 'Lists the imports of the last 24 hours, whose batches had an `import_id`.',
      operationId: 'listContactImports',
      response: { 200: ContactImports.describe('The imports.') },
    },
    handler: async ({ account }) => ({ data: (await listImports(ctx, account)).map(viewImport) }),
  });

  http.post('/v1/contacts/imports/:id/undo', {
    config: { lane: 'expensive', errors: ['contact_import_not_found'] },
    schema: {
      tags,
      summary: 'Undo an import',
      description:
        'Takes back up to 200 changes of the import, the newest first: repeat the call until `left` is 0. New ' +
        'contacts are deleted, unless they were changed since or are recipients of a broadcast. Others get name, ' +
        'e-mail and tags back without later changes. The import takes no more batches.',
      operationId: 'undoContactImport',
      params: ImportParams,
      response: { 200: UndoneImport.describe('What this call took back.') },
    },
    handler: ({ account, params }) => undoImport(ctx, account, params.id),
  });
}

function viewImport({ id, started_at, undone_at, created, changed }: ImportRow): ContactImport {
  return {
    id,
    started_at: started_at.toISOString(),
    undo_until: new Date(started_at.getTime() + UNDO_MS).toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
    created,
    changed,
  };
}
