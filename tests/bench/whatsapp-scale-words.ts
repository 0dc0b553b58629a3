/** Texts of messages, and questions that find few and many of them. */
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const WORDS = 8000;
const LENGTH = 9;

/** The same numbers in every run. */
let state = 1;
const random = (): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};

/** The lower the number, the more common the word. */
const wordOf = (index: number): string =>
  [index, Math.floor(index / 20), Math.floor(index / 400)].map((part) => SYLLABLES[part % 20]).join('');
const orderOf = (index: number): string => `order${index}`;
/** Of five messages one order. */
const ordersOf = (messages: number): number => Math.max(1, Math.floor(messages / 5));

export function messageText(index: number, messages: number): string {
  const words = Array.from({ length: LENGTH }, () => wordOf(Math.floor(WORDS * random() ** 3)));
  if (index % 3 === 0) words.unshift('parcel');
  return `${words.join(' ')} ${orderOf(Math.floor(random() * ordersOf(messages)))}`;
}

/** So many different questions of each kind. */
export function questions(count: number, messages: number): Record<string, string[]> {
  const all = Array.from({ length: count }, (_, index) => index);
  const order = (index: number): string => orderOf(ordersOf(messages) - 1 - index * 7);
  return {
    'rare word': all.map(order),
    'common word': all.map((index) => (index === 0 ? 'parcel' : wordOf(index))),
    prefix: all.map((index) => wordOf(index * 3).slice(0, 1 + (index % 5))),
    'prefix of very many words': all.map((index) => `order${index === 0 ? '' : index}`),
    'two common words': all.map((index) => `parcel ${wordOf(index)}`),
    'common and rare word': all.map((index) => `${order(index)} parcel`),
    'words that never meet': all.map((index) => `${order(index)} ${order(index + 1000)}`),
    'no such word': all.map((index) => `absent${index}`),
  };
}
