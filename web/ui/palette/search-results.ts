import { useDebouncedValue } from '@mantine/hooks';
import {
  IconAddressBook,
  IconArrowsSplit2,
  IconBrandWhatsapp,
  IconKey,
  IconLink,
  IconSend,
  IconWebhook,
  IconDoorEnter,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { can, useWorkspace } from '../shell/workspace';
import type { Command } from './commands';
import { isId } from './is-id';
import { t } from './texts';
import { useContactResults } from './use-contact-results';

const PAUSE_MS = 150;
const MIN_LETTERS = 2;
const LIMIT = 4;

interface SearchResults {
  commands: Command[];
  isSearching: boolean;
}

export function useSearchResults(typed: string): SearchResults {
  const trpc = useTRPC();
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const text = typed.trim();
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const isEnabled = q.length >= MIN_LETTERS && !isId(q);
  const when = (scope: Parameters<typeof can>[1]) => ({
    enabled: isEnabled && can(workspace, scope),
    retry: false,
    trpc: { context: { quiet: true } },
  });
  const query = { q: q.slice(0, 64), limit: LIMIT };

  const keys = useQuery(trpc.keys.list.queryOptions(query, when('keys:read')));
  const webhooks = useQuery(trpc.webhooks.list.queryOptions(query, when('webhooks:read')));
  const links = useQuery(trpc.links.list.queryOptions(query, when('links:read')));
  const instances = useQuery(trpc.whatsapp.instances.list.queryOptions(query, when('whatsapp.instances:read')));
  const publications = useQuery(
    trpc.automation.publications.list.queryOptions(query, when('automation.publications:read')),
  );
  const endpoints = useQuery(
    trpc.automation.inbound_endpoints.list.queryOptions(query, when('automation.endpoints:read')),
  );
  // The API cannot search rules by name; a workspace has few.
  const rules = useQuery(trpc.automation.rules.list.queryOptions({ limit: 100 }, when('automation.rules:read')));
  const { contacts, isSearching: isAsking } = useContactResults(query.q, isEnabled, LIMIT);

  if (!isEnabled) return { commands: [], isSearching: text.length >= MIN_LETTERS && !isId(text) };
  const open = (id: string) => () => void navigate({ to: '/w/$ws/o/$id', params: { ws: workspace.id, id } });
  const openContact = (instance: string, contact: string) => () =>
    void navigate({
      to: '/w/$ws/whatsapp/$instance/contacts',
      params: { ws: workspace.id, instance },
      search: { contact },
    });
  const listed = <T extends { id: string }>(
    group: string,
    icon: Command['icon'],
    rows: readonly T[] | undefined,
    labelOf: (row: T) => string,
  ): Command[] => (rows ?? []).map((row) => ({ group, icon, label: labelOf(row), run: open(row.id) }));
  const isMeant = ({ name }: { name: string }) => name.toLowerCase().includes(q.toLowerCase());

  const queries = [keys, webhooks, links, instances, publications, endpoints, rules];
  return {
    isSearching: q !== text || isAsking || queries.some(({ isFetching, data }) => isFetching && !data),
    commands: [
      ...listed(t('keys'), IconKey, keys.data?.data, ({ name }) => name),
      ...listed(t('webhooks'), IconWebhook, webhooks.data?.data, ({ name, url }) => name ?? url),
      ...listed(t('links'), IconLink, links.data?.data, ({ title, short_url: url }) =>
        [title, url.replace(/^https?:\/\//, '')].filter(Boolean).join(' · '),
      ),
      ...listed('WhatsApp', IconBrandWhatsapp, instances.data?.data, ({ name }) => name),
      ...contacts.map(({ id, instance, label }) => ({
        group: t('contacts'),
        icon: IconAddressBook,
        label,
        run: openContact(instance, id),
      })),
      ...listed(t('publications'), IconSend, publications.data?.data, ({ title, id }) => title ?? id),
      ...listed(t('endpoints'), IconDoorEnter, endpoints.data?.data, ({ name }) => name),
      ...listed(t('rules'), IconArrowsSplit2, rules.data?.data.filter(isMeant).slice(0, LIMIT), ({ name }) => name),
    ],
  };
}
