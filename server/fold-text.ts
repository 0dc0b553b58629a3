/** Characters of a label in a cursor, which is short. */
const SORT_KEY_LENGTH = 40;

export const fold = (text: string): string =>
  (PRINTABLE_ASCII.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')).toLowerCase();
/** Such text needs no normalisation. */
export const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Ends a truncated label in a cursor; labels cannot contain it. */
export const END = '\u0001';

export const labelSortKey = (label: string): string =>
  `${PRINTABLE_ASCII.test(label) ? label.slice(0, SORT_KEY_LENGTH).toLowerCase() : firstOf(fold(label.replaceAll(END, ' ')))}${END}`;
const firstOf = (text: string): string => Array.from(text).slice(0, SORT_KEY_LENGTH).join('');
