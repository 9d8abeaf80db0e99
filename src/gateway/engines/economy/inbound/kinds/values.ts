import { toNumber } from 'baileys';
import { amountIn } from '../../../amounts.ts';
import { isoOfSeconds } from '../../../content-bounds.ts';

export type Whole = Parameters<typeof toNumber>[0];

/** The network counts thousandths of the currency. */
export const thousandths = (amount: Whole) => (amount == null ? null : amountIn(toNumber(amount), 1000));

export const isoOf = (seconds: Whole) => (seconds == null ? null : isoOfSeconds(toNumber(seconds)));
export const isoOfMs = (ms: Whole) => (ms == null ? null : isoOfSeconds(toNumber(ms) / 1000));
