import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';

import { Actions } from '../../../ui/actions';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { fetchFile } from '../../../ui/files/requests';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toastError } from '../../../ui/toast/toast';
import { saveFile } from '../save-file';
import { FILTER_NAMES, FILTERS, type Group, type AnalyticsQuery } from './query';
import { t } from './texts';

const groups = () => [
  { value: 'time', label: t('time') },
  { value: 'weekday_hour', label: t('hourOfWeek') },
  ...FILTER_NAMES.map((name) => ({ value: name, label: FILTERS[name]() })),
];
const LIMIT = 100;

export function ExportAnalytics({ question, onClose }: { question: AnalyticsQuery; onClose: () => void }) {
  const { id: ws } = useWorkspace();
  const [group, setGroup] = useState<Group>('time');
  const [isBusy, setIsBusy] = useState(false);
  const input = { ...question, group_by: group, limit: LIMIT };
  const save = async () => {
    setIsBusy(true);
    try {
      saveFile(`clicks-by-${group}.csv`, await fetchFile(ws, 'links.analytics.export', input));
      onClose();
    } catch (error) {
      toastError(error, t('notExported'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={t('exportTitle')} onClose={onClose}>
      <NativeSelect
        label={t('rowPer')}
        description={t('rowPerHelp')}
        data={groups()}
        value={group}
        onChange={(event) => setGroup(event.currentTarget.value as Group)}
      />
      <Actions>
        <CopyAsCode operation="links_analytics_export" input={input} />
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={isBusy} onClick={() => void save()}>
          {t('saveCsv')}
        </Button>
      </Actions>
    </Dialog>
  );
}
