import { useMutation, useQuery } from '@tanstack/react-query';
import { BookOpen, ChevronsUpDown, CodeXml, Keyboard, LogOut } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { gatewayPath } from '../place.ts';
import { isWayBack, logOut, useMe } from '../session/session.ts';
import { setLanguage, useLanguage, withTexts } from '../texts/language.ts';
import { useTexts } from '../texts/texts.ts';
import { LANGUAGES, type Language } from '../texts/translate.ts';
import { setTheme, THEMES, useTheme } from '../theme/theme.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Dot } from '../ui/badge.tsx';
import { Menu, MenuCheck, MenuItem, MenuLine, MenuTitle } from '../ui/menu.tsx';
import { notifyProblem } from '../ui/toast.tsx';
import { presenceQuery } from './presence.ts';

const LogOutQuestion = lazy(withTexts('session', () => import('../session/log-out-question.tsx')));

/** The user: whether chats may come, language, theme, log-out. */
export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const t = useTexts('common.shell');
  const me = useMe();
  const [isAsking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => logOut(),
    onError: notifyProblem,
  });
  return (
    <>
      <Menu trigger={<UserButton />} align="start">
        <MenuTitle>
          <bdi>{me.email}</bdi>
        </MenuTitle>
        <PresenceItems />
        <MenuLine />
        <ThemeItems />
        <MenuLine />
        <LanguageItems />
        <MenuLine />
        <MenuItem onSelect={onShortcuts} icon={Keyboard}>
          {t('shortcuts')}
        </MenuItem>
        <Pages />
        <MenuLine />
        <MenuItem onSelect={() => (isWayBack(me) ? leave.mutate() : setAsking(true))} icon={LogOut}>
          {t('logOut')}
        </MenuItem>
      </Menu>
      <Suspense>{isAsking && <LogOutQuestion onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}

/** Gets the behaviour of the menu as properties. */
function UserButton(props: ComponentProps<'button'>) {
  const t = useTexts('common.shell');
  const me = useMe();
  const state = useOwnPresence();
  return (
    <button
      {...props}
      type="button"
      className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-hover
        md:group-data-folded/bar:p-0.5"
    >
      <Avatar name={me.name} />
      <span className="min-w-0 flex-1 md:group-data-folded/bar:sr-only">
        <span className="block truncate font-medium">
          <bdi>{me.name}</bdi>
        </span>
        <span className="flex items-center gap-1.5 text-xs text-faint">
          <Dot tone={state === 'away' ? 'warn' : 'good'} />
          {t(state)}
        </span>
      </span>
      <ChevronsUpDown className="size-4 text-faint md:group-data-folded/bar:hidden" aria-hidden />
    </button>
  );
}

function Pages() {
  const t = useTexts('common.shell');
  const pages = [
    { path: '/guides/', icon: <BookOpen aria-hidden />, text: t('guides') },
    { path: '/docs', icon: <CodeXml aria-hidden />, text: t('reference') },
  ];
  return pages.map(({ path, icon, text }) => (
    <MenuItem key={path} asChild>
      <a href={gatewayPath(path)} target="_blank" rel="noreferrer">
        {icon}
        {text}
      </a>
    </MenuItem>
  ));
}

function useOwnPresence(): 'available' | 'away' {
  const me = useMe();
  const { data } = useQuery(presenceQuery);
  return data?.data.find(({ id }) => id === me.id)?.state ?? 'available';
}

function PresenceItems() {
  const t = useTexts('common.shell');
  const state = useOwnPresence();
  const change = useMutation({
    mutationFn: (chosen: 'available' | 'away') => call('PUT /me/presence', { body: { state: chosen } }),
    onSuccess: (presences) => queryClient.setQueryData(presenceQuery.queryKey, presences),
    onError: notifyProblem,
  });
  return (['available', 'away'] as const).map((choice) => (
    <MenuCheck key={choice} checked={choice === state} onSelect={() => change.mutate(choice)}>
      <span className="grid">
        {t(choice)}
        <span className="text-xs text-faint">{t(`${choice}Hint`)}</span>
      </span>
    </MenuCheck>
  ));
}

function ThemeItems() {
  const t = useTexts('common.shell');
  const theme = useTheme();
  return THEMES.map((choice) => (
    <MenuCheck key={choice} checked={choice === theme} onSelect={() => setTheme(choice)}>
      {t(choice)}
    </MenuCheck>
  ));
}

function LanguageItems() {
  const language = useLanguage();
  return Object.entries(LANGUAGES).map(([code, { name }]) => (
    <MenuCheck
      key={code}
      lang={code}
      checked={code === language}
      onSelect={() => void setLanguage(code as Language)}
    >
      {name}
    </MenuCheck>
  ));
}
