import { useQueries } from '@tanstack/react-query';

import { MINUTE_MS } from '../../../shared/durations';
import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import { contactOf } from './channels/whatsapp';

export interface Recipient {
  channel: string;
  instance_id: string | null;
  to: string;
  label: string | null;
}

/** In place of a number, the API stores its last digits, which two people may share. */
const isMasked = (label: string): boolean => label.startsWith('…');
const isNumber = (to: string): boolean => /^\+?\d+$/.test(to);
const isUnnamed = ({ label, to }: Recipient): boolean => label === null || label === to || isMasked(label);

/**
 * What to call recipients: people by their name or whole number, read from their contacts, and those who share a name by
 * both.
 */
export function useRecipientNames(recipients: readonly Recipient[]): (recipient: Recipient) => string {
  const trpc = useTRPC();
  const enabled = useCan()('whatsapp.contacts:read');
  const isShared = sharedLabels(recipients);
  const unclear = recipients.filter((one) => isUnnamed(one) || isShared(one));
  const contacts = new Map(unclear.flatMap((one) => contactOf(one) ?? []).map((one) => [one.contact_id, one]));
  const found = useQueries({
    queries: [...contacts.values()].map((contact) =>
      trpc.whatsapp.contacts.get.queryOptions(contact, { enabled, staleTime: MINUTE_MS }),
    ),
  });
  const people = new Map(found.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
  return (recipient) => {
    const person = people.get(recipient.to);
    const name = person?.name ?? person?.push_name;
    if (!person || !name) return person?.phone ?? storedName(recipient);
    return isShared(recipient) && person.phone !== null ? `${name} · ${person.phone}` : name;
  };
}

/** Whether another recipient has the same label. */
function sharedLabels(recipients: readonly Recipient[]): (recipient: Recipient) => boolean {
  const byLabel = Map.groupBy(recipients, ({ label }) => label);
  return ({ label, to }) => byLabel.get(label)?.some((other) => other.to !== to) ?? false;
}

/** The number where it is known; else the end of it. */
const storedName = ({ label, to }: Recipient): string =>
  label === null || (isMasked(label) && isNumber(to)) ? to : label;
