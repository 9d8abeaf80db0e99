import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Smartphone } from 'lucide-react';
import { devicesQuery } from '../../queries/devices.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failed, Loaded } from '../../ui/states.tsx';
import { useTitle } from '../../ui/title.ts';
import { Acts } from './acts/acts.tsx';
import { OfficialView } from './officials/official-view.tsx';
import { PhoneList } from './phones/phone-list.tsx';
import { phonesQuery } from './queries.ts';
import { PhoneScreen } from './screen/phone-screen.tsx';
import { FirstSteps } from './start/first-steps.tsx';

/** Simulated phones: the list, one screen, and what may happen to it. On a phone one at a time. */
export function SandboxPage() {
  const t = useTexts('sandbox.page');
  const { phone, official } = useSearch({ from: '/app/sandbox' });
  const isOpen = phone !== undefined || official !== undefined;
  const phones = useQuery(phonesQuery);
  useTitle(t('title'));
  // Without the sandbox, nothing of the page works.
  if (phones.data === undefined && phones.error)
    return (
      <Page title={t('title')} lead={t('lead')}>
        <Failed problem={phones.error} retry={() => void phones.refetch()} />
      </Page>
    );
  return (
    <div className="flex h-full min-h-0">
      <div
        className={clsx(
          'min-h-0 flex-col overflow-y-auto border-line bg-card max-lg:flex-1 lg:flex lg:w-72 lg:shrink-0 lg:border-r',
          isOpen ? 'hidden' : 'flex',
        )}
      >
        <header className="grid gap-1 px-4 pt-5 pb-3">
          <h1 className="text-xl font-semibold">{t('title')}</h1>
          <p className="text-[13px] text-soft">{t('lead')}</p>
        </header>
        <PhoneList />
      </div>
      <div className={clsx('min-w-0 flex-1 overflow-y-auto lg:block', !isOpen && 'hidden')}>
        {isOpen && <h1 className="sr-only lg:hidden">{t('title')}</h1>}
        <FirstSteps />
        {official !== undefined ? <OfficialView id={official} /> : <OpenPhone />}
      </div>
    </div>
  );
}

/** The chosen phone with its acts. */
function OpenPhone() {
  const t = useTexts('sandbox.page');
  const { phone: number, chat } = useSearch({ from: '/app/sandbox' });
  const phones = useQuery(phonesQuery);
  const devices = useQuery(devicesQuery);
  const navigate = useNavigate();
  if (number === undefined)
    return <Empty icon={<Smartphone aria-hidden />} title={t('choose')} lead={t('chooseLead')} />;
  const toList = <Button onClick={() => void navigate({ to: '/sandbox', search: {} })}>{t('back')}</Button>;
  return (
    <Loaded query={phones}>
      {(list) => {
        const phone = list.find((each) => each.number === number);
        if (!phone) return <Empty title={t('gone')} action={toList} />;
        return (
          <div className="mx-auto flex max-w-4xl flex-wrap items-start justify-center gap-6 px-3 py-4 sm:p-6">
            <PhoneScreen key={number} phone={phone} peer={chat} />
            <Acts phone={phone} peer={chat} devices={devices.data?.data ?? []} />
          </div>
        );
      }}
    </Loaded>
  );
}
