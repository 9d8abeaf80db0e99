import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useTexts } from '../../../../texts/texts.ts';
import { Listed } from '../../../../ui/listed.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { SearchField } from '../search-field.tsx';
import { DocumentRow } from './document-row.tsx';
import { documentsQuery } from './queries.ts';
import { UploadFiles } from './upload-files.tsx';

/** Files and web pages that the assistant answers from. */
export function DocumentsPage() {
  const [t, all] = [useTexts('assistant.documents'), useTexts('assistant.page')];
  const { q = '' } = useSearch({ from: '/app/automation/assistant/documents' });
  const navigate = useNavigate({ from: '/automation/assistant/documents' });
  const documents = useInfiniteQuery(documentsQuery(q));
  return (
    <>
      <Head title={all('documents')} lead={t('lead')} />
      <UploadFiles />
      <SearchField
        label={t('search')}
        value={q}
        onSearch={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })}
      />
      <Listed
        query={documents}
        none={
          <Empty
            icon={<FileText aria-hidden />}
            title={q === '' ? t('none') : all('nothingFound')}
            lead={q === '' ? t('noneLead') : all('nothingFoundLead')}
          />
        }
      >
        {(document) => <DocumentRow key={document.id} document={document} />}
      </Listed>
    </>
  );
}
