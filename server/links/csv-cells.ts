/** Spreadsheets evaluate such cells. Leading quotes match too, so that they survive a round trip. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]/;

export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')}\r\n`;

const quoteCell = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
