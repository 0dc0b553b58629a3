import { Parser } from 'htmlparser2';

import { type LogoType, MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from '../../../shared/access/branding';
import { fieldError } from '../../errors';
import { countDrawnElements } from './drawn-elements';

interface Upload {
  type: LogoType;
  data: string;
}

/** Throws 422 for bytes that are no image of the type, too large, or, in an SVG, more than a drawing. */
export function checkedLogo({ type, data }: Upload): { type: LogoType; base64: string } {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > MAX_LOGO_BYTES) {
    throw refusal('too_large', `The image can have at most ${MAX_LOGO_BYTES / 1024} KiB.`);
  }
  if (type === 'image/svg+xml') checkSvg(bytes);
  else checkSize(type === 'image/png' ? pngSize(bytes) : webpSize(bytes), type);
  return { type, base64: bytes.toString('base64') };
}

const refusal = (code: string, message: string) => fieldError('unprocessable', '/logo', code, message);

interface Size {
  width: number;
  height: number;
}

function checkSize(size: Size | undefined, type: LogoType): void {
  if (size === undefined) {
    const format = type === 'image/png' ? 'PNG' : 'WebP';
    throw refusal('invalid_image', `The file is not a complete ${format} image.`);
  }
  if (Math.max(size.width, size.height) > MAX_LOGO_PIXELS) {
    throw refusal('too_large', `The image can have at most ${MAX_LOGO_PIXELS} × ${MAX_LOGO_PIXELS} pixels.`);
  }
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Walks the chunks: the first is IHDR, the last IEND, and nothing follows it. */
function pngSize(bytes: Buffer): Size | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  let size: Size | undefined;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (at === 8) {
      if (name !== 'IHDR' || length !== 13 || bytes.length < at + 25) return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    at += 12 + length;
    if (name === 'IEND') return at === bytes.length ? sized(size) : undefined;
  }
  return undefined;
}

/** The three kinds of the WebP container: lossy, lossless, and extended. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined;
  }
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return sized({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 });
  if (kind === 'VP8L' && bytes[20] === 0x2f) {
    const packed = bytes.readUInt32LE(21);
    return sized({ width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 });
  }
  if (kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a) {
    return sized({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff });
  }
  return undefined;
}

const sized = (size: Size | undefined): Size | undefined =>
  size && size.width > 0 && size.height > 0 ? size : undefined;

const FORBIDDEN = new Set(
  'script foreignobject iframe embed object audio video animate animatemotion animatetransform set a handler listener'.split(
    ' ',
  ),
);
/** A reference to a part of the same file, or to an image within it. */
const INSIDE = /^\s*(?:#|data:image\/(?:png|jpeg|webp|gif);base64,)/i;
const REFERENCE = /url\(\s*["']?\s*([^"')]*)|@import|(?:image-set|cross-fade|\bimage|\bsrc)\(/gi;
/** Style sheets may spell `url` and `@import` with escapes. Editors leave paths of Windows in attributes of their own. */
const PLAIN_ATTRIBUTE = /^(?:id|class|data-.*|aria-.*|(?!xlink:).+:.*)$/i;
/** Drawn elements. A browser stands still for seconds at a hundred thousand, on each page. */
const MAX_DRAWN = 20_000;
const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/**
 * A drawing and nothing else: no script, no handler of events, no entity, nothing fetched from elsewhere. Browsers also
 * show it in `<img>` alone, or under a policy that forbids all of these.
 */
function checkSvg(bytes: Buffer): void {
  const text = decoded(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw refusal('unsafe_image', 'The SVG has a document type. Export it as a plain SVG.');
  }
  const open: { name: string; isWhole: boolean; style: string; close: () => void }[] = [];
  const drawing = countDrawnElements(MAX_DRAWN);
  let root: string | undefined;
  let isClosed = false;
  let fault: string | undefined;
  const note = (found: string) => {
    fault ??= found;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const local = localName(name);
        root ??= local;
        if (isClosed) note('It has more than one root element');
        // `<path/>` is closed by itself; an end that the parser adds anywhere else is missing.
        const close = drawing.open(attributes);
        open.push({ name, isWhole: text[parser.endIndex - 1] === '/', style: '', close });
        if (FORBIDDEN.has(local)) note(`It has an element <${name}>`);
        for (const [attribute, value] of Object.entries(attributes)) {
          const key = localName(attribute);
          if (key.startsWith('on')) note(`It has an attribute ${attribute}`);
          if ((key === 'href' || key === 'src') && !INSIDE.test(value)) note('It refers to another file');
          if (leadsOutside(value)) note('It refers to another file');
          if (value.includes('\\') && !PLAIN_ATTRIBUTE.test(attribute)) note('Its style has an escape');
          if (/^xmlns\b/i.test(attribute) && value.trim() === HTML_NAMESPACE) note('It has HTML');
        }
      },
      ontext(words) {
        const parent = open.at(-1);
        // Browsers join the texts around comments and elements.
        if (parent && localName(parent.name) === 'style') parent.style += words;
      },
      onclosetag(_, isImplied) {
        if (isImplied && !open.at(-1)?.isWhole) note('It is not complete');
        const closed = open.pop();
        closed?.close();
        const style = closed?.style ?? '';
        if (leadsOutside(style)) note('It refers to another file');
        if (style.includes('\\')) note('Its style has an escape');
        isClosed = open.length === 0;
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase() !== '?xml') note('It has a processing instruction');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (drawing.areTooMany()) note('It draws too many elements');
  if (root !== 'svg') throw refusal('invalid_image', 'The file is not an SVG image.');
  if (fault !== undefined) throw refusal('unsafe_image', `The SVG cannot be used. ${fault}. Export it as a plain SVG.`);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const leadsOutside = (value: string): boolean =>
  /javascript:/i.test(value) || [...value.matchAll(REFERENCE)].some(([, target]) => !INSIDE.test(target ?? ''));

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal('invalid_image', 'The file is not an SVG image.');
  }
}
