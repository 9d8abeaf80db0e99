import { expect, test } from 'vitest';
import { fileOf, HEADS } from '../../../../test/harness/media.ts';
import { type MediaType, mimetypeOf } from './formats.ts';

test.each(Object.entries(HEADS))(
  '%s is recognized by its bytes, for any type that the server sends',
  (_, { type, head, mimetype }) => {
    expect(mimetypeOf(type, head, null)).toBe(mimetype);
    expect(mimetypeOf(type, head, 'application/octet-stream')).toBe(mimetype);
  },
);

const latin = (text: string) => Buffer.from(text, 'latin1');
const ftyp = (...brands: string[]) => {
  const [major, ...others] = brands;
  const length = 16 + others.length * 4;
  return latin(`\0\0\0${String.fromCharCode(length)}ftyp${major}\0\0\0\0${others.join('')}`);
};

test.each<[string, MediaType, Buffer]>([
  ['an error page', 'image', latin('<!doctype html><title>404</title>')],
  ['an SVG image with scripts', 'image', latin('<svg xmlns="http://www.w3.org/2000/svg">')],
  ['a GIF', 'image', latin('GIF89a')],
  ['a RIFF file that is not WebP', 'image', latin('RIFF\0\0\0\0WAVEfmt ')],
  ['a picture in an MP4 box', 'image', ftyp('heic', 'mif1')],
  ['a picture in an MP4 box', 'video', ftyp('avif', 'mif1', 'miaf')],
  ['sound in an MP4 box', 'video', ftyp('M4A ', 'mp42', 'isom')],
  ['QuickTime', 'video', ftyp('qt  ')],
  ['WebM', 'video', Buffer.from([0x1a, 0x45, 0xdf, 0xa3])],
  ['Vorbis in Ogg', 'audio', Buffer.concat([latin('OggS'), Buffer.alloc(24), latin('\x01vorbis')])],
  ['WAV', 'audio', latin('RIFF\0\0\0\0WAVEfmt ')],
  ['MPEG layer 1', 'audio', Buffer.from([0xff, 0xfe, 0x90, 0])],
  ['a picture', 'audio', fileOf('jpeg')],
  ['nothing', 'image', Buffer.alloc(0)],
  ['one byte', 'audio', Buffer.from([0xff])],
  ['half a box', 'video', latin('\0\0\0\x14ftyp')],
])('%s is not accepted as %s', (_, type, head) => {
  expect(mimetypeOf(type, head, null)).toBeNull();
});

test.each<[string, MediaType, Buffer, string | null, string | null]>([
  ['an MP4 with an unknown brand before a common one', 'video', ftyp('XYZ1', 'mp42'), null, 'video/mp4'],
  ['a recording with a video brand', 'audio', ftyp('mp42', 'isom'), 'audio/mp4', 'audio/mp4'],
  ['a video sent as audio', 'audio', ftyp('mp42', 'isom'), 'video/mp4', null],
  ['AAC behind an ID3 tag', 'audio', latin('ID3\x04\0'), 'audio/aac', 'audio/aac'],
  ['a document with a type of the server', 'document', latin('a;b\n'), 'Text/CSV; charset=utf-8', 'text/csv'],
  ['a document without a type', 'document', latin('a;b\n'), null, 'application/octet-stream'],
  ['a document with an invalid type', 'document', latin('x'), 'no type"\u0000', 'application/octet-stream'],
])('%s', (_, type, head, contentType, mimetype) => {
  expect(mimetypeOf(type, head, contentType)).toBe(mimetype);
});

test('the name of a recording counts before the type of its host', () => {
  expect(mimetypeOf('audio', ftyp('mp42', 'isom'), 'video/mp4', 'rekaman.m4a')).toBe('audio/mp4');
  expect(mimetypeOf('audio', ftyp('mp42', 'isom'), 'audio/mp4', 'video.mp4')).toBeNull();
});
