import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Keyboard, type LucideIcon, MessagesSquare, Search, UserRound, Zap } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { addressText, nameOf } from '../people/name.ts';
import { useMe } from '../session/session.ts';
import { useTexts } from '../texts/texts.ts';
import { useLate } from '../ui/use-late.ts';
import { useShortcuts } from './keyboard.ts';
import { entriesOf } from './nav.ts';

const item =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 data-[selected=true]:bg-hover ' +
  '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint';
const group =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 ' +
  '[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-soft';
const dialog =
  'fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-lg rounded-xl border border-line bg-raised shadow-xl';

/** Characters from which people are searched, as the API needs. */
const MIN_SEARCH = 3;
const MAX_FOUND = 5;
/** Begins the value of what the gateway has found, by more than its name. */
const FOUND = 'found ';

interface Props {
  onClose: () => void;
  onShortcuts: () => void;
}

type Run = (act: () => unknown) => () => void;

/** Customers, pages and acts by typing a part of their name. */
export default function Palette({ onClose, onShortcuts }: Props) {
  const [t, shell] = [useTexts('rare.palette'), useTexts('common.shell')];
  const me = useMe();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const run: Run = (act) => () => {
    onClose();
    // The dialog gives the focus back in a timer of its own; the act may take it.
    requestAnimationFrame(() => setTimeout(act));
  };
  return (
    <Command.Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label={shell('palette')}
      // In the order of the lists: a page before a customer with the same word.
      filter={(text, search) => (text.startsWith(FOUND) || isIn(text, search) ? 1 : 0)}
      overlayClassName="fixed inset-0 z-40 bg-black/45"
      contentClassName={dialog}
    >
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={t('hint')}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-[15px] outline-none placeholder:text-faint"
      />
      <Command.List className="max-h-96 overflow-y-auto p-1.5">
        <Command.Empty className="p-4 text-center text-soft">{shell('noMatch')}</Command.Empty>
        <Command.Group heading={t('pages')} className={group}>
          {entriesOf(me).map(({ to, text, icon }) => (
            <Item key={to} icon={icon} text={shell(text)} onSelect={run(() => navigate({ to }))} />
          ))}
        </Command.Group>
        <Command.Group heading={t('acts')} className={group}>
          <Acts run={run} />
          <Item icon={Keyboard} text={shell('shortcuts')} onSelect={run(onShortcuts)} />
        </Command.Group>
        <People typed={typed.trim()} run={run} />
      </Command.List>
    </Command.Dialog>
  );
}

/** Every typed word begins a word of the text. */
function isIn(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  return typed
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

interface ItemProps {
  icon: LucideIcon;
  text: string;
  /** Beside the text, such as keys. */
  aside?: ReactNode;
  onSelect: () => void;
}

function Item({ icon: Icon, text, aside, onSelect }: ItemProps) {
  return (
    <Command.Item value={text} className={item} onSelect={onSelect}>
      <Icon aria-hidden />
      <span className="min-w-0 flex-1">{text}</span>
      {aside}
    </Command.Item>
  );
}

/** What the page below does by keys, and what begins elsewhere. */
function Acts({ run }: { run: Run }) {
  const t = useTexts('rare.palette');
  const navigate = useNavigate();
  const pages = entriesOf(useMe()).map(({ to }) => to);
  // Ways to pages are listed as pages. The palette needs no act that opens it.
  const shortcuts = useShortcuts().filter(
    ({ keys }) => !keys.startsWith('g ') && !/^(mod\+k|\?|Escape)$/.test(keys),
  );
  return (
    <>
      {shortcuts.map(({ keys, text, run: act }) => (
        <Item
          key={`${keys} ${text}`}
          icon={Zap}
          text={text}
          aside={keys && <kbd className="text-[11px] text-soft">{keys.replace('mod+', 'Ctrl ')}</kbd>}
          onSelect={run(() => act(new KeyboardEvent('keydown')))}
        />
      ))}
      {pages.includes('/broadcasts') && (
        <Item icon={Zap} text={t('newBroadcast')} onSelect={run(() => navigate({ to: '/broadcasts/new' }))} />
      )}
      {pages.includes('/contacts') && (
        <Item
          icon={Zap}
          text={t('importContacts')}
          onSelect={run(() => navigate({ to: '/contacts/import' }))}
        />
      )}
      {pages.includes('/developers') && (
        <Item
          icon={Zap}
          text={t('addDevice')}
          onSelect={run(() => navigate({ to: '/devices', search: { add: true } }))}
        />
      )}
    </>
  );
}

/** Chats and contacts with this name or number. */
function People({ typed, run }: { typed: string; run: Run }) {
  const t = useTexts('rare.palette');
  const navigate = useNavigate();
  const mayReadContacts = entriesOf(useMe()).some(({ to }) => to === '/contacts');
  const q = useLate(typed);
  const isSearch = q.length >= MIN_SEARCH;
  const chats = useQuery({
    queryKey: ['palette', 'chats', q],
    queryFn: () => call('GET /conversations', { query: { q, limit: MAX_FOUND } }),
    enabled: isSearch,
  });
  const contacts = useQuery({
    queryKey: ['palette', 'contacts', q],
    queryFn: () => call('GET /contacts', { query: { q, per_page: MAX_FOUND, page: 1 } }),
    enabled: isSearch && mayReadContacts,
  });
  // All at once, so that Enter opens the first of them.
  if (!isSearch || typed !== q || !chats.isFetched || contacts.isLoading) return null;
  return (
    <>
      <Command.Group heading={t('chats')} className={group}>
        {chats.data?.data.map((chat) => (
          <Command.Item
            key={chat.id}
            value={`${FOUND}${chat.id}`}
            className={item}
            onSelect={run(() =>
              navigate({ to: '/inbox/$conversationId', params: { conversationId: chat.id } }),
            )}
          >
            <MessagesSquare aria-hidden />
            <Found name={nameOf(chat)} aside={addressText(chat.person.phone)} />
          </Command.Item>
        ))}
        <Command.Item
          value={`${FOUND}in ${typed}`}
          className={item}
          onSelect={run(() => navigate({ to: '/inbox', search: { view: 'all', q: typed } }))}
        >
          <Search aria-hidden />
          {t('findIn', { text: typed })}
        </Command.Item>
      </Command.Group>
      {contacts.data && contacts.data.data.length > 0 && (
        <Command.Group heading={t('contacts')} className={group}>
          {contacts.data.data.map(({ id, name, phone }) => (
            <Command.Item
              key={id}
              value={`${FOUND}contact ${id}`}
              className={item}
              onSelect={run(() => navigate({ to: '/contacts/$id', params: { id: String(id) } }))}
            >
              <UserRound aria-hidden />
              <Found name={name ?? addressText(phone)} aside={addressText(phone)} />
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  );
}

function Found({ name, aside }: { name: string; aside: string }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate">
        <bdi>{name}</bdi>
      </span>
      {aside !== name && <span className="shrink-0 text-xs text-soft">{aside}</span>}
    </>
  );
}
