import { Link } from '@tanstack/react-router';

import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import type { DriverComponents } from '../driver-components';
import { t } from './texts';

const Steps = lazyWhenIdle(async () => (await import('./steps')).WebSteps, <Loading shape="form" />);
const Details = lazyWhenIdle(async () => (await import('./details')).WebDetails);
const Settings = lazyWhenIdle(async () => (await import('./settings')).WebCard, <Loading shape="cards" rows={1} />);

function Begin() {
  const { id: ws } = useWorkspace();
  return (
    <Link to="/w/$ws/whatsapp/new" params={{ ws }} search={{ driver: 'web' }} className="copy-button wa-begin">
      {t('linkPhone')}
    </Link>
  );
}

export const web: DriverComponents = {
  Begin,
  steps: { title: () => t('linkPhone'), Steps },
  Connection: ({ of }) => of.web && <Details of={of} web={of.web} />,
  Settings: ({ of, mayWrite }) => of.web && <Settings of={of} web={of.web} mayWrite={mayWrite} />,
};
