import { describe, expect, test } from 'bun:test';

import { BlockSplitter, type StreamBlock } from '../../server/ai/gateway/sse';

const STREAM = [
  ': a comment\n\n',
  'data: {"text":"Grüße 🎈"}\n\n',
  'event: named\r\nid: 4\r\ndata: {"lines":[\r\ndata:1]}\r\n\r\n',
  'data: {"legitimate":"\uFFFD"}\r\r',
  '\n',
  'event: mixed\ndata: {"a":1}\r\n\n',
  'data:{"b":2}\n\r\n',
  'data: [DONE]\n\n',
].join('');
const BYTES = Buffer.from(STREAM);

function blocksOf(pieces: readonly Uint8Array[]): { blocks: StreamBlock[]; failure: string | undefined } {
  const splitter = new BlockSplitter();
  const blocks = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  return { blocks, failure: splitter.failure?.message };
}

const eventsOf = ({ blocks }: ReturnType<typeof blocksOf>) => blocks.flatMap(({ event }) => event ?? []);

describe('blocks of a stream', () => {
  test('are events with name, data and JSON, whatever the line endings', () => {
    expect(eventsOf(blocksOf([BYTES]))).toEqual([
      { event: null, data: '{"text":"Grüße 🎈"}', json: { text: 'Grüße 🎈' } },
      { event: 'named', data: '{"lines":[\n1]}', json: { lines: [1] } },
      { event: null, data: '{"legitimate":"\uFFFD"}', json: { legitimate: '\uFFFD' } },
      { event: 'mixed', data: '{"a":1}', json: { a: 1 } },
      { event: null, data: '{"b":2}', json: { b: 2 } },
      { event: null, data: '[DONE]', json: undefined },
    ]);
  });

  test('are the same however the bytes are split, and together they are the stream', () => {
    const expected = eventsOf(blocksOf([BYTES]));
    const cuts = Array.from({ length: BYTES.length + 1 }, (_, at) => [BYTES.subarray(0, at), BYTES.subarray(at)]);
    const sizes = [1, 2, 3, 7].map((size) =>
      Array.from({ length: Math.ceil(BYTES.length / size) }, (_, at) => BYTES.subarray(at * size, (at + 1) * size)),
    );
    for (const pieces of [...cuts, ...sizes]) {
      const cut = blocksOf(pieces);
      expect(cut.failure).toBeUndefined();
      expect(eventsOf(cut)).toEqual(expected);
      expect(cut.blocks.map(({ text }) => text).join('')).toBe(STREAM);
    }
  });

  test('end with a blank line', () => {
    const splitter = new BlockSplitter();
    expect(splitter.push(Buffer.from('data: {}\n'))).toEqual([]);
    expect(splitter.push(Buffer.from('\n'))).toEqual([
      { text: 'data: {}\n\n', event: { event: null, data: '{}', json: {} } },
    ]);
  });

  test.each([
    ['bytes that are not UTF-8', Buffer.from([...Buffer.from('data: "'), 0xff, ...Buffer.from('"\n\n')]), 'UTF-8'],
    ['half a character', Buffer.from([...Buffer.from('data: {"a":"'), 0xf0, 0x9f, ...Buffer.from('"}\n\n')]), 'UTF-8'],
    ['something else than JSON', Buffer.from('data: {"a"\n\n'), 'JSON'],
    ['JSON that is no object', Buffer.from('data: [1]\n\n'), 'object'],
    ['lines without a field', Buffer.from('<html>\n\n'), 'not one of a stream'],
  ])('before %s are kept', (_name, bad, message) => {
    const good = Buffer.from('data: {"legitimate":"\uFFFD"}\n\n');
    const { blocks, failure } = blocksOf([Buffer.concat([good, good, bad, good])]);
    expect(failure).toContain(message);
    expect(blocks.map(({ text }) => text)).toEqual([good.toString(), good.toString()]);
  });
});
