export const FORMATS = ['bold', 'italic', 'strike', 'code'] as const;
export type Format = (typeof FORMATS)[number];

/** How formatted text is written down. */
export interface TextStyle {
  /** What stands on both sides of formatted text; a format without one is not shown. */
  signs: Partial<Record<Format, string>>;
  /** What stands above and below a block of code; empty for none. */
  fence: string;
  /** A line of the source is a line of the text, as in a chat; in HTML it is only a blank. */
  keepsLines: boolean;
  /** Makes text harmless where it is not code. */
  escape: (text: string) => string;
  escapeCode: (text: string) => string;
}

export const PLAIN: TextStyle = {
  signs: {},
  fence: '',
  keepsLines: false,
  escape: (text) => text,
  escapeCode: (text) => text,
};
