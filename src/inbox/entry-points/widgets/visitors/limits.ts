import { DAY, HOUR, MINUTE } from '../../../../platform/lib/clock.ts';

/** In bytes, of each body. */
export const MAX_BODY = 16 * 1024;
/** Of a message, in code points. */
export const MAX_TEXT = 2_000;
/** Of a contact in a message, in code points. */
export const MAX_CONTACT_NAME = 100;
export const MAX_CONTACT_PHONE = 40;

/** From the first visit on. Then the visitor is a new one. */
export const TOKEN_MS = 365 * DAY;
/** A signed identity may end at most this much later. */
export const IDENTITY_MS = HOUR;
/** Difference between the clock of a web server and ours. */
export const CLOCK_LEEWAY_MS = MINUTE;
/** Of a signed identity, in UTF-16 units. */
export const MAX_IDENTITY = 4_096;
/** Of the user id in it. */
export const MAX_USER_ID = 200;

/**
 * Calls in a minute, in each process of the gateway. An office or a mobile provider gives one address to many people.
 */
export const PER_MINUTE = {
  tokensOfNetwork: 300,
  messagesOfNetwork: 600,
  /** Reads, streams and confirmations together. */
  othersOfNetwork: 3_000,
  messagesOfVisitor: 30,
  othersOfVisitor: 120,
  messagesOfWidget: 1_500,
  messagesOfAccount: 3_000,
} as const;

/** Messages of one account that are not stored yet, in each process. */
export const MAX_STORING = 300;

/** Open streams, in each process. */
export const MAX_STREAMS = { ofVisitor: 5, ofNetwork: 500, ofAccount: 1_000, all: 4_000 } as const;

/** Of a page, and of what a stream shows. */
export const PAGE = 30;
