import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { listOperatorAccounts } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choice, Input } from '../../../ui/field.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { OperatorFrame } from '../frame.tsx';
import { accountsQuery, plansQuery } from '../queries.ts';
import { AccountTable } from './account-table.tsx';
import { NewAccount } from './new-account.tsx';
import { type AccountSearch, accountSearch, STATUSES } from './search.ts';

const TYPING_MS = 300;

/** The accounts of all customers. */
export function AccountsPage() {
  const t = useTexts('operator.accounts');
  const search = useSearch({ from: '/app/operator/' });
  const navigate = useNavigate({ from: '/operator' });
  const accounts = useInfiniteQuery(accountsQuery(search));
  const [isCreating, setCreating] = useState(false);
  const isFiltered = Object.keys(search).length > 0;
  const create = (
    <Button kind="primary" onClick={() => setCreating(true)} icon={Plus}>
      {t('create')}
    </Button>
  );
  return (
    <OperatorFrame actions={create}>
      <Filters />
      <Loaded query={accounts}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length > 0) return <AccountTable accounts={rows} />;
          return (
            <Card>
              <Empty
                icon={<Building2 aria-hidden />}
                title={isFiltered ? t('noneFound') : t('none')}
                lead={isFiltered ? t('noneFoundLead') : t('createLead')}
                action={
                  isFiltered && <Button onClick={() => void navigate({ search: {} })}>{t('showAll')}</Button>
                }
              />
            </Card>
          );
        }}
      </Loaded>
      <ShowMore query={accounts} />
      {isCreating && <NewAccount onClose={() => setCreating(false)} />}
    </OperatorFrame>
  );
}

function Filters() {
  const t = useTexts('operator.accounts');
  const search = useSearch({ from: '/app/operator/' });
  const navigate = useNavigate({ from: '/operator' });
  const plans = useQuery(plansQuery).data?.data ?? [];
  const [text, setText] = useTypedSearch();
  const change = (changed: { [Key in keyof AccountSearch]: string }) =>
    void navigate({ search: accountSearch({ ...search, ...changed }), replace: true });
  return (
    <div className="flex flex-wrap gap-3">
      <Input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        className="max-w-80"
        maxLength={listOperatorAccounts.search.maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Choice
        aria-label={t('status')}
        className="w-auto!"
        value={search.status ?? ''}
        options={[['', t('allStatuses')], ...STATUSES.map((status) => [status, t(status)] as const)]}
        onValue={(chosen) => change({ status: chosen })}
      />
      <Choice
        aria-label={t('plan')}
        className="w-auto! max-w-56"
        value={search.plan ?? ''}
        options={[['', t('allPlans')], ...plans.map(({ name }) => [name, name] as const)]}
        onValue={(chosen) => change({ plan: chosen })}
      />
    </div>
  );
}

/** Searches when the typing pauses. */
function useTypedSearch() {
  const search = useSearch({ from: '/app/operator/' });
  const navigate = useNavigate({ from: '/operator' });
  const router = useRouter();
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => setText(search.q ?? ''), [search.q]);
  useEffect(() => {
    const q = text.trim();
    if (q === (search.q ?? '')) return;
    const { pathname } = router.latestLocation;
    const show = () => {
      // A click on an account meanwhile has gone on to another page.
      if (router.latestLocation.pathname !== pathname) return;
      void navigate({ search: accountSearch({ ...search, q }), replace: true });
    };
    const timer = setTimeout(show, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, search, navigate, router]);
  return [text, setText] as const;
}
