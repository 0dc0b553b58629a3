import { TRANSCRIPTION_LIMITS } from '../../../../shared/ai/transcriptions';
import { MINUTE_MS } from '../../../../shared/durations';
import { within } from '../../../deadline';
import { ApiError, fieldError, malformedBody } from '../../../errors';
import type { Upload } from '../../../raw';
import { fieldNameOf, fileHeadOf, formPieces } from '../../../uploads/multipart';
import { chunksOf } from '../../../uploads/receive';
import { ScratchFile } from '../../../uploads/scratch-file';

/** Enough for 25 MiB over a slow connection. */
const DEADLINE_MS = 5 * MINUTE_MS;

interface ReceivedForm {
  fields: [name: string, value: string][];
  file: { name: string; type: string; content: ScratchFile };
}

/** Stores the file, as the model may follow it, and another provider may need it. Throws 400 and 413. */
export async function receiveForm({ type, stream }: Upload, folder: string): Promise<ReceivedForm> {
  const content = await ScratchFile.create(folder);
  try {
    return await within(read(formPieces(chunksOf(stream), type), content), DEADLINE_MS, () =>
      malformedBody('The file was not complete in time.'),
    );
  } catch (error) {
    await stream.cancel().catch(() => undefined);
    await content.close();
    throw error;
  }
}

async function read(pieces: ReturnType<typeof formPieces>, content: ScratchFile): Promise<ReceivedForm> {
  const fields: ReceivedForm['fields'] = [];
  let head: { type: string | null; filename: string | null } | undefined;
  let field: { name: string; chunks: Uint8Array[] } | undefined;
  let fieldBytes = 0;
  let isInFile = false;

  for await (const piece of pieces) {
    if (piece === 'end') {
      if (field) fields.push([field.name, textOf(field.name, field.chunks)]);
      field = undefined;
      isInFile = false;
    } else if ('head' in piece) {
      const name = fieldNameOf(piece.head);
      isInFile = name === 'file';
      if (isInFile && head) throw fieldError('validation_failed', '/file', 'duplicate', 'Must be sent once.');
      if (isInFile) head = fileHeadOf(piece.head);
      else field = { name: name ?? '', chunks: [] };
      if (fields.length >= TRANSCRIPTION_LIMITS.fields) throw tooLarge('The form has too many fields.');
    } else if (isInFile) {
      if (content.size + piece.bytes.length > TRANSCRIPTION_LIMITS.fileBytes) {
        throw tooLarge(`The file can have at most ${TRANSCRIPTION_LIMITS.fileBytes} bytes.`);
      }
      await content.write(piece.bytes);
    } else {
      fieldBytes += piece.bytes.length;
      if (fieldBytes > TRANSCRIPTION_LIMITS.fieldBytes) throw tooLarge('The fields of the form are too large.');
      field?.chunks.push(piece.bytes.slice());
    }
  }
  if (!head) throw fieldError('validation_failed', '/file', 'required', 'Is required.');
  if (content.size === 0) throw fieldError('validation_failed', '/file', 'too_small', 'Must not be empty.');
  return { fields, file: { name: head.filename ?? 'audio', type: head.type ?? 'application/octet-stream', content } };
}

function textOf(name: string, chunks: Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw fieldError('validation_failed', `/${name}`, 'invalid_string', 'Must be UTF-8.');
  }
}

const tooLarge = (detail: string): ApiError =>
  new ApiError('payload_too_large', { detail, headers: { Connection: 'close' } });
