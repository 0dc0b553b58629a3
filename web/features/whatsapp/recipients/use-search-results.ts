import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import { useTRPC } from '../../../trpc';
import { useCan } from '../../../ui/shell/workspace';
import { useInstance } from '../use-instance';
import { keyOf, ofContact, ofGroup, typedRecipient, type Kind, type Recipient } from './recipient';

const LIMIT = 10;

/** Matching contacts and groups, and the typed text itself when it is an address. */
export function useSearchResults(typed: string, kind: Kind, isWanted: boolean) {
  const trpc = useTRPC();
  const can = useCan();
  const { id } = useInstance();
  const q = useDeferredValue(typed.trim());
  const filters = { instance_id: id, limit: LIMIT, ...(q === '' ? {} : { q }) };
  const contacts = useQuery(
    trpc.whatsapp.contacts.list.queryOptions(filters, {
      placeholderData: keepPreviousData,
      enabled: isWanted && can('whatsapp.contacts:read'),
    }),
  );
  const groups = useQuery(
    trpc.whatsapp.groups.list.queryOptions(
      { ...filters, q: q === '' ? undefined : q.slice(0, 100), status: 'active' },
      { placeholderData: keepPreviousData, enabled: isWanted && kind === 'all' && can('whatsapp.groups:read') },
    ),
  );
  const known = [
    ...(contacts.data?.data ?? []).map(ofContact),
    ...(kind === 'all' ? (groups.data?.data ?? []).map(ofGroup) : []),
  ];
  const itself = typedRecipient(typed, kind);
  return {
    found: withItself(known, itself),
    isLooking: contacts.isFetching || groups.isFetching,
    error: contacts.error ?? groups.error,
  };
}

/** A typed number comes first, unless it belongs to a known contact. */
function withItself(known: readonly Recipient[], itself: Recipient | undefined): Recipient[] {
  if (!itself) return [...known];
  const same = known.find(({ to }) => keyOf(to) === itself.to);
  return [same ?? itself, ...known.filter((one) => one !== same)];
}
