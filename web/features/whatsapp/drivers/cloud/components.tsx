import { Link } from '@tanstack/react-router';

import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import type { DriverComponents } from '../driver-components';
import { t } from './texts';

const Steps = lazyWhenIdle(async () => (await import('./steps')).CloudSteps, <Loading shape="form" />);
const Details = lazyWhenIdle(async () => (await import('./details')).CloudDetails);
const Credentials = lazyWhenIdle(
  async () => (await import('./credentials')).CredentialsCard,
  <Loading shape="cards" rows={1} />,
);

function Begin() {
  const { id: ws } = useWorkspace();
  return (
    <Link to="/w/$ws/whatsapp/new" params={{ ws }} search={{ driver: 'cloud' }} className="copy-button wa-begin">
      {t('connectNumber')}
    </Link>
  );
}

export const cloud: DriverComponents = {
  Begin,
  steps: { title: () => t('title'), Steps },
  Connection: ({ of }) => of.cloud && <Details of={of.cloud} />,
  Settings: ({ of, mayWrite }) => of.cloud && <Credentials of={of} cloud={of.cloud} mayWrite={mayWrite} />,
};
