import { isMembers, membersOf } from './fields';

const BYTES_PER_TOKEN = 3;
/** What Anthropic counts for the largest image that it does not scale down. */
const IMAGE_TOKENS = 1600;

/** Members that the model reads, of all three forms. */
const PROMPT = ['system', 'messages', 'instructions', 'input', 'tools', 'response_format', 'output_config', 'text'];

/**
 * Tokens of a request’s prompt, for providers that do not count them: UTF-8 bytes ÷ 3, rounded up, which is rather too
 * many; an image by its usual tokens and not by its size. An estimate, which callers must flag as one.
 */
export function estimateTokens(body: unknown): number {
  const request = membersOf(body);
  const sizes = PROMPT.map((name) => sizeOf(request[name]));
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  const images = sizes.reduce((sum, size) => sum + size.images, 0);
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
  if (!isMembers(value))
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
const isImage = (value: unknown): boolean => /^(?:image|image_url|input_image)$/.test(String(membersOf(value).type));
