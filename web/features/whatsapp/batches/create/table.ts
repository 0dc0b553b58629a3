export interface Row {
  line: number;
  cells: string[];
}

const SEPARATORS = ['\t', ';', ','] as const;
type Separator = (typeof SEPARATORS)[number];

const countIn = (text: string, separator: Separator): number =>
  text.replaceAll(/"[^"]*"/g, '').split(separator).length - 1;

/** The separator that is most frequent in the first line outside of quotes, else in the others. */
function separatorOf(text: string): Separator {
  const [first = ''] = text.trimStart().split('\n', 1);
  const sample = SEPARATORS.some((separator) => countIn(first, separator) > 0) ? first : text;
  const counted = SEPARATORS.map((separator) => ({ separator, count: countIn(sample, separator) }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}

/** Cells of a CSV text with quotes as in RFC 4180; comma, semicolon or tab. Empty rows are left out. */
export function parseTable(text: string): Row[] {
  const separator = separatorOf(text);
  const rows: Row[] = [];
  let [row, cell, line]: [Row, string, number] = [{ line: 1, cells: [] }, '', 1];
  let isQuoted = false;
  const endCell = () => {
    row.cells.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.cells.some((one) => one !== '')) rows.push(row);
    row = { line, cells: [] };
  };

  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\n') line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (letter === separator) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  endRow();
  return rows;
}

/** UTF-8, else the Windows encoding that spreadsheets write. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
