import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowsSplit2,
  IconBrandWhatsapp,
  IconCpu,
  IconDoorEnter,
  IconKey,
  IconLink,
  IconSend,
  IconUser,
  IconWebhook,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import type { Scope } from '../../../shared/access/scopes';
import { nameOf } from '../../features/automation/publications/labels';
import { useTRPC } from '../../trpc';
import { can, useWorkspace } from '../shell/workspace';
import type { Entry, Target } from './entry';
import { isId } from './is-id';
import { questionFor, ranked } from './match';
import { t } from './texts';
import { usePeople } from './use-people';

const PAUSE_MS = 150;
const MIN_LETTERS = 2;
/** Asked for, and shown of them. */
const ASKED = 20;
const SHOWN = 4;

const bare = (url: string): string => url.replace(/^https?:\/\//, '');

interface Objects {
  entries: Entry[];
  isSearching: boolean;
}

/** Objects of the workspace whose name, title, address or id has the words. */
export function useObjects(typed: string): Objects {
  const trpc = useTRPC();
  const workspace = useWorkspace();
  const { id: ws } = workspace;
  const text = typed.trim();
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const isEnabled = q.length >= MIN_LETTERS && !isId(q);
  /** The input and the options of a list; `names` are the words that mean the list itself. */
  const asking = (scope: Scope, names: string, isSearched = true) => {
    const question = questionFor(q, names);
    const isAsked = isEnabled && question !== undefined && can(workspace, scope);
    return [
      isSearched ? { q: (question ?? '-').slice(0, 64), limit: ASKED } : { limit: 100 },
      { enabled: isAsked, retry: false, trpc: { context: { quiet: true } } },
    ] as const;
  };

  const keys = useQuery(trpc.keys.list.queryOptions(...asking('keys:read', t('keys'))));
  const webhooks = useQuery(trpc.webhooks.list.queryOptions(...asking('webhooks:read', t('webhooks'))));
  const links = useQuery(trpc.links.list.queryOptions(...asking('links:read', t('links'))));
  const domains = useQuery(trpc.links.domains.list.queryOptions(...asking('links.domains:read', t('domains'))));
  const instances = useQuery(
    trpc.whatsapp.instances.list.queryOptions(...asking('whatsapp.instances:read', t('instances'))),
  );
  const publications = useQuery(
    trpc.automation.publications.list.queryOptions(...asking('automation.publications:read', t('publications'))),
  );
  const endpoints = useQuery(
    trpc.automation.inbound_endpoints.list.queryOptions(...asking('automation.endpoints:read', t('endpoints'))),
  );
  const rules = useQuery(trpc.automation.rules.list.queryOptions(...asking('automation.rules:read', t('rules'))));
  const models = useQuery(trpc.models.list.queryOptions(...asking('models:read', t('models'))));
  const members = useQuery(trpc.members.list.queryOptions(...asking('workspace:read', t('members'), false)));
  const people = usePeople(questionFor(q, `WhatsApp ${t('contacts')} ${t('groups')} ${t('templates')}`), isEnabled);

  if (!isEnabled) return { entries: [], isSearching: text.length >= MIN_LETTERS && !isId(text) };

  const object = (id: string): Target => ({ to: '/w/$ws/o/$id', params: { ws, id } });
  const listed = <T extends { id: string }>(
    group: string,
    icon: Icon,
    rows: readonly T[] | undefined,
    labelOf: (row: T) => string,
    targetOf: (row: T) => Target = ({ id }) => object(id),
  ): Entry[] =>
    ranked(
      (rows ?? []).map((row): Entry => ({
        id: row.id,
        group,
        label: labelOf(row),
        // The server also looks where the label does not say so, such as in the text of a publication.
        words: [row.id, group === t('members') ? undefined : questionFor(q, group)].filter(Boolean).join(' '),
        icon,
        target: targetOf(row),
      })),
      q,
      SHOWN,
    );
  const queries = [keys, webhooks, links, domains, instances, publications, endpoints, rules, models, members];
  return {
    isSearching: q !== text || people.isSearching || queries.some(({ isFetching, data }) => isFetching && !data),
    entries: [
      ...listed(t('keys'), IconKey, keys.data?.data, ({ name }) => name),
      ...listed(t('webhooks'), IconWebhook, webhooks.data?.data, ({ name, url }) =>
        [name, url].filter(Boolean).join(' · '),
      ),
      ...listed(t('links'), IconLink, links.data?.data, ({ title, short_url: short, url }) =>
        [title, bare(short), bare(url)].filter(Boolean).join(' · '),
      ),
      ...listed(t('domains'), IconWorld, domains.data?.data, ({ hostname }) => hostname),
      ...listed(t('instances'), IconBrandWhatsapp, instances.data?.data, ({ name }) => name),
      ...ranked(people.entries, q, SHOWN),
      ...listed(
        t('members'),
        IconUser,
        members.data?.data,
        ({ name, email }) => `${name} · ${email}`,
        () => ({
          to: '/w/$ws/settings/members',
          params: { ws },
        }),
      ),
      ...listed(t('publications'), IconSend, publications.data?.data, nameOf),
      ...listed(t('endpoints'), IconDoorEnter, endpoints.data?.data, ({ name }) => name),
      ...listed(t('rules'), IconArrowsSplit2, rules.data?.data, ({ name }) => name),
      ...listed(
        t('models'),
        IconCpu,
        models.data?.data,
        ({ name, id }) => (name === id ? id : `${name} · ${id}`),
        ({ id }) => ({
          to: '/w/$ws/models',
          params: { ws },
          search: { q: id },
        }),
      ),
    ],
  };
}
