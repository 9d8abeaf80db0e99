export interface WelcomeLine {
  text: string;
  /** The user copies it: one piece. */
  copy?: string;
  style?: 'ready' | 'warning' | 'key';
}

export function plainLine({ text, copy }: WelcomeLine): string {
  return [text, copy].filter(Boolean).join(' ');
}

export function plainText(lines: readonly WelcomeLine[]): string {
  return lines.map((line) => `${plainLine(line)}\n`).join('');
}
