import type { Framing } from './answer-head';

const MAX_LINE = 4096;
const MAX_TRAILERS = 16_384;
const CHUNK_SIZE = /^([\da-f]{1,12})(?:[\t ]*;[\t\u0020-\u007e\u0080-\u00ff]*)?$/i;

type State = 'data' | 'size' | 'afterChunk' | 'trailers' | 'ended';

export class AnswerBody {
  private readonly isChunked: boolean;
  private left: number;
  private state: State;
  private line = '';
  private trailers = 0;

  constructor(framing: Framing) {
    this.isChunked = framing === 'chunked';
    this.left = typeof framing === 'number' ? framing : Number.POSITIVE_INFINITY;
    this.state = this.isChunked ? 'size' : this.left === 0 ? 'ended' : 'data';
  }

  get hasEnded(): boolean {
    return this.state === 'ended';
  }

  get endsWithConnection(): boolean {
    return this.state === 'data' && this.left === Number.POSITIVE_INFINITY;
  }

  /** Returns how many bytes follow the end. Throws if the chunks are malformed. */
  take(chunk: Buffer, onData: (data: Buffer) => void): number {
    let at = 0;
    while (at < chunk.length && this.state !== 'ended') {
      if (this.state === 'data') {
        const data = chunk.subarray(at, at + Math.min(this.left, chunk.length - at));
        at += data.length;
        this.left -= data.length;
        if (this.left === 0) this.state = this.isChunked ? 'afterChunk' : 'ended';
        onData(data);
      } else at = this.takeLine(chunk, at);
    }
    return chunk.length - at;
  }

  private takeLine(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(10, at);
    this.line += chunk.toString('latin1', at, end < 0 ? chunk.length : end + 1);
    if (this.line.length > MAX_LINE) throw new Error('A line between chunks is too long.');
    if (end < 0) return chunk.length;
    if (!this.line.endsWith('\r\n')) throw new Error('A line between chunks is malformed.');
    const line = this.line.slice(0, -2);
    this.line = '';
    this.onLine(line);
    return end + 1;
  }

  private onLine(line: string): void {
    if (this.state === 'size') {
      const size = CHUNK_SIZE.exec(line)?.[1];
      if (size === undefined) throw new Error('The size of a chunk is malformed.');
      this.left = Number.parseInt(size, 16);
      this.state = this.left === 0 ? 'trailers' : 'data';
    } else if (this.state === 'afterChunk') {
      if (line !== '') throw new Error('A chunk is longer than its size.');
      this.state = 'size';
    } else {
      this.trailers += line.length;
      if (this.trailers > MAX_TRAILERS) throw new Error('The trailers are too long.');
      if (line === '') this.state = 'ended';
    }
  }
}
