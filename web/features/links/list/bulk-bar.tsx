import { Button } from '@mantine/core';
import { useState } from 'react';

import { lazyWhenIdle } from '../../../ui/lazy-parts';
import type { Link } from '../labels';
import { t } from '../texts';
import { useBulkChange } from './use-bulk-change';

import '../links.css';

const BulkTags = lazyWhenIdle(async () => (await import('./bulk-dialogs')).BulkTags);
const BulkDelete = lazyWhenIdle(async () => (await import('./bulk-dialogs')).BulkDelete);

export function BulkBar({ chosen, onClear }: { chosen: Link[]; onClear: () => void }) {
  const [open, setOpen] = useState<'tags' | 'delete'>();
  const change = useBulkChange(
    chosen.map(({ id }) => id),
    onClear,
  );
  if (chosen.length === 0) return null;
  const isAllDisabled = chosen.every(({ disabled }) => disabled);
  const isAllArchived = chosen.every(({ archived }) => archived);
  const close = () => setOpen(undefined);
  return (
    <div className="links-bulk" role="toolbar" aria-label={t('chosenLinks')}>
      <strong aria-live="polite">{t('chosenCount', { count: chosen.length })}</strong>
      <Button size="compact-sm" variant="default" onClick={() => setOpen('tags')}>
        {t('tags')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ disabled: !isAllDisabled })}
      >
        {isAllDisabled ? t('enable') : t('disable')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ archived: !isAllArchived })}
      >
        {isAllArchived ? t('unarchive') : t('archive')}
      </Button>
      <Button size="compact-sm" variant="outline" color="red" onClick={() => setOpen('delete')}>
        {t('delete')}
      </Button>
      <button type="button" className="copy-button" onClick={onClear}>
        {t('chooseNone')}
      </button>
      {open === 'tags' && <BulkTags of={chosen} onClose={close} onDone={onClear} />}
      {open === 'delete' && <BulkDelete of={chosen} onClose={close} onDone={onClear} />}
    </div>
  );
}
