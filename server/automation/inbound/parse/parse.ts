import type { ContentType } from '../../../../shared/automation/endpoint-config';
import type { JsonValue } from '../../../../shared/automation/json';
import { Refused } from '../refusal';
import { clean } from './clean';
import { fieldsOf, type ParsedFile, parseForm, parseMultipart } from './form';
import { jsonInside, parseBoundedJson } from './json';

interface ParsedBody {
  body: JsonValue;
  files: ParsedFile[];
}

/** Undefined for a media type that no endpoint accepts. */
export function bodyKind(contentType: string): ContentType | undefined {
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (essence.endsWith('+json')) return '+json';
  switch (essence) {
    case 'application/json':
    case 'application/x-www-form-urlencoded':
    case 'multipart/form-data':
    case 'text/plain':
      return essence;
    default:
      return undefined;
  }
}

/** For GET requests the query is used as the body. */
export async function parseBody(bytes: Uint8Array, contentType: string): Promise<ParsedBody> {
  if (bytes.byteLength === 0) throw new Refused('payload_missing');
  const kind = bodyKind(contentType);
  if (kind === 'multipart/form-data') {
    const { fields, files } = await parseMultipart(bytes, contentType);
    return { body: clean(fields), files };
  }
  return { body: readValue(bytes, contentType), files: [] };
}

export function readValue(bytes: Uint8Array, contentType: string): JsonValue {
  const text = decodeText(bytes, contentType);
  if (text.trim() === '') throw new Refused('payload_missing');
  return clean(valueOf(text, bodyKind(contentType)));
}

function valueOf(text: string, kind: ContentType | undefined): unknown {
  if (kind === 'application/x-www-form-urlencoded') return parseForm(text);
  // Amazon SNS, for example, labels its JSON as text.
  if (kind === 'text/plain') return jsonInside(text) ?? text;
  return parseBoundedJson(text);
}

export const parseQuery = (query: string): Record<string, string | string[]> =>
  clean(fieldsOf(new URLSearchParams(query))) as Record<string, string | string[]>;

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})"?/i;

function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('unparsable_body', { message: `The body is not valid ${charset}.` });
  }
}
