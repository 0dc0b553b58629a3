import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';

import { Actions } from '../../../ui/actions';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toastError } from '../../../ui/toast/toast';
import { fetchFile } from '../files/fetch-file';
import { saveFile } from '../save-file';
import { FILTER_NAMES, FILTERS, type Group, type AnalyticsQuery } from './query';

const GROUPS = [
  { value: 'time', label: 'Time' },
  { value: 'weekday_hour', label: 'Hour of the week' },
  ...FILTER_NAMES.map((name) => ({ value: name, label: FILTERS[name] })),
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
      toastError(error, 'The numbers were not exported');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog title="Export numbers" onClose={onClose}>
      <NativeSelect
        label="A row for each"
        description="Of what the page shows, with its filters."
        data={GROUPS}
        value={group}
        onChange={(event) => setGroup(event.currentTarget.value as Group)}
      />
      <Actions>
        <CopyAsCode operation="links_analytics_export" input={input} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isBusy} onClick={() => void save()}>
          Save CSV
        </Button>
      </Actions>
    </Dialog>
  );
}
