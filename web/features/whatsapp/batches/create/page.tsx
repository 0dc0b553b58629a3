import { getRouteApi, Link } from '@tanstack/react-router';

import { preload } from '../../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Forbidden } from '../../../../ui/states/states';
import { InstanceFrame } from '../../frame';
import { t } from '../texts';

const BatchForm = preload(async () => (await import('./batch-form')).BatchForm, <Loading shape="form" />);

const route = getRouteApi('/w/$ws/whatsapp/$instance/batches/new');

export function NewBatchPage() {
  const { ws, instance } = route.useParams();
  const { role } = useWorkspace();
  const maySend = useCan()('whatsapp.messages:send');
  return (
    <InstanceFrame instanceId={instance} tab="batches">
      {(of) => (
        <div className="wa-stack">
          <div>
            <Link to="/w/$ws/whatsapp/$instance/batches" params={{ ws, instance }} className="copy-button">
              {t('allBatches')}
            </Link>
          </div>
          {maySend ? <BatchForm key={of.id} of={of} /> : <Forbidden role={role} need={t('mayNotSend')} />}
        </div>
      )}
    </InstanceFrame>
  );
}
