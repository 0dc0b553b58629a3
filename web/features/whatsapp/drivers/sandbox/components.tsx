import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { Loading } from '../../../../ui/states/loading';
import type { DriverComponents } from '../driver-components';
import { SandboxCreate } from './create';

const Settings = lazyWhenIdle(async () => (await import('./settings')).SandboxCard, <Loading shape="cards" rows={1} />);

export const sandbox: DriverComponents = {
  Begin: SandboxCreate,
  Settings: ({ of, mayWrite }) => of.sandbox && <Settings of={of} sandbox={of.sandbox} mayWrite={mayWrite} />,
};
