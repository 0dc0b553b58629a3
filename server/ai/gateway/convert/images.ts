import type { ImageType } from './forms';

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,/i;
const IMAGE_TYPES: readonly ImageType[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

interface DataUrl {
  mediaType: string;
  /** Base64. */
  data: string;
}

export function parseDataUrl(url: string): DataUrl | undefined {
  const head = DATA_URL.exec(url.slice(0, 200));
  return head === null ? undefined : { mediaType: (head[1] ?? '').toLowerCase(), data: url.slice(head[0].length) };
}

/** The type of an image as Anthropic’s form names it; `image/jpg` is a common misspelling. */
export function imageTypeOf(mediaType: string): ImageType | undefined {
  const name = mediaType === 'image/jpg' ? 'image/jpeg' : mediaType;
  return IMAGE_TYPES.find((type) => type === name);
}

export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
