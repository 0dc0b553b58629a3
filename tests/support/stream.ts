/** One frame of a stream of Server-Sent Events. */
interface Frame {
  id: string;
  event: string;
  data: string;
}

/** Opens `/events/stream` and reads it frame by frame; comments are left out. */
export async function openStream(url: string, secret: string, headers: Record<string, string> = {}, query = '') {
  const cutting = new AbortController();
  const response = await fetch(`${url}/api/v1/events/stream${query === '' ? '' : `?${query}`}`, {
    headers: { Authorization: `Bearer ${secret}`, ...headers },
    signal: cutting.signal,
  });
  if (response.status !== 200 || !response.body)
    throw new Error(`No stream: ${response.status} ${await response.text()}`);

  const frames: Frame[] = [];
  let wake = (): void => {};
  let connected = (): void => {};
  const isConnected = new Promise<void>((resolve) => (connected = resolve));
  const ended = read(response.body)
    .catch(() => {})
    .finally(() => wake());
  await isConnected;

  const close = async (): Promise<void> => {
    cutting.abort();
    await ended;
  };
  return {
    response,
    ended,
    close,
    frames: (): readonly Frame[] => frames,
    async next(): Promise<Frame> {
      for (;;) {
        const frame = frames.shift();
        if (frame) return frame;
        const rung = new Promise<void>((resolve) => (wake = resolve));
        const isOver = await Promise.race([rung, ended.then(() => true)]);
        if (isOver && frames.length === 0) throw new Error('The stream has ended.');
      }
    },
    [Symbol.asyncDispose]: close,
  };

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        if (lines.some((line) => line.startsWith(': connected'))) connected();
        const field = (name: string): string =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
        if (field('data') === '') continue;
        frames.push({ id: field('id'), event: field('event'), data: field('data') });
        wake();
      }
    }
  }
}
