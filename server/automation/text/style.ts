const FORMATS = ['bold', 'italic', 'strike', 'code'] as const;
export type Format = (typeof FORMATS)[number];

export interface TextStyle {
  signs: Partial<Record<Format, string>>;
  fence: string;
  /** A line break of the source is kept, as in chats; in HTML it is a blank. */
  keepsLines: boolean;
  escape: (text: string) => string;
  escapeCode: (text: string) => string;
}

export const PLAIN_STYLE: TextStyle = {
  signs: {},
  fence: '',
  keepsLines: false,
  escape: (text) => text,
  escapeCode: (text) => text,
};
