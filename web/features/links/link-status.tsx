import { Status, Tag } from '../../ui/tag';
import { STATUS_TONES, type Link } from './labels';
import { STATUS_LABELS } from './link-texts';
import { t } from './texts';

/** An archived link is out of use, whatever its status. */
export function LinkStatus({ of: { status, archived } }: { of: Pick<Link, 'status' | 'archived'> }) {
  if (archived) return <Tag>{t('archived')}</Tag>;
  return (
    <Status tone={STATUS_TONES[status]} isUsual={status === 'active'}>
      {STATUS_LABELS[status]()}
    </Status>
  );
}
