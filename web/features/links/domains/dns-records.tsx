import { CopyButton } from '../../../ui/code/copy';
import type { Domain } from '../labels';

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
              ['Name', name],
              ['Value', value],
            ].map(([label = '', text = '']) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <span className="mono">{text}</span>
                  <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
