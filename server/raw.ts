export interface RawAnswer {
  status?: 200 | 206;
  headers: Record<string, string> & { 'Content-Type': string };
  /** A function opens a stream only if the body is sent. */
  body: string | Uint8Array<ArrayBuffer> | Blob | (() => ReadableStream<Uint8Array>);
}

/** A body that is not JSON; the consumer limits its size. */
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
