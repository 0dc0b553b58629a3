import { labelOf } from '../../i18n/labels';
import { Breakable } from '../../ui/breakable';
import { useOperations } from '../../ui/code/operations';
import { Tag } from '../../ui/tag';
import { allowedOperations } from './form/draft';
import { t } from './texts';

import './keys.css';

interface ReachProps {
  access: Parameters<typeof allowedOperations>[1];
  isPublic?: boolean;
}

export function KeyAccess({ access, isPublic = false }: ReachProps) {
  const operations = useOperations();
  if (!operations) return <div className="dimmed">{t('readingEndpoints')}</div>;
  const { count, writes, groups } = allowedOperations(operations, access);
  return (
    // It scrolls, by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="keys-reach" role="group" aria-label={t('endpoints')} tabIndex={0}>
      <div aria-live="polite">
        <strong>{t('canCall', { count })}</strong>
        <div className="dimmed">{writes === 0 ? t('noWrites') : t('someWrite', { count: writes })}</div>
      </div>
      {isPublic && <div className="dimmed">{t('publicKey')}</div>}
      {groups.map(([tag, members]) => (
        <div key={tag}>
          <h3>
            {labelOf('apiTags', tag, tag)} <span className="dimmed numbers">{members.length}</span>
          </h3>
          <ul>
            {members.map(({ id, operation }) => (
              <li key={id} title={operation.summary}>
                <span className="mono keys-method">{operation.method}</span>
                <span className="mono keys-path">
                  <Breakable text={operation.path} />
                </span>
                {operation.writes && <Tag tone="warning">{t('writes')}</Tag>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
