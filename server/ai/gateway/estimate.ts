import type { Model } from '../../../shared/ai/models';
import { asObject, isJsonObject, type JsonObject } from '../../json-object';

const BYTES_PER_TOKEN = 3;
/** For models without a known limit. */
const OUTPUT_TOKENS = 4096;
/** What Anthropic counts for the largest image that it does not scale down. */
const IMAGE_TOKENS = 1600;

const PROMPT = ['system', 'messages', 'instructions', 'input', 'tools', 'response_format', 'output_config', 'text'];

export const defaultOutputTokens = ({ max_output_tokens: max }: Pick<Model, 'max_output_tokens'>): number =>
  max ?? OUTPUT_TOKENS;

export const promptTokensOf = (body: JsonObject): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify(body)) / BYTES_PER_TOKEN);

/** UTF-8 bytes ÷ 3, rounded up, which is rather too many; images count by the usual number, not by their size. */
export function estimateTokens(body: unknown): number {
  const request = asObject(body);
  const { bytes, images } = total(PROMPT.map((name) => sizeOf(request[name])));
  return Math.ceil(bytes / BYTES_PER_TOKEN) + images * IMAGE_TOKENS;
}

interface PromptSize {
  bytes: number;
  images: number;
}

function sizeOf(value: unknown): PromptSize {
  if (value === undefined || value === null) return { bytes: 0, images: 0 };
  if (isImage(value)) return { bytes: 0, images: 1 };
  if (Array.isArray(value)) return total(value.map(sizeOf));
  if (!isJsonObject(value))
    return { bytes: Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)), images: 0 };
  return total(
    Object.entries(value).map(([name, member]) => {
      const { bytes, images } = sizeOf(member);
      return { bytes: bytes + Buffer.byteLength(name), images };
    }),
  );
}

const total = (sizes: readonly PromptSize[]): PromptSize => ({
  bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  images: sizes.reduce((sum, { images }) => sum + images, 0),
});

/** `image` of Anthropic’s form, `image_url` of chat completions, `input_image` of Responses. */
const isImage = (value: unknown): boolean => /^(?:image|image_url|input_image)$/.test(String(asObject(value).type));
