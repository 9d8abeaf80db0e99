import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Section } from '../../../../ui/card.tsx';
import { ShowMore } from '../../../../ui/show-more.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { DocumentMenu, TONES } from './document-row.tsx';
import { type Document, documentQuery, passagesQuery } from './queries.ts';

/** What the assistant reads in one document. */
export function DocumentPage() {
  const all = useTexts('assistant.page');
  const { documentId } = useParams({ from: '/app/automation/assistant/documents/$documentId' });
  const navigate = useNavigate();
  const document = useQuery(documentQuery(documentId));
  const toList = () => void navigate({ to: '/automation/assistant/documents' });
  return (
    <Loaded query={document}>
      {(found) => (
        <>
          <Head
            back={{ to: '/automation/assistant/documents', text: all('documents') }}
            title={<bdi>{found.title}</bdi>}
            actions={<DocumentMenu document={found} onDeleted={toList} />}
          />
          <Facts document={found} />
          {found.passages > 0 && <Passages key={found.updated_at} id={found.id} />}
        </>
      )}
    </Loaded>
  );
}

function Facts({ document }: { document: Document }) {
  const [t, all, format] = [useTexts('assistant.documents'), useTexts('assistant.page'), useFormat()];
  const { state, problem, pages, pages_read, unreadable_pages, pictures, is_cut, enabled } = document;
  const notes = [
    problem && t(problem),
    unreadable_pages.length > 0 && t('unreadable', { pages: unreadable_pages.join(', ') }),
    pictures > 0 && t('pictures', { count: pictures }),
    is_cut && t('cut'),
  ].filter((note) => note !== null && note !== false);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-soft">
        <Badge tone={TONES[state]}>
          <span role="status">{t(state)}</span>
        </Badge>
        {!enabled && <Badge tone="warn">{all('notUsed')}</Badge>}
        {document.format.toUpperCase()} · {t('fileSize', { size: format.bytes(document.size) })}
        {pages !== null && ` · ${t('pagesRead', { done: pages_read, count: pages })}`}
        {document.url && (
          <a
            href={document.url}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 truncate text-accent hover:underline"
          >
            <bdi>{document.url}</bdi>
          </a>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          {note}
        </p>
      ))}
    </div>
  );
}

function Passages({ id }: { id: string }) {
  const t = useTexts('assistant.documents');
  const passages = useInfiniteQuery(passagesQuery(id));
  return (
    <Section title={t('readTitle')} lead={t('readLead')}>
      <Loaded query={passages}>
        {({ pages }) => (
          <div className="grid gap-3">
            <ol className="grid divide-y divide-line">
              {pages
                .flatMap(({ data }) => data)
                .map(({ heading, page, text }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: passages are in the order of the document
                  <li key={place} className="grid gap-1 py-3">
                    {(heading || page !== null) && (
                      <p className="text-[13px] text-faint">
                        <bdi>{heading}</bdi> {page !== null && t('page', { page })}
                      </p>
                    )}
                    <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
                      {text}
                    </p>
                  </li>
                ))}
            </ol>
            <ShowMore query={passages} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}
