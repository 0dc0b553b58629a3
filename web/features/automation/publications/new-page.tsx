import { preload } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Forbidden } from '../../../ui/states/states';
import { AutomationFrame } from '../frame';
import { t } from './texts';

const NewPublication = preload(
  async () => (await import('./new-publication')).NewPublication,
  <Loading shape="form" />,
);

export function NewPublicationPage() {
  const mayWrite = useCan()('automation.publications:write');
  return (
    <AutomationFrame title={t('newPublication')}>
      {mayWrite ? <NewPublication /> : <Forbidden need={t('forbidden')} />}
    </AutomationFrame>
  );
}
