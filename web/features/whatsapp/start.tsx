import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { Page } from '../../ui/page';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { lastInstance } from './last-instance';
import { ALL_INSTANCES } from './use-instances';

/** Opens the chats of the connected instance that was used last; the list of instances while there is none. */
export function WhatsAppStart() {
  const trpc = useTRPC();
  const { id: ws, name } = useWorkspace();
  const mayRead = useCan()('whatsapp.messages:read');
  const query = useQuery(trpc.whatsapp.instances.list.queryOptions({ limit: ALL_INSTANCES }));
  return (
    <Page title="WhatsApp" context={name}>
      <Content query={query} loading={<Loading shape="cards" rows={3} />}>
        {({ data }) => {
          const connected = data.filter(({ status }) => status === 'connected');
          // A real number before sandboxes, and the sandbox that was there first before later ones.
          const first =
            connected.find(({ id }) => id === lastInstance()) ??
            connected.find(({ livemode }) => livemode) ??
            connected.at(-1);
          return first && mayRead ? (
            <Navigate to="/w/$ws/whatsapp/$instance/chats" params={{ ws, instance: first.id }} search={{}} replace />
          ) : (
            <Navigate to="/w/$ws/whatsapp/instances" params={{ ws }} search={{}} replace />
          );
        }}
      </Content>
    </Page>
  );
}
