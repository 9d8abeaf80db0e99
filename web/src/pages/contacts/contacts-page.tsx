import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus, Upload, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { gatewayPath } from '../../place.ts';
import { tagsQuery } from '../../queries/tags.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choice, Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { RecentBulks } from './bulk/recent-bulks.tsx';
import { NONE, type Selection } from './bulk/selection.ts';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactTable } from './contact-table.tsx';
import { FieldFilter } from './field-filter.tsx';
import { RecentImports } from './import/recent-imports.tsx';
import { type Contact, contactsQuery, filterIn } from './queries.ts';
import type { ContactSearch } from './search.ts';

const TYPING_MS = 300;

/** The people that the business knows, with their tags. */
export function ContactsPage() {
  const t = useTexts('contacts.page');
  const search = useSearch({ from: '/app/contacts/' });
  const navigate = useNavigate({ from: '/contacts' });
  const contacts = useQuery(contactsQuery(search));
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const [selection, setSelection] = useState<Selection>(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another filter is another list.
  useEffect(() => setSelection(NONE), [search.q, search.tag, search.fields]);
  const { page: _, ...filters } = search;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={<PageActs shown={search} onAdd={() => setEdited('new')} />}
    >
      <RecentImports />
      <RecentBulks />
      <Filters />
      <Loaded query={contacts}>
        {(list) =>
          list.total === 0 ? (
            <Card>
              <Empty
                icon={<Users aria-hidden />}
                title={isFiltered ? t('nothingFound') : t('none')}
                lead={isFiltered ? t('nothingFoundLead') : t('noneLead')}
                action={
                  isFiltered ? (
                    <Button onClick={() => void navigate({ search: {} })}>{t('showAll')}</Button>
                  ) : (
                    <Button onClick={() => setEdited('new')}>{t('add')}</Button>
                  )
                }
              />
            </Card>
          ) : (
            <>
              <p className="-mb-3 text-[13px] text-soft tabular-nums" role="status">
                {isCutOff(search, list.total)
                  ? t('manyFound', { count: list.total })
                  : t('count', { count: list.total })}
              </p>
              <SelectionBar
                {...{ selection, search }}
                onSelect={setSelection}
                total={list.total}
                shown={list.data.length}
              />
              <ContactTable
                contacts={list.data}
                onEdit={setEdited}
                {...{ selection }}
                onSelect={setSelection}
              />
              <Pager page={list} onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })} />
            </>
          )
        }
      </Loaded>
      {edited && <ContactDialog contact={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

/** Whether the list shows only the first of what it found. */
const isCutOff = ({ q, fields }: ContactSearch, total: number) =>
  (q !== undefined && total >= 1_000) || (fields !== undefined && total >= 10_000);

function PageActs({ shown, onAdd }: { shown: ContactSearch; onAdd: () => void }) {
  const t = useTexts('contacts.page');
  const query = new URLSearchParams(filterIn(shown));
  return (
    <>
      <Button asChild>
        <a href={gatewayPath(`/app/api/contacts/export?${query}`)} download>
          <Download aria-hidden />
          {t('export')}
        </a>
      </Button>
      <Button asChild>
        <Link to="/contacts/import">
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

function Filters() {
  const t = useTexts('contacts.page');
  const search = useSearch({ from: '/app/contacts/' });
  const navigate = useNavigate({ from: '/contacts' });
  const tags = useQuery(tagsQuery);
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => setText(search.q ?? ''), [search.q]);
  useEffect(() => {
    if (text.trim() === (search.q ?? '')) return;
    const show = () => {
      const { page: _, q: __, ...rest } = search;
      const q = text.trim();
      void navigate({ search: q === '' ? rest : { ...rest, q }, replace: true });
    };
    const timer = setTimeout(show, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, search, navigate]);
  const choose = (tag: string) => {
    const { page: _, tag: __, ...rest } = search;
    void navigate({ search: tag === '' ? rest : { ...rest, tag } });
  };
  const setFields = (fields: string) => {
    const { page: _, fields: __, ...rest } = search;
    void navigate({ search: fields === '' ? rest : { ...rest, fields } });
  };
  const list = tags.data ?? [];
  return (
    <div className="flex flex-wrap gap-3">
      <Input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        className="max-w-80"
        maxLength={255}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Choice
        aria-label={t('tag')}
        className="max-w-56"
        value={search.tag ?? ''}
        options={[
          ['', t('allTags')],
          ...(search.tag !== undefined && !list.some(({ name }) => name === search.tag)
            ? [[search.tag, search.tag] as const]
            : []),
          ...list.map(({ name, contacts }) => [name, `${name} (${contacts})`] as const),
        ]}
        onValue={choose}
      />
      <FieldFilter value={search.fields ?? ''} onValue={setFields} />
    </div>
  );
}
