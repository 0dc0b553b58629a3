import { textOfQr } from '../../../shared/links/qr';
import { QrLook, type QrFormat } from '../../../shared/links/qr-inputs';
import { drawQr, type QrFile } from '../../qr/code';
import type { RawAnswer } from '../../raw';
import { sha256Hex } from '../../secrets/tokens';

const REMEMBERED = 1_000;
const PUBLIC_CACHE = 'public, max-age=86400';
const DEFAULT_LOOKS = { svg: QrLook.parse({ format: 'svg' }), png: QrLook.parse({ format: 'png' }) };

/** Codes of the default look, the one used last at the end. */
const remembered = new Map<string, QrFile>();

/** The QR code of a short link as an answer, tagged by what it is made of. Throws 422 `unprocessable` as `drawQr` does. */
export function renderQr(shortUrl: string, look: QrLook): RawAnswer {
  const isDefault = Object.entries(DEFAULT_LOOKS[look.format]).every(
    ([name, value]) => look[name as keyof QrLook] === value,
  );
  const { type, body } = isDefault ? rememberedQr(shortUrl, look.format) : drawQr(textOfQr(shortUrl), look);
  return { headers: { 'Content-Type': type, ETag: tagOf(shortUrl, look) }, body };
}

/** The public form, `{short_url}+qr.svg` and `.png`: the default look, which caches may keep for a day. */
export function publicQr(shortUrl: string, format: QrFormat): RawAnswer {
  const { headers, body } = renderQr(shortUrl, DEFAULT_LOOKS[format]);
  return { headers: { ...headers, 'Cache-Control': PUBLIC_CACHE }, body };
}

function rememberedQr(shortUrl: string, format: QrFormat): QrFile {
  const key = `${format} ${shortUrl}`;
  const file = remembered.get(key) ?? drawQr(textOfQr(shortUrl), DEFAULT_LOOKS[format]);
  remembered.delete(key);
  remembered.set(key, file);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return file;
}

const tagOf = (shortUrl: string, look: QrLook): string =>
  `"${sha256Hex(JSON.stringify([shortUrl, QrLook.parse(look)])).slice(0, 32)}"`;
