import { readFile } from 'node:fs/promises';

import type { LocalMedia } from '../../driver';
import { CallError } from './call-error';
import { type OwnCodes, performed, refusedCall } from './errors';
import { element } from './nodes';
import { queryServer } from './query-server';
import type { WebSession } from './session-types';

/** Edge of a profile picture in pixels, as WhatsApp’s own clients send it. */
const EDGE = 640;
const MIN_EDGE = 192;
/** A file of a few kilobytes can decode to gigabytes; this is 256 MB. */
const MAX_EDGE = 8192;
const QUALITY = 80;
const TIMEOUT_MS = 20_000;

const PICTURE_CODES: OwnCodes = { 406: 'group_picture_invalid' };
/** Nobody has set one, or it is not shown to this account. */
const NO_PICTURE = new Set([401, 403, 404]);

export async function fetchPicture({ socket }: WebSession, jid: string): Promise<string | null> {
  try {
    // Without this timeout, the library reports a missing answer as a missing picture.
    return (await performed(() => socket.profilePictureUrl(jid, 'image', TIMEOUT_MS))) ?? null;
  } catch (error) {
    if (error instanceof CallError && NO_PICTURE.has(error.providerCode ?? 0)) return null;
    throw error;
  }
}

/** Without a group, of the account. */
export async function setPicture(session: WebSession, group: string | undefined, picture: LocalMedia): Promise<void> {
  const content = [element('picture', { type: 'image' }, await profileJpeg(picture))];
  await queryServer(session, { about: 'w:profile:picture', type: 'set', target: group, content, codes: PICTURE_CODES });
}

export async function removePicture(session: WebSession, group: string | undefined): Promise<void> {
  await queryServer(session, { about: 'w:profile:picture', type: 'set', target: group });
}

async function profileJpeg({ path }: LocalMedia): Promise<Uint8Array> {
  const image = new Bun.Image(await readFile(path));
  const { width, height } = await image.metadata().catch(() => ({ width: 0, height: 0 }));
  if (width !== height || width < MIN_EDGE || width > MAX_EDGE) throw refusedCall('group_picture_invalid');
  try {
    return await image.resize(EDGE, EDGE).jpeg({ quality: QUALITY }).bytes();
  } catch {
    // The header of the file is readable, its pixels are not.
    throw refusedCall('group_picture_invalid');
  }
}
