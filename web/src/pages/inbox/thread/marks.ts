/** A part of a text as WhatsApp draws it. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'bold' | 'italic' | 'strike'; pieces: Piece[] };

/** A text of thousands of marks stays as it is from here on. */
const MAX_PIECES = 300;
const MAX_NESTED = 2_000;
/** A mark stands around words, not inside one, and not around blanks. */
const mark = (sign: string) =>
  String.raw`(?<![\p{L}\p{N}${sign}])${sign}(?=[^\s${sign}])([^${sign}\n]+)(?<=\S)${sign}(?![\p{L}\p{N}${sign}])`;
const PIECE = [
  String.raw`(https?:\/\/[^\s<>"]{1,2000})`,
  '`([^`\\n]+)`',
  mark('\\*'),
  mark('_'),
  mark('~'),
].join('|');
const AFTER_LINK = /[.,!?;:)\]'*_~]+$/;

/** Links, and what is between the marks of WhatsApp: `*bold*`, `_italic_`, `~strike~` and code. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const add = (from: number, piece: Piece | null, to: number) => {
    if (from > end) pieces.push({ type: 'text', text: text.slice(end, from) });
    if (piece) pieces.push(piece);
    end = to;
  };
  for (const found of text.matchAll(new RegExp(PIECE, 'gu'))) {
    if (pieces.length >= MAX_PIECES) break;
    const [whole, link, code, bold, italic, strike] = found;
    if (link !== undefined) {
      const address = link.replace(AFTER_LINK, '');
      if (URL.canParse(address))
        add(found.index, { type: 'link', text: address, href: address }, found.index + address.length);
      continue;
    }
    const inner = (type: 'bold' | 'italic' | 'strike', words: string): Piece => ({
      type,
      pieces: words.length > MAX_NESTED ? [{ type: 'text', text: words }] : piecesOf(words),
    });
    const piece: Piece | null =
      code !== undefined
        ? { type: 'code', text: code }
        : bold !== undefined
          ? inner('bold', bold)
          : italic !== undefined
            ? inner('italic', italic)
            : strike !== undefined
              ? inner('strike', strike)
              : null;
    add(found.index, piece, found.index + whole.length);
  }
  add(text.length, null, text.length);
  return pieces;
}
