import { ENDPOINT_LIMITS } from '../../../../shared/automation/endpoint-config';
import { Refused } from '../refusal';
import { jsonInside } from './json';

export function fieldsOf(pairs: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, value);
    else if (typeof known === 'string') fields.set(name, [known, value]);
    else known.push(value);
  }
  return Object.fromEntries(fields);
}

/** GitHub sends a form whose only field `payload` contains JSON. */
export function parseForm(text: string): unknown {
  const fields = fieldsOf(new URLSearchParams(text));
  const { payload } = fields;
  const isWrapped = typeof payload === 'string' && Object.keys(fields).length === 1;
  return (isWrapped ? jsonInside(payload) : undefined) ?? fields;
}

const MAX_PARTS = 1000;

export interface ParsedFile {
  field: string;
  filename: string | null;
  contentType: string;
  bytes: Uint8Array;
}

export async function parseMultipart(
  bytes: Uint8Array,
  contentType: string,
): Promise<{ fields: Record<string, string | string[]>; files: ParsedFile[] }> {
  // Checked before parsing, which is slow for many small parts.
  if (hasMoreParts(bytes, contentType)) throw tooLarge(`A form may have at most ${MAX_PARTS} fields and files.`);
  const entries = await readForm(bytes, contentType);
  const texts: [string, string][] = [];
  const files: ParsedFile[] = [];
  let textSize = 0;
  for (const [field, value] of entries) {
    if (typeof value === 'string') {
      texts.push([field, value]);
      textSize += field.length + value.length;
      if (textSize <= ENDPOINT_LIMITS.bodyBytes) continue;
      throw tooLarge(
        `The fields of a form may come to at most ${ENDPOINT_LIMITS.bodyBytes} characters, without its files.`,
      );
    }
    if (files.length === ENDPOINT_LIMITS.files)
      throw tooLarge(`A form may have at most ${ENDPOINT_LIMITS.files} files.`);
    files.push({
      field,
      filename: value.name === '' ? null : value.name,
      contentType: value.type,
      bytes: new Uint8Array(await value.arrayBuffer()),
    });
  }
  return { fields: fieldsOf(texts), files };
}

const tooLarge = (message: string): Refused => new Refused('payload_too_large', { stage: 'parse', message });

const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

function hasMoreParts(bytes: Uint8Array, contentType: string): boolean {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const name = quoted ?? plain;
  if (name === undefined) return false;
  const boundary = `--${name}`;
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts = 0;
  for (let at = form.indexOf(boundary); at >= 0 && parts <= MAX_PARTS + 1; at = form.indexOf(boundary, at + 1))
    parts += 1;
  // The last boundary ends the form.
  return parts > MAX_PARTS + 1;
}

async function readForm(bytes: Uint8Array, contentType: string): Promise<[string, string | File][]> {
  try {
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': contentType },
    }).formData();
    return [...form.entries()] as [string, string | File][];
  } catch {
    throw new Refused('unparsable_body', {
      message: 'The body is not a form with the boundary of its media type.',
    });
  }
}
