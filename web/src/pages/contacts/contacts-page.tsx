import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus, Upload, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { gatewayPath } from '../../place.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { RecentBulks } from './bulk/recent-bulks.tsx';
import { NONE, type Selection } from './bulk/selection.ts';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactTable } from './contact-table.tsx';
import { Filters } from './filters.tsx';
import { RecentImports } from './import/recent-imports.tsx';
import { type Contact, contactsQuery, filterIn } from './queries.ts';
import type { ContactSearch } from './search.ts';
import { SegmentBar } from './segment-bar.tsx';

/** The people that the business knows, with their tags. */
export function ContactsPage() {
  const t = useTexts('contacts.page');
  const search = useSearch({ from: '/app/contacts/' });
  const navigate = useNavigate({ from: '/contacts' });
  const contacts = useQuery(contactsQuery(search));
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const [selection, setSelection] = useState<Selection>(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another filter is another list.
  useEffect(() => setSelection(NONE), [JSON.stringify(filterIn(search))]);
  const isFiltered = Object.keys(filterIn(search)).length > 0;
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={<PageActs shown={search} onAdd={() => setEdited('new')} />}
    >
      <RecentImports />
      <RecentBulks />
      <Filters />
      <SegmentBar />
      <Loaded query={contacts}>
        {(list) =>
          list.total === 0 ? (
            <Card>
              <Empty
                icon={<Users aria-hidden />}
                title={isFiltered ? t('nothingFound') : t('none')}
                lead={
                  search.fields ? t('nothingFoundFields') : isFiltered ? t('nothingFoundLead') : t('noneLead')
                }
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

/** Whether the list shows only the first of what it found: at most one of these numbers. */
const isCutOff = ({ page: _, tag: __, ...search }: ContactSearch, total: number) =>
  Object.keys(search).length > 0 && [1_000, 2_000, 10_000].includes(total);

function PageActs({ shown, onAdd }: { shown: ContactSearch; onAdd: () => void }) {
  const t = useTexts('contacts.page');
  const given = Object.entries(filterIn(shown)).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(given);
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
