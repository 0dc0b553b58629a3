import { CopyButton } from '../../../ui/code/copy';
import type { Domain } from '../labels';
import { t } from './texts';

import './domains.css';

type Records = NonNullable<Domain['verification']>['records'];

export function DnsRecords({ records }: { records: Records }) {
  return (
    <ul className="domains-records">
      {records.map(({ type, name, value }) => (
        <li key={type}>
          <strong className="mono">{type}</strong>
          <dl>
            {[
              { label: t('name'), text: name, copy: t('copyName') },
              { label: t('value'), text: value, copy: t('copyValue') },
            ].map(({ label, text, copy }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <span className="mono">{text}</span>
                  <CopyButton text={text} label={copy} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
