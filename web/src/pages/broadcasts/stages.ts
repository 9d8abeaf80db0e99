import type { Schema } from '../../api/schemas.ts';

export type Funnel = Schema<'BroadcastFunnel'>;
export type Stage = keyof Funnel;
/** Of an earlier broadcast. */
export type Wave = NonNullable<Schema<'PreviewBroadcast'>['recipients_of']>['stage'];

/** The title of each list. */
export const LIST_TITLES = {
  failed: 'failedTitle',
  left_out: 'listLeftOut',
  sent: 'listSent',
  delivered: 'listDelivered',
  read: 'listRead',
  replied: 'listReplied',
  opted_out: 'listOptedOut',
  not_read: 'listNotRead',
  not_replied: 'listNotReplied',
} as const satisfies Record<Stage, string>;

export const WAVE_TITLES = { all: 'listAll', ...LIST_TITLES } as const satisfies Record<Wave, string>;

/** The stage of an address. */
export const stageOf = (text: unknown): Stage | undefined =>
  typeof text === 'string' && text in LIST_TITLES ? (text as Stage) : undefined; // `in` proves it
