import { decodeName, percentDecode } from './name-encoding.ts';

/** `filename*` wins (RFC 6266). One character per byte. */
export function nameInDisposition(header: string | null): string {
  if (header === null) return '';
  const parameters = parametersOf(header);
  const extended = /^([\w-]+)'[^']*'(.*)$/s.exec(parameters.get('filename*') ?? '');
  const name = extended ? decodeExtended(extended[1] ?? '', extended[2] ?? '') : null;
  return name ?? decodeName(Buffer.from(parameters.get('filename') ?? '', 'latin1'));
}

/** `; name=token` or `; name="text with \" inside"`. */
function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  const pattern = /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/gs;
  for (const [, name = '', quoted, token = ''] of header.matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? token);
  }
  return found;
}

/** RFC 8187. */
function decodeExtended(charset: string, value: string): string | null {
  const bytes = percentDecode(value);
  if (/^utf-8$/i.test(charset)) return new TextDecoder().decode(bytes);
  return /^iso-8859-1$/i.test(charset) ? bytes.toString('latin1') : null;
}

/** RFC 6266: ASCII, then UTF-8. */
export function dispositionOf(disposition: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
