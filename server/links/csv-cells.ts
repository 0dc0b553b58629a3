/** Spreadsheets take such a cell for a formula, some in full width too. A quote counts, so that what had one comes back whole. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]/;

/** A cell that no spreadsheet runs. */
export const disarm = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Takes off what `disarm` put on. */
export const rearm = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);

/** A line of CSV (RFC 4180) with its end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(disarm(cell))).join(',')}\r\n`;

const quoted = (text: string): string => (QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
