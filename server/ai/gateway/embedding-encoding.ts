import { badAnswer } from './failure';
import type { Conversion, JsonRecord } from './form';
import { isJsonRecord } from './forms/members';

const FLOAT_BYTES = 4;

/**
 * Vectors in the encoding that was asked for: not every provider knows `encoding_format`, and clients do not expect
 * another one.
 */
export const embeddingEncoding: Conversion = {
  request: (body) => body,
  answer(answer, request) {
    const { data } = answer;
    if (!Array.isArray(data)) return answer;
    const encode = request['encoding_format'] === 'base64' ? base64Of : floatsOf;
    return { ...answer, data: data.map((item: unknown) => (isJsonRecord(item) ? encoded(item, encode) : item)) };
  },
  stream() {
    throw new Error('Embeddings have no streams.');
  },
};

const encoded = (item: JsonRecord, encode: (vector: unknown) => unknown): JsonRecord => ({
  ...item,
  embedding: encode(item['embedding']),
});

function base64Of(vector: unknown): unknown {
  if (!Array.isArray(vector)) return vector;
  return Buffer.from(Float32Array.from(vector as number[]).buffer).toString('base64');
}

function floatsOf(vector: unknown): unknown {
  if (typeof vector !== 'string') return vector;
  const bytes = Buffer.from(vector, 'base64');
  if (bytes.length % FLOAT_BYTES !== 0) throw badAnswer('The provider sent an embedding that is not valid.');
  return Array.from({ length: bytes.length / FLOAT_BYTES }, (_, index) => bytes.readFloatLE(index * FLOAT_BYTES));
}
