import { MINUTE_MS } from '../../../shared/durations';
import type { Media } from '../../../shared/whatsapp/media';
import { MEDIA_LIMITS } from '../../../shared/whatsapp/media-limits';
import { within } from '../../deadline';
import { ApiError, fieldError, malformedBody } from '../../errors';
import { onceValue } from '../../idempotency/once-value';
import { actorIdOf, idempotencyKey, idempotentRequest } from '../../idempotency/request';
import type { Upload } from '../../raw';
import { fileHeadOf, filePart } from '../../uploads/multipart';
import { chunksOf } from '../../uploads/receive';
import type { WhatsAppContext } from '../context';
import { requireInstance } from '../instances/find';
import { presentOneMedia } from '../present/media';
import { workOn } from '../work';
import type { Work } from '../work-types';
import { mediaClassOf, familyOf, likelyClass, maxBytesOf, type FileInfo } from './classes';
import { insertReady, createFromUrl } from './create';
import { createPart, release, type PartialFile, type PartWriter } from './disk';
import { inspect } from './inspect';
import { cleanName } from './names';
import { plainType, refine, sniff, UNKNOWN_TYPE } from './sniff';

/** A file of 100 MB over a slow connection. */
const DEADLINE_MS = 15 * MINUTE_MS;

interface UploadInput {
  instance_id: string;
  url?: string | undefined;
  filename?: string | undefined;
}

/** Idempotency covers bytes and name. Throws 413 above the limit of the class, 422 for an invalid file. */
export async function storeUpload(ctx: WhatsAppContext, input: UploadInput): Promise<Media> {
  const key = idempotencyKey(ctx.idempotencyKey);
  const { id: instanceId } = await requireInstance(ctx, input.instance_id);
  if (ctx.upload) return uploadFile(ctx, instanceId, ctx.upload, key);

  const { url, filename } = input;
  if (url === undefined) throw fieldError('validation_failed', '/url', 'required', 'Is required.');
  const made = await onceOrPlain(ctx, key, ['url', instanceId, url, filename ?? ''], (inner) =>
    insertIn(inner, instanceId, (work) =>
      createFromUrl(work, { url, kind: 'document', messageId: null, filename: filename ?? null }),
    ),
  );
  ctx.whatsapp.media.wake(ctx.workspaceId);
  return made;
}

async function uploadFile(
  ctx: WhatsAppContext,
  instanceId: string,
  upload: Upload,
  key: string | undefined,
): Promise<Media> {
  const form = { named: UNKNOWN_TYPE, filename: null as string | null };
  const writer = await createPart(ctx.config, MEDIA_LIMITS.document, (head) => limitOf(head, form.named));
  try {
    const content = filePart(released(chunksOf(upload.stream)), upload.type, (head) =>
      Object.assign(form, headOf(head)),
    );
    const part = await within(pour(content, writer), DEADLINE_MS, () => malformedBody('The upload took too long.'));
    const info = await inspect(part, form.named);
    requireAccepted(info, form.named);
    const parts = ['file', instanceId, part.sha256, form.named, form.filename ?? ''];
    return await onceOrPlain(ctx, key, parts, (inner) =>
      insertIn(inner, instanceId, (work) =>
        insertReady(work, { part, info, kind: likelyClass(info), messageId: null, filename: form.filename }),
      ),
    );
  } catch (error) {
    await upload.stream.cancel().catch(() => undefined);
    throw error;
  } finally {
    await writer.discard();
  }
}

async function pour(content: AsyncIterable<Uint8Array>, writer: PartWriter): Promise<PartialFile> {
  for await (const chunk of content) await writer.write(chunk);
  return writer.finish();
}

/** Each chunk is released when the next one is requested. */
async function* released(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece;
    release(piece);
  }
}

function headOf(head: string): { named: string; filename: string | null } {
  const { type, filename } = fileHeadOf(head);
  return { named: plainType(type ?? '') || UNKNOWN_TYPE, filename: cleanName(filename ?? undefined) };
}

/** The size limit by type; a file without a known type is a document. */
function limitOf(head: Uint8Array, named: string): number {
  const mimeType = refine(sniff(head), named);
  requireAccepted({ mimeType, size: head.length }, named);
  return named === UNKNOWN_TYPE ? MEDIA_LIMITS.document : maxBytesOf(mediaClassOf(mimeType));
}

function requireAccepted({ mimeType, size }: Pick<FileInfo, 'mimeType' | 'size'>, named: string): void {
  if (size === 0) throw refused('The file is empty.');
  if (named === UNKNOWN_TYPE || familyOf(named) === familyOf(mimeType)) return;
  throw refused(`The file was declared as ${named}, but its content is ${mimeType}.`);
}

const refused = (detail: string): ApiError =>
  new ApiError('unprocessable', {
    detail,
    errors: [{ in: 'body', pointer: '/file', code: 'media_type_not_allowed', message: detail }],
    headers: { Connection: 'close' },
  });

const insertIn = (
  ctx: WhatsAppContext,
  instanceId: string,
  insert: (work: Work) => ReturnType<typeof insertReady>,
): Promise<Media> => workOn(ctx, ctx.db, instanceId, async (work) => presentOneMedia(ctx, await insert(work)));

function onceOrPlain(
  ctx: WhatsAppContext,
  key: string | undefined,
  parts: string[],
  work: (ctx: WhatsAppContext) => Promise<Media>,
): Promise<Media> {
  const call = key !== undefined && { key, operationId: 'whatsapp_media_upload', actorId: actorIdOf(ctx.actor) };
  return onceValue(ctx, call ? idempotentRequest(call, parts) : undefined, work);
}
