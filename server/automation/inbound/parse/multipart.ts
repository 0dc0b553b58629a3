import { ENDPOINT_LIMITS } from '../../../../shared/automation/endpoint-config';
import { Refused } from '../refused';
import { fieldsOf } from './form';

/** A file of a form, before it is stored. */
export interface ParsedFile {
  field: string;
  filename: string | null;
  contentType: string;
  bytes: Uint8Array;
}

/** Fields and files of a form. */
export async function parseMultipart(
  bytes: Uint8Array,
  contentType: string,
): Promise<{ fields: Record<string, string | string[]>; files: ParsedFile[] }> {
  const entries = await readForm(bytes, contentType);
  const texts: [string, string][] = [];
  const files: ParsedFile[] = [];
  for (const [field, value] of entries) {
    if (typeof value === 'string') {
      texts.push([field, value]);
      continue;
    }
    if (files.length === ENDPOINT_LIMITS.files) {
      throw new Refused('payload_too_large', {
        stage: 'parse',
        message: `A form may have at most ${ENDPOINT_LIMITS.files} files.`,
      });
    }
    files.push({
      field,
      filename: value.name === '' ? null : value.name,
      contentType: value.type,
      bytes: new Uint8Array(await value.arrayBuffer()),
    });
  }
  return { fields: fieldsOf(texts), files };
}

async function readForm(bytes: Uint8Array, contentType: string): Promise<[string, string | File][]> {
  try {
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': contentType },
    }).formData();
    return [...form.entries()] as [string, string | File][];
  } catch {
    throw new Refused('unparsable_body', {
      message: 'The body is not a form of the boundary that its media type names.',
    });
  }
}
