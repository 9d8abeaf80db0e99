import { DAY, HOUR, MINUTE } from '../../../../platform/lib/clock.ts';

/** In bytes, of each body. */
export const MAX_BODY = 16 * 1024;
/** Of a message, in code points. */
export const MAX_TEXT = 2_000;
/** Code points. */
export const MAX_CONTACT_NAME = 100;
export const MAX_CONTACT_PHONE = 40;

/** From the first visit on. */
export const TOKEN_MS = 365 * DAY;
/** Maximum until the end of a signed identity. */
export const IDENTITY_MS = HOUR;
/** Between a web server's clock and ours. */
export const CLOCK_LEEWAY_MS = MINUTE;
/** UTF-16 units of a signed identity. */
export const MAX_IDENTITY = 4_096;
/** Of the user id in it. */
export const MAX_USER_ID = 200;

/** Per process. Offices and mobile providers share addresses. */
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

/** Unstored messages of an account, per process. */
export const MAX_STORING = 300;

/** Open streams, in each process. */
export const MAX_STREAMS = { ofVisitor: 5, ofNetwork: 500, ofAccount: 1_000, all: 4_000 } as const;

/** Of a page, and of a stream's tail. */
export const PAGE = 30;
