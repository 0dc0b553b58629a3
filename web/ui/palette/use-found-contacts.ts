import { useQueries, useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { can, useWorkspace } from '../shell/workspace';

/** A batch of calls holds twenty; few workspaces have more instances than that. */
const MOST_INSTANCES = 10;

export interface FoundContact {
  id: string;
  instance: string;
  label: string;
}

/** Contacts by name or address. They belong to instances, so each of these is asked, in one request. */
export function useFoundContacts(q: string, isAsked: boolean, most: number) {
  const trpc = useTRPC();
  const workspace = useWorkspace();
  const enabled = isAsked && can(workspace, 'whatsapp.contacts:read') && can(workspace, 'whatsapp.instances:read');
  const options = { enabled, retry: false, trpc: { context: { quiet: true } } };
  const instances = useQuery(trpc.whatsapp.instances.list.queryOptions({ limit: MOST_INSTANCES }, options));
  const asked = instances.data?.data ?? [];
  const answers = useQueries({
    queries: asked.map(({ id }) =>
      trpc.whatsapp.contacts.list.queryOptions({ instance_id: id, q, limit: most }, options),
    ),
  });

  const found = asked.flatMap(({ id: instance, name: at }, index) =>
    (answers[index]?.data?.data ?? []).map(({ id, name, push_name: push, phone, username }): FoundContact => {
      const who = [...new Set([name ?? push, phone ?? username])].filter(Boolean).join(' · ') || id;
      return { id, instance, label: asked.length > 1 ? `${who} · ${at}` : who };
    }),
  );
  return {
    contacts: enabled ? found.slice(0, most) : [],
    isSearching: [instances, ...answers].some(({ isFetching, data }) => isFetching && !data),
  };
}
