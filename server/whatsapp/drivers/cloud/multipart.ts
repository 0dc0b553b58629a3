import type { StreamedBody } from '../../../egress/types';
import type { LocalMedia } from '../driver';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export function fileForm(
  fields: Record<string, string>,
  file: LocalMedia,
): { contentType: string; content: StreamedBody } {
  const boundary = `switchboard-${crypto.randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  // Quotes or line breaks in a name could end the header.
  const filename = (file.filename ?? 'file').replace(/[^\w.-]/g, '_');
  const disposition = `content-disposition: form-data; name="file"; filename="${filename}"`;
  const head = encode(`${parts.join('')}--${boundary}\r\n${disposition}\r\ncontent-type: ${file.mimeType}\r\n\r\n`);
  const tail = encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    content: {
      length: head.byteLength + file.size + tail.byteLength,
      async *chunks() {
        yield head;
        yield* Bun.file(file.path).stream();
        yield tail;
      },
    },
  };
}
