import { preload } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Forbidden } from '../../../ui/states/states';
import { AutomationFrame } from '../frame';

const NewPublication = preload(
  async () => (await import('./new-publication')).NewPublication,
  <Loading shape="form" />,
);

export function NewPublicationPage() {
  const mayWrite = useCan()('automation.publications:write');
  return (
    <AutomationFrame title="New publication">
      {mayWrite ? <NewPublication /> : <Forbidden need="Publishing needs the role developer." />}
    </AutomationFrame>
  );
}
