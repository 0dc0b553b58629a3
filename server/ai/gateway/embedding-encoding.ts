import { isJsonObject, type JsonObject } from '../../json-object';
import { badAnswer } from './failure';
import type { Conversion } from './form';

const FLOAT_BYTES = 4;

/** Not every provider knows `encoding_format`, and clients expect the encoding that they requested. */
export const embeddingEncoding: Conversion = {
  request: (body) => body,
  answer(answer, request) {
    const { data } = answer;
    if (!Array.isArray(data)) return answer;
    const encode = request['encoding_format'] === 'base64' ? base64Of : floatsOf;
    return { ...answer, data: data.map((item: unknown) => (isJsonObject(item) ? encoded(item, encode) : item)) };
  },
  stream() {
    throw new Error('Embeddings have no streams.');
  },
};

const encoded = (item: JsonObject, encode: (vector: unknown) => unknown): JsonObject => ({
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
