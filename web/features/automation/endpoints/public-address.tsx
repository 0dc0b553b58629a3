import { CopyButton } from '../../../ui/code/copy';
import type { Endpoint } from './labels';
import { t } from './texts';

import './endpoints.css';

/** An address with a token is shown without its end: the token was shown once. */
export function PublicAddress({ of }: { of: Endpoint }) {
  const hasToken = of.masked_token !== null;
  return (
    <div className="endpoint-address">
      <span className="mono">
        {of.url}
        {hasToken && `/${of.masked_token}…`}
      </span>
      {!hasToken && <CopyButton text={of.url} label={t('copyUrl')} />}
    </div>
  );
}
