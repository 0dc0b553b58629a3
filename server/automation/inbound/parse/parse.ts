import type { ContentType } from '../../../../shared/automation/endpoint-config';
import type { Json } from '../../../../shared/automation/json';
import { Refused } from '../refused';
import { clean } from './clean';
import { fieldsOf, parseForm } from './form';
import { jsonInside, parseJson } from './json';
import { type ParsedFile, parseMultipart } from './multipart';
import { decodeText } from './text';

export interface ParsedBody {
  body: Json;
  files: ParsedFile[];
}

/** What kind of body a media type announces; undefined for one that no endpoint takes. */
export function kindOf(contentType: string): ContentType | undefined {
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

/** The body by its media type; of GET the query stands for it. */
export async function parseBody(bytes: Uint8Array, contentType: string): Promise<ParsedBody> {
  if (bytes.byteLength === 0) throw new Refused('payload_missing');
  const kind = kindOf(contentType);
  if (kind === 'multipart/form-data') {
    const { fields, files } = await parseMultipart(bytes, contentType);
    return { body: clean(fields), files };
  }
  return { body: readValue(bytes, contentType), files: [] };
}

/** As `parseBody`, of anything but a form with files. */
export function readValue(bytes: Uint8Array, contentType: string): Json {
  const text = decodeText(bytes, contentType);
  if (text.trim() === '') throw new Refused('payload_missing');
  return clean(valueOf(text, kindOf(contentType)));
}

function valueOf(text: string, kind: ContentType | undefined): unknown {
  if (kind === 'application/x-www-form-urlencoded') return parseForm(text);
  // Some senders, such as Amazon’s notifications, call their JSON text.
  if (kind === 'text/plain') return jsonInside(text) ?? text;
  return parseJson(text);
}

/** Parameters of a URL. */
export const parseQuery = (query: string): Record<string, string | string[]> =>
  clean(fieldsOf(new URLSearchParams(query))) as Record<string, string | string[]>;
