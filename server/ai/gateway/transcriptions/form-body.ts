import { base62Token } from '../../../secrets/tokens';
import type { EncodedRequest } from '../form';

const encoder = new TextEncoder();

export interface TranscriptionForm {
  /** In their order; a name may occur several times. */
  fields: [name: string, value: string][];
  /** The content can be read several times; its size is in bytes. */
  file: { name: string; type: string; content: { readonly size: number; read(): AsyncIterable<Uint8Array> } };
}

/** The file is read from the disk as it is sent. Each call makes a new stream. */
export function formBody({ fields, file }: TranscriptionForm): Omit<EncodedRequest, 'json'> {
  const boundary = `switchboard-${base62Token(24)}`;
  const parts = fields.map(([name, value]) => `${disposition(boundary, name)}\r\n\r\n${value}\r\n`);
  const fileHead = `${disposition(boundary, 'file')}; filename="${escaped(file.name)}"\r\nContent-Type: ${oneLine(file.type)}\r\n\r\n`;
  const head = encoder.encode(`${parts.join('')}${fileHead}`);
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);

  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* file.content.read();
    yield tail;
  }
  return {
    body: streamOf(pieces()),
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.length + file.content.size + tail.length,
  };
}

const disposition = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;

/** As the HTML Standard says for `multipart/form-data`. */
const escaped = (name: string): string => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

const oneLine = (type: string): string => type.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200);

const streamOf = (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
