/** A slice would keep the longer text in memory. */
export const copyText = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

export const truncate = (text: string, length: number): string =>
  text.length > length ? copyText(text.slice(0, length)) : text;
