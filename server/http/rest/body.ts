import type { FieldIssue } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import type { Config } from '../../config/config';
import { encodingIssue } from '../../content-encoding';
import { within } from '../../deadline';
import { ApiError, malformedBody } from '../../errors';
import { jsonDepth } from '../../json-depth';
import type { Upload } from '../../raw';
import { isStorable } from '../../storable';
import { validationError } from '../../trpc/failure';
import { pointer } from '../../trpc/issues';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const tooLarge = (maxBytes: number): ApiError =>
  new ApiError('payload_too_large', `The body can have at most ${maxBytes} bytes.`);

/** Refuses by `Content-Length`, before anything is read. */
export function checkDeclaredSize(request: Request, maxBytes: number = LIMITS.jsonBodyBytes): void {
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes);
}

export function checkContentType(request: Request, takesBody: boolean): void {
  const type = request.headers.get('content-type');
  const hasBody = request.body !== null && request.headers.get('content-length') !== '0';
  if (!hasBody) return;
  if (type === null ? takesBody : !JSON_TYPE.test(type)) throw new ApiError('unsupported_media_type');
}

function checkEncoding({ headers }: Request): void {
  const issue = encodingIssue(headers);
  if (issue) throw new ApiError('unsupported_media_type', issue);
}

/** An empty file is valid. Throws 415 for other media types. */
export function uploadOf(request: Request, types: readonly string[]): Upload {
  const type = request.headers.get('content-type') ?? '';
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(essence)) {
    throw new ApiError('unsupported_media_type', `Send the file as ${types.join(', ')}.`);
  }
  checkEncoding(request);
  return { type, stream: request.body ?? new Blob([]).stream() };
}

export interface BodyReading {
  config: Pick<Config, 'bodyTimeoutMs'>;
  holdOpen?: ((seconds: number) => void) | undefined;
}

export async function readBody(request: Request, ctx: BodyReading, maxBytes?: number): Promise<string | undefined> {
  const bytes = await readBytes(request, ctx, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('malformed_json', 'The body is not valid UTF-8.');
  }
}

export async function readBytes(
  request: Request,
  { config, holdOpen }: BodyReading,
  maxBytes: number = LIMITS.jsonBodyBytes,
): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  checkEncoding(request);
  const seconds = config.bodyTimeoutMs / 1000;
  // An idle connection is one with less than 16 KB a second, which would end without an answer.
  holdOpen?.(Math.ceil(seconds) + LIMITS.idleSeconds);
  const reading = request.headers.has('content-length') ? readWhole(request) : readCounted(request.body, maxBytes);
  const bytes = await within(reading, config.bodyTimeoutMs, () =>
    malformedBody(`The body was not complete after ${seconds} seconds.`),
  );
  holdOpen?.(LIMITS.answerSeconds);
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

/** The server enforces `Content-Length`, which was checked before. */
async function readWhole(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw malformedBody('The connection was closed before the body was complete.');
  }
}

async function readCounted(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  const next = () =>
    reader.read().catch(() => {
      throw malformedBody('The connection was closed before the body was complete.');
    });
  for (let part = await next(); !part.done; part = await next()) {
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Throws 400 `malformed_json`, or `validation_failed` for text that the database cannot store. */
export function parseJson(text: string): unknown {
  if (jsonDepth(text) > LIMITS.jsonDepth) {
    throw new ApiError('malformed_json', `The body is nested more than ${LIMITS.jsonDepth} levels deep.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError('malformed_json', error instanceof Error ? error.message : undefined);
  }
  // The decoder rejects NUL and lone surrogates, so only escapes can produce them.
  if (text.includes('\\u') || text.includes('__proto__') || text.includes('"toString"')) {
    const issues: FieldIssue[] = [];
    inspect(value, [], issues);
    if (issues.length > 0) throw validationError(issues.slice(0, LIMITS.issuesPerProblem));
  }
  return value;
}

function inspect(value: unknown, path: PropertyKey[], issues: FieldIssue[]): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) issues.push(unstorable(path));
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) inspect(item, [...path, index], issues);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const at = [...path, key];
      if (key === '__proto__' || isUncomparable(at)) {
        issues.push({ in: 'body', pointer: pointer(at), code: 'unknown_parameter', message: 'Unknown field.' });
      } else if (!isStorable(key)) issues.push(unstorable(at));
      else inspect(item, at, issues);
    }
  }
}

/** zod compares a `length` of any type with its limit, which throws where `toString` is no method. */
const isUncomparable = (path: PropertyKey[]): boolean =>
  path.at(-1) === 'toString' && path.slice(0, -1).findLast((part) => typeof part === 'string') === 'length';

const unstorable = (path: PropertyKey[]): FieldIssue => ({
  in: 'body',
  pointer: pointer(path).replaceAll('\0', '').toWellFormed(),
  code: 'invalid_string',
  message: 'Must not contain U+0000 or an unpaired surrogate.',
});
