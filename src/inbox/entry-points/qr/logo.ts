import { SECOND } from '../../../platform/lib/clock.ts';
import { PictureThread } from '../../../platform/lib/media/picture-thread.ts';
import { type LogoAnswer, type LogoPicture, type LogoRequest, MAX_LOGO_BYTES } from './logo-limits.ts';

export const TOO_LARGE = 'The logo is larger than 1 MiB.';

/** Fills `side` pixels in one direction. Throws LogoRefused. */
export type Logo = (side: number) => Promise<LogoPicture>;

export interface LogoReader {
  /** Of a JPEG, PNG or WebP, read when drawn. */
  logoOf(bytes: Uint8Array): Logo;
  /** Throws LogoRefused. */
  check(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** The message is for the user. */
export class LogoRefused extends Error {
  override name = 'LogoRefused';
}

const TIME_LIMIT_MS = 10 * SECOND;
const CHECKED_SIDE = 64;

/** One at a time, on a thread that starts with the first. */
export function openLogoReader(timeLimitMs = TIME_LIMIT_MS): LogoReader {
  const script = new URL('./logo-worker.ts', import.meta.url);
  const thread = new PictureThread<LogoRequest, LogoAnswer>(script, timeLimitMs);
  const logoOf = (bytes: Uint8Array) => async (side: number) => {
    if (bytes.length > MAX_LOGO_BYTES) throw new LogoRefused(TOO_LARGE);
    const answer = await thread.run({ bytes, side });
    if (answer === null) throw new LogoRefused('The logo cannot be read. Save the picture again as PNG.');
    if (!('refused' in answer)) return answer;
    if (answer.refused === 'type') throw new LogoRefused('The logo must be a JPEG, PNG or WebP picture.');
    throw new LogoRefused('The logo has more than 4 million pixels. Make it smaller.');
  };
  return {
    logoOf,
    check: async (bytes) => {
      await logoOf(bytes)(CHECKED_SIDE);
    },
    close: () => thread.close(),
  };
}
