import { Button, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useTRPC, type Inputs } from '../../../trpc';
import { Actions } from '../../../ui/actions';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { fetchFile } from '../../../ui/files/requests';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toastError } from '../../../ui/toast/toast';
import { saveFile } from '../save-file';
import { t } from './texts';

interface ExportDialogProps {
  filters: NonNullable<Inputs['links']['count']>;
  onClose: () => void;
}

export function ExportDialog({ filters, onClose }: ExportDialogProps) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv');
  const [isBusy, setIsBusy] = useState(false);
  const count = useQuery(trpc.links.count.queryOptions(filters));
  const input = { ...filters, format };
  const save = async () => {
    setIsBusy(true);
    try {
      saveFile(`links.${format}`, await fetchFile(ws, 'links.export', input));
      onClose();
    } catch (error) {
      toastError(error, t('notExported'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={t('exportTitle')} onClose={onClose}>
      <p className="confirm-text">{count.data ? t('exportHelp', { count: count.data.total }) : t('exportHelpAll')}</p>
      <Radio.Group label={t('format')} value={format} onChange={(next) => setFormat(next)}>
        <div className="links-choices">
          <Radio value="csv" label="CSV" description={t('csvHelp')} />
          <Radio value="ndjson" label="NDJSON" description={t('ndjsonHelp')} />
        </div>
      </Radio.Group>
      <Actions>
        <CopyAsCode operation="links_export" input={input} />
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => void save()}>
          {t('saveFile')}
        </Button>
      </Actions>
    </Dialog>
  );
}
