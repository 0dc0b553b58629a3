import { createHmac, hkdfSync } from 'node:crypto';

import type { InferSelectModel } from 'drizzle-orm';

import { HOUR_SECONDS } from '../../../shared/durations';
import { Media } from '../../../shared/whatsapp/media';
import { presentAs } from '../../present-as';
import type { waMedia } from '../schema/media';
import type { PresentContext } from './context';

export type MediaRow = InferSelectModel<typeof waMedia>;

const LINK_SECONDS = HOUR_SECONDS;
const MAX_NAME = 240;

const keys = new WeakMap<Uint8Array, Uint8Array>();

function signingKey(secretKey: Uint8Array): Uint8Array {
  let key = keys.get(secretKey);
  if (!key) keys.set(secretKey, (key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'switchboard|files', 32))));
  return key;
}

/** Base64url; `expires` is in Unix seconds. */
export const fileSignature = (secretKey: Uint8Array, mediaId: string, filename: string, expires: number): string =>
  createHmac('sha256', signingKey(secretKey)).update(`${mediaId}\n${filename}\n${expires}`).digest('base64url');

export function fileNameOf({ filename, mimeType, kind }: Pick<MediaRow, 'filename' | 'mimeType' | 'kind'>): string {
  const own = filename?.replaceAll(/[/\\\p{Cc}]/gu, '_').trim() ?? '';
  if (own !== '' && own !== '.' && own !== '..') return own.slice(0, MAX_NAME).toWellFormed();
  const subtype = /^[\w.+-]+\/([\w.+-]+)/.exec(mimeType)?.[1] ?? 'bin';
  return `${kind}.${EXTENSIONS.get(subtype) ?? subtype.replace(/^x-|\+.*$/g, '')}`;
}

const EXTENSIONS = new Map([
  ['jpeg', 'jpg'],
  ['mpeg', 'mp3'],
  ['plain', 'txt'],
  ['octet-stream', 'bin'],
]);

/** Valid for an hour, without a key. */
function signedFileUrl(
  ctx: PresentContext,
  media: Pick<MediaRow, 'id' | 'filename' | 'mimeType' | 'kind'>,
): { url: string; expiresAt: Date } {
  const expires = Math.floor(ctx.now().getTime() / 1000) + LINK_SECONDS;
  const name = fileNameOf(media);
  const signature = fileSignature(ctx.secretKey, media.id, name, expires);
  const path = `/files/${media.id}/${encodeURIComponent(name)}`;
  return {
    url: `${ctx.config.baseUrl}${path}?expires=${expires}&signature=${signature}`,
    expiresAt: new Date(expires * 1000),
  };
}

export function presentOneMedia(ctx: PresentContext, row: MediaRow): Media {
  const link = row.status === 'ready' ? signedFileUrl(ctx, row) : undefined;
  return presentAs(Media, row, {
    object: 'whatsapp.media',
    url: link?.url ?? null,
    url_expires_at: link?.expiresAt.toISOString() ?? null,
  });
}
