import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, MessageCircleQuestion, Plus, Upload } from 'lucide-react';
import { gatewayPath } from '../../../../place.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Listed } from '../../../../ui/listed.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { faqsQuery } from '../queries.ts';
import { SearchField } from '../search-field.tsx';
import { FaqDialog } from './faq-dialog.tsx';
import { FaqRow } from './faq-row.tsx';

const FROM = '/automation/assistant/faqs';

/** Answers with the questions that they answer. */
export function FaqsPage() {
  const [t, all] = [useTexts('assistant.faqs'), useTexts('assistant.page')];
  const search = useSearch({ from: '/app/automation/assistant/faqs' });
  const navigate = useNavigate({ from: FROM });
  const faqs = useInfiniteQuery(faqsQuery(search.q ?? ''));
  const edit = (id: string) =>
    void navigate({ search: ({ q }) => ({ ...(q !== undefined && { q }), edit: id }) });
  const close = () => void navigate({ search: ({ q }) => (q === undefined ? {} : { q }), replace: true });
  return (
    <>
      <Head title={all('faqs')} lead={t('lead')} actions={<Acts onAdd={() => edit('new')} />} />
      <SearchField
        label={t('search')}
        value={search.q ?? ''}
        onSearch={(q) => void navigate({ search: q === '' ? {} : { q }, replace: true })}
      />
      <Listed query={faqs} none={<NoPairs isSearched={search.q !== undefined} onAdd={() => edit('new')} />}>
        {(faq) => <FaqRow key={faq.id} faq={faq} q={search.q ?? ''} onEdit={() => edit(faq.id)} />}
      </Listed>
      {search.edit !== undefined && (
        <FaqDialog
          key={search.edit}
          id={search.edit}
          question={search.question ?? ''}
          onClose={close}
          onOther={edit}
        />
      )}
    </>
  );
}

function Acts({ onAdd }: { onAdd: () => void }) {
  const t = useTexts('assistant.faqs');
  return (
    <>
      <Button asChild>
        <a href={gatewayPath('/app/api/knowledge/faqs/export')} download>
          <Download aria-hidden />
          {t('export')}
        </a>
      </Button>
      <Button asChild>
        <Link to="/automation/assistant/faqs/import">
          <Upload aria-hidden />
          {t('import')}
        </Link>
      </Button>
      <Button kind="primary" onClick={onAdd} icon={Plus}>
        {t('add')}
      </Button>
    </>
  );
}

function NoPairs({ isSearched, onAdd }: { isSearched: boolean; onAdd: () => void }) {
  const [t, all] = [useTexts('assistant.faqs'), useTexts('assistant.page')];
  return (
    <Empty
      icon={<MessageCircleQuestion aria-hidden />}
      title={isSearched ? all('nothingFound') : t('none')}
      lead={isSearched ? all('nothingFoundLead') : t('noneLead')}
      action={!isSearched && <Button onClick={onAdd}>{t('add')}</Button>}
    />
  );
}
