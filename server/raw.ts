export interface RawAnswer {
  /** 200 when absent; 206 for the part of a file that `Range` asked for. */
  status?: 200 | 206;
  /** `Content-Type` at least. An `ETag` is held against `If-None-Match`. */
  headers: Record<string, string> & { 'Content-Type': string };
  /** A function opens a stream, which is left closed where nobody would read it. */
  body: string | Uint8Array<ArrayBuffer> | Blob | (() => ReadableStream<Uint8Array>);
}

/** A body that is not JSON, on its way in: whoever takes it counts its bytes. */
export interface Upload {
  type: string;
  stream: ReadableStream<Uint8Array>;
}

export function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
