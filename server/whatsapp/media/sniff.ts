interface Sniffed {
  mimeType: string;
  /** Further valid types of the same bytes. */
  alsoNamed: RegExp | null;
}

export const HEAD_BYTES = 65_536;
export const UNKNOWN_TYPE = 'application/octet-stream';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const exactly = (mimeType: string): Sniffed => ({ mimeType, alsoNamed: null });

const SIGNATURES: readonly [prefix: string, Sniffed][] = [
  ['ffd8ff', exactly('image/jpeg')],
  ['89504e470d0a1a0a', exactly('image/png')],
  ['474946383761', exactly('image/gif')],
  ['474946383961', exactly('image/gif')],
  ['49492a00', exactly('image/tiff')],
  ['4d4d002a', exactly('image/tiff')],
  ['255044462d', exactly('application/pdf')],
  ['2321414d520a', exactly('audio/amr')],
  ['2321414d522d57420a', exactly('audio/amr-wb')],
  ['494433', exactly('audio/mpeg')],
  ['664c6143', exactly('audio/flac')],
  ['1a45dfa3', { mimeType: 'video/webm', alsoNamed: /^(?:audio\/webm|(?:audio|video)\/x-matroska)$/ }],
  ['7b5c727466', { mimeType: 'application/rtf', alsoNamed: /^text\/rtf$/ }],
  [
    'd0cf11e0a1b11ae1',
    { mimeType: 'application/x-ole-storage', alsoNamed: /^application\/(?:msword|vnd\.ms-[\w.-]+)$/ },
  ],
  ['1f8b', { mimeType: 'application/gzip', alsoNamed: /^application\/[\w.+-]*(?:gzip|tar|tgz)$/ }],
  ['377abcaf271c', exactly('application/x-7z-compressed')],
  ['526172211a07', exactly('application/vnd.rar')],
  ['4d5a', { mimeType: 'application/x-msdownload', alsoNamed: /^application\/(?:x-dosexec|vnd\.microsoft\.[\w.-]+)$/ }],
  ['7f454c46', { mimeType: 'application/x-elf', alsoNamed: /^application\/x-(?:executable|sharedlib)$/ }],
];

/** Types with known signatures, which other bytes must not claim. */
const KNOWN = new Set([
  ...SIGNATURES.map(([, { mimeType }]) => mimeType),
  'image/webp',
  'image/heic',
  'image/avif',
  'audio/wav',
  'audio/aac',
  'audio/mp4',
  'audio/ogg',
  'application/ogg',
  'video/mp4',
  'video/3gpp',
  'video/quicktime',
  'video/x-msvideo',
  'application/zip',
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map((name) => OFFICE + name),
]);

const ALIASES = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/mpeg3', 'audio/mpeg'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-aac', 'audio/aac'],
  ['audio/aacp', 'audio/aac'],
  ['audio/opus', 'audio/ogg'],
  ['audio/3gpp', 'video/3gpp'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['application/x-pdf', 'application/pdf'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-gzip', 'application/gzip'],
]);

export function plainType(type: string): string {
  const bare = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return ALIASES.get(bare) ?? bare;
}

/** The package `file-type` does not recognise text, and HTML and SVG must never pass for another type. */
export function sniff(head: Uint8Array): Sniffed {
  const hex = Buffer.from(head.subarray(0, 16)).toString('hex');
  const signed = SIGNATURES.find(([prefix]) => hex.startsWith(prefix))?.[1];
  if (signed) return signed;

  const start = latin(head, 64);
  if (start.startsWith('RIFF')) return riff(start.slice(8, 12));
  if (start.slice(4, 8) === 'ftyp') return isoMedia(start.slice(8, 12));
  if (start.startsWith('OggS')) return exactly(start.startsWith('OpusHead', 28) ? 'audio/ogg' : 'application/ogg');
  if (start.startsWith('PK\u0003\u0004') || start.startsWith('PK\u0005\u0006')) return zip(head);
  const [first = 0, second = 0, third = 0] = head;
  // MPEG sync bits, then layer III with valid rates, or ADTS without a layer.
  if (first === 0xff && (second & 0xe6) === 0xe2 && third >> 4 !== 15 && (third & 0x0c) !== 0x0c) {
    return exactly('audio/mpeg');
  }
  if (first === 0xff && (second & 0xf6) === 0xf0) return exactly('audio/aac');
  return isText(head) ? textual(head) : { mimeType: UNKNOWN_TYPE, alsoNamed: /^(?!image\/|audio\/|video\/)/ };
}

export function refine({ mimeType, alsoNamed }: Sniffed, named: string | null): string {
  const type = named === null ? UNKNOWN_TYPE : plainType(named);
  const fits = type !== UNKNOWN_TYPE && alsoNamed?.test(type) === true;
  // A type with a known signature requires that signature.
  return fits && (!KNOWN.has(type) || type === 'audio/mp4') ? type : mimeType;
}

function riff(form: string): Sniffed {
  if (form === 'WEBP') return exactly('image/webp');
  if (form === 'WAVE') return exactly('audio/wav');
  return form === 'AVI ' ? exactly('video/x-msvideo') : exactly(UNKNOWN_TYPE);
}

function isoMedia(brand: string): Sniffed {
  if (/^M4[AB] $/.test(brand)) return exactly('audio/mp4');
  if (brand.startsWith('3g')) return { mimeType: 'video/3gpp', alsoNamed: /^video\/3gpp2$/ };
  if (/^(?:heic|heix|hevc|mif1|msf1)$/.test(brand)) return exactly('image/heic');
  if (/^avi[fs]$/.test(brand)) return exactly('image/avif');
  if (brand === 'qt  ') return exactly('video/quicktime');
  // All of these containers may hold only audio.
  return { mimeType: 'video/mp4', alsoNamed: /^audio\/mp4$/ };
}

/** Office formats are recognised by their first archive entries. */
function zip(head: Uint8Array): Sniffed {
  const text = latin(head, head.length);
  const own = /^mimetype(application\/[\w.+-]{1,80}?)PK/.exec(text.slice(30, 140))?.[1];
  if (own) return exactly(own);
  if (text.includes('[Content_Types].xml')) {
    if (text.includes('word/')) return exactly(`${OFFICE}wordprocessingml.document`);
    if (text.includes('xl/')) return exactly(`${OFFICE}spreadsheetml.sheet`);
    if (text.includes('ppt/')) return exactly(`${OFFICE}presentationml.presentation`);
  }
  return { mimeType: 'application/zip', alsoNamed: /^application\// };
}

/** Text may have any non-binary type, since nothing here interprets it. */
function textual(head: Uint8Array): Sniffed {
  const start = new TextDecoder().decode(head.subarray(0, 1024)).trimStart().toLowerCase();
  const alsoNamed = /^(?:text|application|message)\//;
  if (/^(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body|script|iframe|title)\b/.test(start)) {
    return { mimeType: 'text/html', alsoNamed: /^(?:text\/plain|application\/xhtml\+xml)$/ };
  }
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*|<!doctype svg[^>]*>\s*)*<svg\b/.test(start)) {
    return exactly('image/svg+xml');
  }
  return { mimeType: start.startsWith('<?xml') ? 'application/xml' : 'text/plain', alsoNamed };
}

function isText(head: Uint8Array): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  for (const byte of head) if (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte)) return false;
  try {
    // As a stream, since the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const latin = (bytes: Uint8Array, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, to);
