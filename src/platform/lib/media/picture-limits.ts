import { SECOND } from '../clock.ts';

/** A decoded pixel takes up to 16 bytes. */
export const MAX_PIXELS = 20_000_000;
/** No camera takes more. */
export const MOST_PIXELS = 210_000_000;
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** In pixels, of the longer side. */
export const MAX_SIDE = 320;
export const TIME_LIMIT_MS = 10 * SECOND;

export interface PictureRequest {
  source: string;
  target: string;
  maxSide: number | null;
  /** `fitting`: PNG with transparency, else JPEG. */
  format: 'jpeg' | 'png' | 'fitting';
}

export type PictureType = 'image/jpeg' | 'image/png';
/** `bomb`: a small file with more pixels than any camera makes. */
export type PictureAnswer = PictureType | 'bomb';
