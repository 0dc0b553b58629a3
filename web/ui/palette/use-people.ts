import { IconAddressBook, IconTemplate, IconUsersGroup } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';

import type { Scope } from '../../../shared/access/scopes';
import { useTRPC } from '../../trpc';
import { can, useWorkspace } from '../shell/workspace';
import type { Entry } from './entry';
import { t } from './texts';

/** Three lists each; a batch holds twenty calls. Few workspaces have more instances. */
const MAX_INSTANCES = 6;
const ASKED = 8;

/** The instances whose pages and people are searched. */
export function useSearchedInstances(isEnabled: boolean) {
  const trpc = useTRPC();
  const workspace = useWorkspace();
  const query = useQuery(
    trpc.whatsapp.instances.list.queryOptions(
      { limit: MAX_INSTANCES },
      {
        enabled: isEnabled && can(workspace, 'whatsapp.instances:read'),
        retry: false,
        trpc: { context: { quiet: true } },
      },
    ),
  );
  return { instances: query.data?.data ?? [], isLoading: query.isFetching && !query.data };
}

/** Contacts, groups and templates belong to instances, so each instance is searched, in one batch. */
export function usePeople(question: string | undefined, isEnabled: boolean) {
  const trpc = useTRPC();
  const workspace = useWorkspace();
  const { id: ws } = workspace;
  const isAsked = isEnabled && question !== undefined;
  const { instances, isLoading } = useSearchedInstances(isAsked);
  const input = (id: string) => ({ instance_id: id, q: question ?? '-', limit: ASKED });
  const when = (scope: Scope) => ({
    enabled: isAsked && can(workspace, scope),
    retry: false,
    trpc: { context: { quiet: true } },
  });
  const contacts = useQueries({
    queries: instances.map(({ id }) =>
      trpc.whatsapp.contacts.list.queryOptions(input(id), when('whatsapp.contacts:read')),
    ),
  });
  const groups = useQueries({
    queries: instances.map(({ id }) => trpc.whatsapp.groups.list.queryOptions(input(id), when('whatsapp.groups:read'))),
  });
  const templates = useQueries({
    queries: instances.map(({ id }) =>
      trpc.whatsapp.templates.list.queryOptions(input(id), when('whatsapp.templates:read')),
    ),
  });

  const entries = instances.flatMap(({ id: instance, name: at }, index): Entry[] => {
    const shown = (label: string) => (instances.length > 1 ? `${label} · ${at}` : label);
    const page = (name: string, search: Record<string, string>) => ({
      to: `/w/$ws/whatsapp/$instance/${name}`,
      params: { ws, instance },
      search,
    });
    return [
      ...(contacts[index]?.data?.data ?? []).map(({ id, name, push_name: push, phone, username }) => ({
        id,
        group: t('contacts'),
        icon: IconAddressBook,
        label: shown([...new Set([name ?? push, phone ?? username])].filter(Boolean).join(' · ') || id),
        target: page('contacts', { contact: id }),
      })),
      ...(groups[index]?.data?.data ?? []).map(({ id, subject }) => ({
        id,
        group: t('groups'),
        icon: IconUsersGroup,
        label: shown(subject || id),
        target: page('groups', { group: id }),
      })),
      ...(templates[index]?.data?.data ?? []).map(({ id, name, language }) => ({
        id,
        group: t('templates'),
        icon: IconTemplate,
        label: shown(`${name} · ${language}`),
        target: page('templates', { template: id }),
      })),
    ];
  });
  return {
    entries: isAsked ? entries : [],
    isSearching:
      isAsked && (isLoading || [...contacts, ...groups, ...templates].some((one) => one.isFetching && !one.data)),
  };
}
