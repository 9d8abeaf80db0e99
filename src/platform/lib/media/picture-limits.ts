import { SECOND } from '../clock.ts';

/** Above every picture that phones send. A decoded pixel takes up to 16 bytes on the way. */
export const MAX_PIXELS = 20_000_000;
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** In pixels, of the longer side of a thumbnail. */
export const MAX_SIDE = 320;
export const TIME_LIMIT_MS = 10 * SECOND;

export interface PictureRequest {
  source: string;
  target: string;
  /** In pixels, of the longer side. Null: the side stays. */
  maxSide: number | null;
  /** `fitting`: PNG for a picture with transparency, otherwise JPEG. */
  format: 'jpeg' | 'png' | 'fitting';
}

/** The type of the written picture. */
export type PictureAnswer = 'image/jpeg' | 'image/png';
