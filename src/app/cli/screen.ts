import { styleText } from 'node:util';
import { readColumns } from '../../config.ts';
import type { Screen } from '../../platform/lib/terminal/command-output.ts';

const DEFAULT_COLUMNS = 80;

/** `styleText` decides about colours: NO_COLOR, FORCE_COLOR, TERM, and whether the stream is a terminal. */
export function screenOf(stream: NodeJS.WriteStream): Screen {
  return {
    columns: stream.isTTY ? (readColumns() ?? (stream.columns || DEFAULT_COLUMNS)) : Number.POSITIVE_INFINITY,
    paint: (colour, text) => styleText(colour, text, { stream }),
  };
}
