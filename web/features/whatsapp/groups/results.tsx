import { CopyButton } from '../../../ui/code/copy';
import { Note } from '../../../ui/tag';
import { RESULTS, type Result } from './labels';
import { t } from './texts';

export function Results({ of }: { of: readonly Result[] }) {
  const isAllWell = of.every(({ ok }) => ok);
  return (
    <div role="status">
      <Note tone={isAllWell ? 'success' : 'warning'}>
        <ul className="wa-results">
          {of.map(({ to, code, provider_code: provided, invite }) => (
            <li key={to}>
              <span className="mono">{to}</span>: {RESULTS[code]}
              {provided !== null && <span className="mono"> {provided}</span>}
              {invite !== null && (
                <>
                  {' '}
                  <CopyButton text={invite} label={t('copyInvitation')} />
                </>
              )}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
