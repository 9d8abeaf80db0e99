/** A place in which quotes mean something else than outside of it. */
type Place = 'plain' | 'single' | 'double' | 'substitution';

/**
 * Finds what a reader cannot paste. zsh runs a comment as a command, so that a variable beside it stays empty.
 * In double quotes both shells of a terminal replace `!` by an earlier line.
 */
export function findUnpastable(code: string): string[] {
  return [...scan(code)].map(({ offset, problem }) => {
    const line = code.slice(0, offset).split('\n').length;
    return `line ${line}: ${problem}`;
  });
}

function* scan(code: string): Generator<{ offset: number; problem: string }> {
  const places: Place[] = ['plain'];
  for (let offset = 0; offset < code.length; offset += 1) {
    const place = places.at(-1) ?? 'plain';
    const [before = '\n', char = '', after = ''] = [code[offset - 1], code[offset], code[offset + 1]];
    if (char === '\\' && place !== 'single') offset += 1;
    else if (place === 'single') leaveAt("'", char, places);
    else if (char === '$' && after === '(') places.push('substitution');
    else if (place === 'double') {
      if (char === '!' && /\w/.test(after)) yield { offset, problem: '`!` in double quotes' };
      leaveAt('"', char, places);
    } else if (char === "'") places.push('single');
    else if (char === '"') places.push('double');
    else if (char === '#' && /\s/.test(before)) {
      yield { offset, problem: 'a comment' };
      const end = code.indexOf('\n', offset);
      offset = end < 0 ? code.length : end - 1;
    } else if (place === 'substitution') leaveAt(')', char, places);
  }
}

function leaveAt(end: string, char: string, places: Place[]): void {
  if (char === end) places.pop();
}
