import { LRUCache } from 'lru-cache';

import { textOfQr } from '../../../shared/links/qr';
import { QrLook, type QrFormat } from '../../../shared/links/qr-inputs';
import { drawQr, type QrFile } from '../../qr/code';
import type { RawAnswer } from '../../raw';
import { sha256Hex } from '../../secrets/tokens';

const PUBLIC_CACHE = 'public, max-age=86400';
const DEFAULT_LOOKS = { svg: QrLook.parse({ format: 'svg' }), png: QrLook.parse({ format: 'png' }) };

const cache = new LRUCache<string, QrFile>({ max: 1000 });

/** Throws 422 `unprocessable` like `drawQr`. */
export function renderQr(shortUrl: string, look: QrLook): RawAnswer {
  const isDefault = Object.entries(DEFAULT_LOOKS[look.format]).every(
    ([name, value]) => look[name as keyof QrLook] === value,
  );
  const { type, body } = isDefault ? cachedQr(shortUrl, look.format) : drawQr(textOfQr(shortUrl), look);
  return { headers: { 'Content-Type': type, ETag: tagOf(shortUrl, look) }, body };
}

/** The public form, `{short_url}+qr.svg` and `.png`, which caches may keep for a day. */
export function publicQr(shortUrl: string, format: QrFormat): RawAnswer {
  const { headers, body } = renderQr(shortUrl, DEFAULT_LOOKS[format]);
  return { headers: { ...headers, 'Cache-Control': PUBLIC_CACHE }, body };
}

function cachedQr(shortUrl: string, format: QrFormat): QrFile {
  const key = `${format} ${shortUrl}`;
  let file = cache.get(key);
  if (!file) cache.set(key, (file = drawQr(textOfQr(shortUrl), DEFAULT_LOOKS[format])));
  return file;
}

const tagOf = (shortUrl: string, look: QrLook): string =>
  `"${sha256Hex(JSON.stringify([shortUrl, QrLook.parse(look)])).slice(0, 32)}"`;
