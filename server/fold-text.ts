/** Characters of a label that its place holds: a cursor has little room. */
const PLACE_LENGTH = 40;

/** A text as it is compared: without accents, in lower case. */
export const fold = (text: string): string =>
  (PLAIN.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')).toLowerCase();
/** Texts that are compared as they stand, but for their case. */
export const PLAIN = /^[\x20-\x7e]*$/;

/** Ends what a place has of a label; no label holds it. */
export const END = '\u0001';

/** Where a label stands in lists. */
export const labelPlace = (label: string): string =>
  `${PLAIN.test(label) ? label.slice(0, PLACE_LENGTH).toLowerCase() : firstOf(fold(label.replaceAll(END, ' ')))}${END}`;
const firstOf = (text: string): string => Array.from(text).slice(0, PLACE_LENGTH).join('');
