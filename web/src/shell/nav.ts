import type { LinkProps } from '@tanstack/react-router';
import {
  BookUser,
  ChartColumn,
  CodeXml,
  FlaskConical,
  Gauge,
  History,
  Inbox,
  type LucideIcon,
  Megaphone,
  QrCode,
  ScrollText,
  Server,
  Settings,
  Smartphone,
  Users,
  Workflow,
} from 'lucide-react';
import { isAtLeast, type Role, type Session } from '../session/session.ts';
import type { Key } from '../texts/translate.ts';

type User = Session['user'];

export interface NavEntry {
  to: NonNullable<LinkProps['to']>;
  text: Key<'common.shell'>;
  icon: LucideIcon;
  /** The least role that sees the page. */
  least: Role;
  /** Pressed after `g`. */
  key: string;
  /**
   * `daily`: of every day. `grow`: reaching and answering more customers. `account`: how the account is set up.
   * `installation`: of all accounts.
   */
  group: 'daily' | 'grow' | 'account' | 'installation';
  /** For users of whom more must be true. */
  isShown?: (user: User) => boolean;
}

/** The pages in their order, for the bar, the palette and the keyboard. */
export const NAV: readonly NavEntry[] = [
  { to: '/inbox', text: 'inbox', icon: Inbox, least: 'agent', key: 'i', group: 'daily' },
  { to: '/contacts', text: 'contacts', icon: BookUser, least: 'admin', key: 'c', group: 'daily' },
  { to: '/messages', text: 'messages', icon: ScrollText, least: 'agent', key: 'l', group: 'daily' },
  { to: '/broadcasts', text: 'broadcasts', icon: Megaphone, least: 'admin', key: 'b', group: 'grow' },
  { to: '/automation', text: 'automation', icon: Workflow, least: 'admin', key: 'u', group: 'grow' },
  { to: '/entry-points', text: 'entryPoints', icon: QrCode, least: 'admin', key: 'e', group: 'grow' },
  { to: '/reports', text: 'reports', icon: ChartColumn, least: 'admin', key: 'r', group: 'grow' },
  { to: '/devices', text: 'devices', icon: Smartphone, least: 'agent', key: 'd', group: 'account' },
  {
    to: '/sandbox',
    text: 'sandbox',
    icon: FlaskConical,
    least: 'agent',
    key: 'x',
    group: 'account',
    isShown: ({ account }) => account.kind === 'sandbox',
  },
  { to: '/developers', text: 'developers', icon: CodeXml, least: 'admin', key: 'p', group: 'account' },
  { to: '/team', text: 'team', icon: Users, least: 'admin', key: 't', group: 'account' },
  { to: '/usage', text: 'usage', icon: Gauge, least: 'admin', key: 'm', group: 'account' },
  { to: '/audit', text: 'audit', icon: History, least: 'admin', key: 'a', group: 'account' },
  { to: '/settings', text: 'settings', icon: Settings, least: 'agent', key: 's', group: 'account' },
  {
    to: '/operator',
    text: 'operator',
    icon: Server,
    least: 'agent',
    key: 'o',
    group: 'installation',
    isShown: ({ is_operator }) => is_operator,
  },
];

export const NAV_GROUPS = ['daily', 'grow', 'account', 'installation'] as const;

/** The pages that this user may open. */
export function entriesOf(user: User): readonly NavEntry[] {
  return NAV.filter(({ least, isShown }) => isAtLeast(user.role, least) && (isShown?.(user) ?? true));
}
