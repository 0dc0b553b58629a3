import { useQueries, useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { can, useWorkspace } from '../shell/workspace';

/** A batch holds twenty calls; few workspaces have more instances. */
const MAX_INSTANCES = 10;

interface FoundContact {
  id: string;
  instance: string;
  label: string;
}

/** Contacts belong to instances, so each instance is searched, in one batch. */
export function useContactResults(q: string, isEnabled: boolean, max: number) {
  const trpc = useTRPC();
  const workspace = useWorkspace();
  const enabled = isEnabled && can(workspace, 'whatsapp.contacts:read') && can(workspace, 'whatsapp.instances:read');
  const options = { enabled, retry: false, trpc: { context: { quiet: true } } };
  const instances = useQuery(trpc.whatsapp.instances.list.queryOptions({ limit: MAX_INSTANCES }, options));
  const instanceList = instances.data?.data ?? [];
  const answers = useQueries({
    queries: instanceList.map(({ id }) =>
      trpc.whatsapp.contacts.list.queryOptions({ instance_id: id, q, limit: max }, options),
    ),
  });

  const found = instanceList.flatMap(({ id: instance, name: at }, index) =>
    (answers[index]?.data?.data ?? []).map(({ id, name, push_name: push, phone, username }): FoundContact => {
      const who = [...new Set([name ?? push, phone ?? username])].filter(Boolean).join(' · ') || id;
      return { id, instance, label: instanceList.length > 1 ? `${who} · ${at}` : who };
    }),
  );
  return {
    contacts: enabled ? found.slice(0, max) : [],
    isSearching: [instances, ...answers].some(({ isFetching, data }) => isFetching && !data),
  };
}
