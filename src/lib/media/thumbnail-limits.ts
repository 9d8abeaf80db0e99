import { SECOND } from '../clock.ts';

/** Above every picture that phones send. A decoded pixel takes up to 16 bytes on the way. */
export const MAX_PIXELS = 20_000_000;
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** In pixels, of the longer side. */
export const MAX_SIDE = 320;
export const TIME_LIMIT_MS = 10 * SECOND;

export interface ThumbnailRequest {
  source: string;
  target: string;
  /** Otherwise PNG, which keeps transparency. */
  asJpeg: boolean;
}
