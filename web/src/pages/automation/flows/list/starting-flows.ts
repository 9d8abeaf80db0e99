import type { Translate } from '../../../../texts/translate.ts';
import type { Definition, FlowNode } from '../model/definition.ts';

export const STARTING_FLOWS = ['menu', 'need', 'order', 'empty'] as const;
export type StartingFlow = (typeof STARTING_FLOWS)[number];

type Texts = Translate<'flows.list'>;

/** A flow that can be published as it is, in the language of its owner. `empty` has a start alone. */
export const startingFlow = (kind: StartingFlow, t: Texts): Definition => ({ nodes: NODES[kind](t) });

const start = (next: string, words: string): FlowNode => ({
  id: 'start',
  type: 'start',
  triggers: [{ match: 'word', patterns: [words] }],
  next,
});
const handOff = (more: object = {}): FlowNode => ({ id: 'hand_off', type: 'hand_off', ...more });
const end: FlowNode = { id: 'end', type: 'end' };

const NODES: Readonly<Record<StartingFlow, (t: Texts) => readonly FlowNode[]>> = {
  empty: () => [{ id: 'start', type: 'start', triggers: [{ match: 'word', patterns: [] }] }],
  menu: (t) => [
    start('hours', t('s_menuWord')),
    { id: 'hours', type: 'hours', open: 'menu', closed: 'ask_need' },
    {
      id: 'menu',
      type: 'ask',
      text: t('s_hello'),
      retry_text: t('s_pick'),
      answered: 'hand_off',
      answer: {
        kind: 'choice',
        choices: [
          { id: '1', title: t('s_price'), next: 'prices' },
          { id: '2', title: t('s_address'), next: 'address' },
          { id: '3', title: t('s_person'), next: 'hand_off' },
        ],
      },
    },
    { id: 'prices', type: 'send_text', text: t('s_prices'), next: 'end' },
    { id: 'address', type: 'send_text', text: t('s_addresses'), next: 'end' },
    {
      id: 'ask_need',
      type: 'ask',
      text: t('s_closed'),
      answer: { kind: 'text' },
      save_to: 'need',
      answered: 'hand_off_later',
    },
    { id: 'hand_off_later', type: 'hand_off', text: t('s_noted'), note: '{{var.need}}' },
    handOff(),
    end,
  ],
  need: (t) => [
    start('ask_name', t('s_needWord')),
    {
      id: 'ask_name',
      type: 'ask',
      text: t('s_askName'),
      answer: { kind: 'text' },
      save_to: 'name',
      answered: 'ask_need',
    },
    {
      id: 'ask_need',
      type: 'ask',
      text: t('s_askNeed'),
      answer: { kind: 'text' },
      save_to: 'need',
      answered: 'hand_off',
    },
    handOff({ text: t('s_thanks'), note: t('s_noteNeed') }),
  ],
  order: (t) => [
    start('ask_order', t('s_orderWord')),
    {
      id: 'ask_order',
      type: 'ask',
      text: t('s_orderAsk'),
      answer: { kind: 'text', max_length: 40 },
      save_to: 'order',
      answered: 'look_up',
    },
    {
      id: 'look_up',
      type: 'http_request',
      method: 'GET',
      url: 'https://shop.example/orders/{{var.order}}',
      save: [{ path: 'state', variable: 'state' }],
      succeeded: 'tell',
      failed: 'hand_off',
    },
    { id: 'tell', type: 'send_text', text: t('s_orderState'), next: 'end' },
    handOff({ text: t('s_orderFail'), note: '{{var.order}}' }),
    end,
  ],
};
