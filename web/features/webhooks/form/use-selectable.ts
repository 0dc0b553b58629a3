import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { useCan } from '../../../ui/shell/workspace';
import { useDomains, useTags } from '../../links/domains-and-tags';
import { useInstances } from '../../whatsapp/use-instances';
import type { SelectorLists } from './selectors';

/** Found at a time; others are found by their names. */
const LIMIT = 20;
const MAX_ENDPOINTS = 100;
/** Chats are listed by instance. */
const MAX_INSTANCES = 10;

interface Option {
  value: string;
  label: string;
}

interface Selectable {
  options: readonly Option[];
  /** There are so many that they are found by what is typed. */
  isSearched: boolean;
}

interface Typed {
  chat: string;
  link: string;
}

/** Objects of each kind that the member may see, searched by `typed`. */
export function useSelectable(selectors: SelectorLists, typed: Typed): Record<keyof SelectorLists, Selectable> {
  const instances = useInstances().map(({ id, name }) => ({ value: id, label: name }));
  const chosen = selectors.instance_ids;
  const within = instances.filter(({ value }) => chosen.length === 0 || chosen.includes(value));
  return {
    instance_ids: whole(instances),
    chat_ids: useChats(within, typed.chat),
    link_ids: useLinks(typed.link),
    domain_ids: whole(useDomains().map(({ id, hostname }) => ({ value: id, label: hostname }))),
    tag_ids: whole(useTags().map(({ id, name }) => ({ value: id, label: name }))),
    endpoint_ids: whole(useEndpoints()),
  };
}

const whole = (options: readonly Option[]): Selectable => ({ options, isSearched: false });

function useChats(instances: readonly Option[], q: string): Selectable {
  const trpc = useTRPC();
  const isAllowed = useCan()('whatsapp.messages:read');
  const lists = useQueries({
    queries: instances
      .slice(0, MAX_INSTANCES)
      .map(({ value: id }) =>
        trpc.whatsapp.chats.list.queryOptions(
          { instance_id: id, limit: LIMIT, ...(q === '' ? {} : { q }) },
          { enabled: isAllowed, placeholderData: keepPreviousData },
        ),
      ),
  });
  const nameOf = (id: string) => instances.find(({ value }) => value === id)?.label ?? id;
  const pages = lists.flatMap(({ data }) => data ?? []);
  return {
    options: pages.flatMap(({ data }) =>
      data.map(({ id, title, instance_id: instance }) => ({
        value: id,
        label: instances.length > 1 ? `${title} · ${nameOf(instance)}` : title,
      })),
    ),
    isSearched: q !== '' || pages.some(({ has_more: hasMore }) => hasMore),
  };
}

function useLinks(q: string): Selectable {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.links.list.queryOptions(
      { limit: LIMIT, ...(q === '' ? {} : { q }) },
      { enabled: useCan()('links:read'), placeholderData: keepPreviousData },
    ),
  );
  return {
    options: (data?.data ?? []).map(({ id, short_url: url }) => ({
      value: id,
      label: url.replace(/^https?:\/\//, ''),
    })),
    isSearched: q !== '' || (data?.has_more ?? false),
  };
}

function useEndpoints(): Option[] {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.automation.inbound_endpoints.list.queryOptions(
      { limit: MAX_ENDPOINTS },
      { enabled: useCan()('automation.endpoints:read') },
    ),
  );
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
