import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Menu as MenuIcon, PanelLeft, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLiveEvents } from '../live/live.ts';
import { countAttention, useAttention } from '../queries/attention.ts';
import { countsQuery, followCounts } from '../queries/conversation-counts.ts';
import { countOf, needsAnswer } from '../queries/list-query.ts';
import { useMe } from '../session/session.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/button.tsx';
import { setTitleCount } from '../ui/title.ts';
import { useShortcut } from './keyboard.ts';
import { entriesOf, NAV_GROUPS, type NavEntry } from './nav.ts';
import { UserMenu } from './user-menu.tsx';

const Tour = lazy(() => import('./tour/tour.tsx'));

/** Of this browser: the bar shows pictures alone, and leaves its width to the page. */
const FOLDED = 'kurir.side-bar.folded';

interface Props {
  onSearch: () => void;
  onShortcuts: () => void;
}

/** The pages: at the left. On a phone, the main ones are at the bottom, and the others behind the menu. */
export function SideBar({ onSearch, onShortcuts }: Props) {
  const t = useTexts('common.shell');
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLDED) !== null);
  const fold = () => {
    if (isFolded) localStorage.removeItem(FOLDED);
    else localStorage.setItem(FOLDED, '1');
    setFolded(!isFolded);
  };
  const close = () => setOpen(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(close, [pathname]);
  useShortcut('Escape', '', close, { enabled: isOpen });
  const search = () => {
    close();
    onSearch();
  };
  const entries = entriesOf(me);
  // A chat needs the height of a phone. Its arrow leads back.
  const isInChat = useParams({ strict: false }).conversationId !== undefined;
  return (
    <header
      data-folded={isFolded || undefined}
      className={clsx(
        'group/bar flex shrink-0 flex-col border-line bg-card max-md:order-last max-md:border-t md:w-54 md:border-r',
        'md:data-folded:w-14',
        isInChat && 'max-md:hidden',
      )}
    >
      <div
        className={clsx(
          'min-h-0 flex-1 flex-col bg-card md:flex',
          isOpen ? 'fixed inset-x-0 top-0 bottom-14 z-40 flex' : 'hidden',
        )}
      >
        <div className="flex items-center gap-2.5 px-4 pt-4 pb-2 md:group-data-folded/bar:px-3.5">
          <img src="./icon.svg" alt="" width={26} height={26} className={HIDDEN} />
          <span className={clsx('min-w-0 flex-1 truncate font-semibold', HIDDEN)}>
            <bdi>{me.account.name}</bdi>
          </span>
          <IconButton
            small
            label={t(isFolded ? 'unfold' : 'fold')}
            aria-expanded={!isFolded}
            className="max-md:hidden"
            onClick={fold}
            icon={PanelLeft}
          />
        </div>
        <div className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto px-2 pb-2">
          <button
            type="button"
            onClick={search}
            className="mx-1 mb-1 flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-paper px-2
              text-[13px] text-faint hover:bg-hover"
          >
            <Search className="size-4 shrink-0" aria-hidden />
            <span className={clsx('flex-1 text-left', UNSEEN)}>{t('search')}</span>
            <kbd className={clsx('text-[11px]', HIDDEN)}>Ctrl K</kbd>
          </button>
          <nav aria-label={t('pages')} className="grid gap-3">
            {NAV_GROUPS.map((group) => (
              <ul key={group} className="grid gap-px empty:hidden">
                {entries
                  .filter((entry) => entry.group === group)
                  .map((entry) => (
                    <NavItem key={entry.to} entry={entry} onClick={close} />
                  ))}
              </ul>
            ))}
          </nav>
          <div className="mt-auto pt-3">
            <div className={HIDDEN}>
              <Suspense>
                <Tour />
              </Suspense>
            </div>
            <UserMenu onShortcuts={onShortcuts} />
          </div>
        </div>
      </div>
      <nav aria-label={t('mainPages')} className="flex h-14 md:hidden">
        {entries
          .filter(({ to }) => BOTTOM.includes(to))
          .map((entry) => (
            <BottomItem key={entry.to} entry={entry} onClick={close} />
          ))}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={BOTTOM_LOOK}>
          <MenuIcon className="size-5" aria-hidden />
          {t('menu')}
          {!isOpen && <TroubleDot />}
        </button>
      </nav>
    </header>
  );
}

