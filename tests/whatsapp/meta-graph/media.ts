import { Refusal } from './graph-error';
import { uploadForm } from './upload-form';
import {
  isRecord,
  nextNumber,
  sha256Hex,
  textOr,
  type Account,
  type Json,
  type StoredMedia,
  type World,
} from './world';

const MEBIBYTE = 1024 * 1024;
const DAY_MS = 24 * 3_600_000;
export const URL_LIFE_MS = 5 * 60_000;

/** Types by class, and the most bytes of each. */
const CLASSES: [types: RegExp, most: number][] = [
  [/^image\/(jpeg|png)$/, 5 * MEBIBYTE],
  [/^image\/webp$/, 500 * 1024],
  [/^audio\/(aac|amr|mpeg|mp4|ogg|opus)$/, 16 * MEBIBYTE],
  [/^video\/(mp4|3gpp)$/, 16 * MEBIBYTE],
  [/^(text\/plain|application\/(pdf|msword|vnd\.ms-(excel|powerpoint)))$/, 100 * MEBIBYTE],
  [
    /^application\/vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|presentationml\.presentation|spreadsheetml\.sheet)$/,
    100 * MEBIBYTE,
  ],
];

export async function upload(world: World, account: Account, request: Request): Promise<Json> {
  const sent = await uploadForm(request);
  if (sent === undefined) throw new Refusal(100, { details: 'The body must be a form.' });
  const { form, fileType: mimeType } = sent;
  if (form.get('messaging_product') !== 'whatsapp') throw new Refusal(131008, { details: 'messaging_product' });
  const [file, type] = [form.get('file'), form.get('type')];
  if (!(file instanceof File)) throw new Refusal(131008, { details: 'file' });
  if (typeof type !== 'string') throw new Refusal(131008, { details: 'type' });

  // The field `type` does not count: Meta reads the part of the file.
  const most = CLASSES.find(([types]) => types.test(mimeType))?.[1];
  if (most === undefined) {
    const details = `Param file must be a file with one of the following types. Received file of type '${mimeType}'.`;
    throw new Refusal(100, { message: `(#100) ${details}`, details });
  }
  if (file.size > most) throw new Refusal(131053, { details: `The file has more than ${most} bytes.` });

  const minutes = Number(form.get('ttl_minutes') ?? 30 * 24 * 60);
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { id: storeMedia(world, account, { bytes, mimeType, lifeMs: minutes * 60_000 }).id };
}

export function storeMedia(
  world: World,
  account: Account,
  file: { bytes: Uint8Array<ArrayBuffer>; mimeType: string; lifeMs?: number; url?: string | null; sha256?: string },
): StoredMedia {
  const media: StoredMedia = {
    id: nextNumber(world),
    account,
    bytes: file.bytes,
    mimeType: file.mimeType,
    sha256: file.sha256 ?? sha256Hex(file.bytes),
    createdAt: world.clock.now(),
    lifeMs: file.lifeMs ?? 7 * DAY_MS,
    url: file.url ?? null,
  };
  world.media.set(media.id, media);
  return media;
}

export function liveMedia(world: World, account: Account, id: string): StoredMedia | undefined {
  const media = world.media.get(id);
  return media?.account.wabaId === account.wabaId && media.createdAt + media.lifeMs >= world.clock.now()
    ? media
    : undefined;
}

export const describeMedia = (world: World, media: StoredMedia): Json => ({
  messaging_product: 'whatsapp',
  url: media.url ?? `${world.origin}/__media/${media.id}?expires=${world.clock.now() + URL_LIFE_MS}`,
  mime_type: media.mimeType,
  sha256: media.sha256,
  file_size: String(media.bytes.byteLength),
  id: media.id,
});

/** `GET <media url>`: needs the token, and lives for five minutes. */
export function download(world: World, account: Account, url: URL): Response {
  const media = liveMedia(world, account, url.pathname.split('/').at(-1) ?? '');
  if (media === undefined || Number(url.searchParams.get('expires')) < world.clock.now())
    return new Response('URL signature expired', { status: 404 });
  return new Response(media.bytes, { headers: { 'content-type': media.mimeType } });
}

/** The media that an inbound item of the control brings along as base64 becomes one with an id. */
export function takeMedia(world: World, account: Account, item: Json): Json {
  const type = String(item['type']);
  const body = item[type];
  if (!isRecord(body) || typeof body['base64'] !== 'string') return item;
  const { base64, url, sha256, ...rest } = body;
  const mimeType = textOr(rest['mime_type'], 'image/jpeg');
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  const media = storeMedia(world, account, {
    bytes,
    mimeType,
    url: typeof url === 'string' ? url : null,
    ...(typeof sha256 === 'string' ? { sha256 } : {}),
  });
  return { ...item, [type]: { id: media.id, mime_type: mimeType, sha256: media.sha256, ...rest } };
}
