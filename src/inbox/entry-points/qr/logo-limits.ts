/** Decoding takes up to 16 bytes per pixel. */
export const MAX_LOGO_PIXELS = 4_000_000;
export const MAX_LOGO_BYTES = 1024 * 1024;

export interface LogoRequest {
  bytes: Uint8Array;
  /** In pixels; the picture fills one direction. */
  side: number;
}

/** A logo on white, in RGB. */
export interface LogoPicture {
  width: number;
  height: number;
  rgb: Uint8Array<ArrayBuffer>;
}

export type LogoAnswer = LogoPicture | { refused: 'type' | 'pixels' };
