import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { tagsQuery } from '../../queries/tags.ts';
import { useTexts } from '../../texts/texts.ts';
import { Choice, Input } from '../../ui/field.tsx';
import { FieldFilter } from './field-filter.tsx';
import type { ContactSearch } from './search.ts';

const TYPING_MS = 300;

/** The conditions of the list. Each change leaves a chosen segment. */
export function Filters() {
  const t = useTexts('contacts.page');
  const search = useSearch({ from: '/app/contacts/' });
  const change = useChange();
  return (
    <div className="flex flex-wrap gap-3">
      <SearchText />
      <TagChoice />
      <Choice
        aria-label={t('consent')}
        className="basis-52 sm:max-w-60"
        value={search.consent ?? ''}
        options={[
          ['', t('anyConsent')],
          ['not_opted_out', t('getsBroadcasts')],
          ['opted_out', t('optedOut')],
        ]}
        onValue={(consent) => change({ consent: consent === '' ? undefined : consent })}
      />
      <LastMessage />
      <FieldFilter
        value={search.fields ?? ''}
        onValue={(fields) => change({ fields: fields === '' ? undefined : fields })}
      />
    </div>
  );
}

type Part = { [Name in keyof ContactSearch]?: ContactSearch[Name] | undefined };

function useChange(): (part: Part, replace?: boolean) => void {
  const navigate = useNavigate({ from: '/contacts' });
  return (part, replace = false) =>
    void navigate({
      search: ({ page: _, segment: __, ...old }: ContactSearch) => {
        const given = Object.entries({ ...old, ...part }).filter(([, value]) => value !== undefined);
        return Object.fromEntries(given) as ContactSearch;
      },
      replace,
    });
}

function SearchText() {
  const t = useTexts('contacts.page');
  const { q = '' } = useSearch({ from: '/app/contacts/' });
  const change = useChange();
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    const typed = text.trim();
    if (typed === q) return;
    const timer = setTimeout(() => change({ q: typed === '' ? undefined : typed }, true), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, q, change]);
  return (
    <Input
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      className="basis-64 sm:max-w-80"
      maxLength={255}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function TagChoice() {
  const t = useTexts('contacts.page');
  const { tag } = useSearch({ from: '/app/contacts/' });
  const change = useChange();
  const list = useQuery(tagsQuery).data ?? [];
  const isUnknown = tag !== undefined && !list.some(({ name }) => name === tag);
  return (
    <Choice
      aria-label={t('tag')}
      className="basis-52 sm:max-w-60"
      value={tag ?? ''}
      options={[
        ['', t('allTags')],
        ...(isUnknown ? [[tag, tag] as const] : []),
        ...list.map(({ name, contacts }) => [name, `${name} (${contacts})`] as const),
      ]}
      onValue={(chosen) => change({ tag: chosen === '' ? undefined : chosen })}
    />
  );
}

const DAYS = [7, 30, 90, 365];

function LastMessage() {
  const t = useTexts('contacts.page');
  const { active_days, silent_days } = useSearch({ from: '/app/contacts/' });
  const change = useChange();
  const value = active_days ? `active ${active_days}` : silent_days ? `silent ${silent_days}` : '';
  const days = [...new Set([...DAYS, active_days ?? silent_days ?? 30])].sort((one, other) => one - other);
  const choose = (chosen: string) => {
    const [kind, count] = chosen.split(' ');
    change({
      active_days: kind === 'active' ? Number(count) : undefined,
      silent_days: kind === 'silent' ? Number(count) : undefined,
    });
  };
  return (
    <Choice
      aria-label={t('lastMessage')}
      className="basis-52 sm:max-w-60"
      value={value}
      options={[
        ['', t('anyTime')],
        ...days.map((count) => [`active ${count}`, t('activeDays', { count })] as const),
        ...days.map((count) => [`silent ${count}`, t('silentDays', { count })] as const),
      ]}
      onValue={choose}
    />
  );
}
