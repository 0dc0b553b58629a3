import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export function encodingFor(request: Request, has: (encoding: Encoding) => boolean): Encoding | undefined {
  const accepted = request.headers.get('accept-encoding') ?? '';
  return ENCODINGS.find((name) => has(name) && accepts(accepted, name));
}

const accepts = (header: string, coding: string): boolean =>
  new RegExp(`(?:^|[,\\s])${coding}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i').test(header);

const compressors = {
  // The highest quality takes seconds for megabytes.
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

export const compress = (text: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> =>
  compressors[encoding](text);
