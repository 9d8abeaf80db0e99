/** Names get the first. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls', 'xlt'],
  'application/vnd.ms-excel.sheet.macroenabled.12': ['xlsm'],
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': ['xlsb'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.ms-powerpoint': ['ppt', 'pps'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow': ['ppsx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/vnd.android.package-archive': ['apk'],
  'application/epub+zip': ['epub'],
  'application/rtf': ['rtf'],
  'application/zip': ['zip'],
  'application/gzip': ['gz', 'tgz'],
  'application/vnd.rar': ['rar'],
  'application/x-7z-compressed': ['7z'],
  'application/json': ['json'],
  'application/xml': ['xml'],
  'text/xml': ['xml'],
  'text/plain': ['txt', 'log'],
  'text/csv': ['csv'],
  'text/tab-separated-values': ['tsv'],
  'text/markdown': ['md'],
  'text/html': ['html', 'htm'],
  'text/vcard': ['vcf'],
  'text/calendar': ['ics'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'image/svg+xml': ['svg'],
  'image/tiff': ['tif', 'tiff'],
  'image/vnd.adobe.photoshop': ['psd'],
  'image/vnd.dwg': ['dwg'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'm4b'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'video/mp4': ['mp4', 'm4v'],
  'video/3gpp': ['3gp'],
  'video/quicktime': ['mov'],
};

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS)
    .toReversed()
    .flatMap(([mimetype, extensions]) => extensions.map((extension) => [extension, mimetype] as const)),
);

/** Without parameters. Undefined: none usual. */
export const extensionOf = (mimetype: string): string | undefined =>
  EXTENSIONS[mimetype.split(';')[0] ?? '']?.[0];

export const typeOfName = (name: string): string | undefined =>
  TYPES.get(/\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '');