/** In the folded bar: not there, there for screen readers alone, and at the corner of the picture. */
const HIDDEN = 'md:group-data-folded/bar:hidden';
const UNSEEN = 'md:group-data-folded/bar:sr-only';
const CORNER =
  'md:group-data-folded/bar:absolute md:group-data-folded/bar:-top-2 md:group-data-folded/bar:left-5';

/** Within reach of a thumb. The others are in the menu. */
const BOTTOM: readonly NavEntry['to'][] = ['/inbox', '/contacts', '/broadcasts', '/devices'];
const BOTTOM_LOOK =
  'relative flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] text-soft ' +
  'aria-[current=page]:font-medium aria-[current=page]:text-accent';

function BottomItem({ entry: { to, text, icon: Icon }, onClick }: NavItemProps) {
  const t = useTexts('common.shell');
  return (
    <Link to={to} onClick={onClick} className={BOTTOM_LOOK}>
      <Icon className="size-5" aria-hidden />
      <span className="max-w-full truncate">{t(text)}</span>
      <span className="absolute top-1 left-1/2 ml-1.5">
        <NavCount to={to} />
      </span>
    </Link>
  );
}

interface NavItemProps {
  entry: NavEntry;
  onClick: () => void;
}

function NavItem({ entry: { to, text, icon: Icon }, onClick }: NavItemProps) {
  const t = useTexts('common.shell');
  return (
    <li>
      <Link
        to={to}
        onClick={onClick}
        title={t(text)}
        className={clsx(
          'relative flex h-8.5 items-center gap-2.5 rounded-md px-2.5 text-soft hover:bg-hover hover:text-ink',
          'aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-ink',
        )}
      >
        <Icon className="size-4.5 shrink-0" aria-hidden />
        <span className={clsx('flex-1', UNSEEN)}>{t(text)}</span>
        <span className={CORNER}>
          <NavCount to={to} />
        </span>
      </Link>
    </li>
  );
}

function NavCount({ to }: Pick<NavEntry, 'to'>) {
  if (to === '/inbox') return <WaitingCount />;
  return to === '/devices' || to === '/developers' ? <TroubleCount of={to} /> : null;
}

/** Numbers or webhooks that need a person. */
function TroubleCount({ of }: { of: '/devices' | '/developers' }) {
  const t = useTexts('common.shell');
  const count = useAttention()?.[of === '/devices' ? 'devices' : 'webhooks'].length ?? 0;
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-bad-soft px-1.5 text-xs font-medium text-bad tabular-nums">
      {count}
      <span className="sr-only"> {t('attention')}</span>
    </span>
  );
}

/** On a phone, where the marks are behind the menu. */
function TroubleDot() {
  const found = useAttention();
  if (countAttention(found) === 0) return null;
  return <span aria-hidden className="absolute top-2 left-1/2 ml-2 size-2 rounded-full bg-bad" />;
}

/** More are not counted. */
const MAX_COUNT = 99;

/** Customers who wait for this user: what the view "Needs answer" of the inbox shows. */
function WaitingCount() {
  const t = useTexts('common.shell');
  const { name } = useMe();
  const count = countOf(useQuery(countsQuery).data?.data ?? [], needsAnswer(name));
  useLiveEvents(followCounts);
  useEffect(() => setTitleCount(Math.min(count, MAX_COUNT)), [count]);
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-accent px-1.5 text-xs font-medium text-on-accent tabular-nums">
      {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
      <span className="sr-only"> {t('needAnswer')}</span>
    </span>
  );
}
