/** A copy, since a slice would keep the longer text in memory. */
export const copied = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

export const cut = (text: string, length: number): string =>
  text.length > length ? copied(text.slice(0, length)) : text;
