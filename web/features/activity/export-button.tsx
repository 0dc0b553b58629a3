import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';

import { downloadText } from '../../ui/clipboard';
import { toast, toastError } from '../../ui/toast/toast';
import { t } from './texts';

const MAX_ROWS = 10_000;

interface Page {
  data: readonly unknown[];
  next_cursor: string | null;
}

interface ExportButtonProps {
  name: string;
  readPage: (cursor: string | undefined) => Promise<Page>;
}

/** The list as it is filtered, one object a line. */
export function ExportButton({ name, readPage }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      const lines: string[] = [];
      let cursor: string | undefined;
      do {
        // Each page begins where the last one ends.
        // oxlint-disable-next-line no-await-in-loop
        const page = await readPage(cursor);
        lines.push(...page.data.map((row) => JSON.stringify(row)));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined && lines.length < MAX_ROWS);
      downloadText(`${name}.ndjson`, lines.map((line) => `${line}\n`).join(''), 'application/x-ndjson');
      toast(
        cursor === undefined ? t('exported', { count: lines.length }) : t('exportedNewest', { count: lines.length }),
      );
    } catch (error) {
      toastError(error, t('notExported'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <button type="button" className="copy-button" disabled={isBusy} onClick={() => void run()}>
      <IconDownload size={14} aria-hidden />
      {t(isBusy ? 'exporting' : 'export')}
    </button>
  );
}
