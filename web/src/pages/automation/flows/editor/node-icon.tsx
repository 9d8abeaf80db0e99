import {
  BadgeCheck,
  Bot,
  Clock,
  CornerDownRight,
  CornerUpLeft,
  Flag,
  GitFork,
  Globe,
  Hourglass,
  Image,
  List,
  ListTree,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquare,
  Percent,
  Play,
  Split,
  SquareMousePointer,
  Tag,
  User,
  UserRound,
  Variable,
} from 'lucide-react';
import type { NodeType } from '../model/definition.ts';

const ICONS: Readonly<Record<NodeType, LucideIcon>> = {
  start: Play,
  send_text: MessageSquare,
  send_template: BadgeCheck,
  send_media: Image,
  send_buttons: SquareMousePointer,
  send_list: List,
  ask: MessageCircleQuestion,
  ask_assistant: Bot,
  condition: Split,
  switch: ListTree,
  hours: Clock,
  split: Percent,
  wait: Hourglass,
  set_variable: Variable,
  labels: Tag,
  contact: User,
  http_request: Globe,
  run_flow: GitFork,
  jump: CornerDownRight,
  return: CornerUpLeft,
  hand_off: UserRound,
  end: Flag,
};

/** Groups of nodes have colours: messages, decisions, values, and where it goes. */
export const GROUPS: readonly (readonly [
  name: 'messages' | 'decisions' | 'data' | 'ends',
  types: readonly NodeType[],
])[] = [
  [
    'messages',
    ['send_text', 'ask', 'send_media', 'send_buttons', 'send_list', 'send_template', 'ask_assistant'],
  ],
  ['decisions', ['condition', 'switch', 'hours', 'split', 'wait']],
  ['data', ['set_variable', 'labels', 'contact', 'http_request']],
  ['ends', ['hand_off', 'end', 'jump', 'run_flow', 'return']],
];

const TONES = {
  messages: 'bg-accent-soft text-accent',
  decisions: 'bg-warn-soft text-warn',
  data: 'bg-active text-soft',
  ends: 'bg-good-soft text-good',
};

export function NodeIcon({ type }: { type: NodeType }) {
  const Icon = ICONS[type];
  const [group] = GROUPS.find(([, types]) => types.includes(type)) ?? (['ends'] as const);
  return (
    <span aria-hidden className={`grid size-7 shrink-0 place-items-center rounded-md ${TONES[group]}`}>
      <Icon className="size-4" />
    </span>
  );
}
