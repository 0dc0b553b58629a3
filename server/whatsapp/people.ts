import { fieldError, relatedNotFound } from '../errors';
import type { WhatsAppContext } from './context';
import type { Address } from './drivers/driver-events';
import { addressFor } from './identity/addresses';
import { parseRecipient } from './identity/parse';
import { findContact } from './identity/recipient';
import { onInstance } from './messages/find';

/** Throws 400 for an invalid recipient, 422 `related_not_found` for an unknown contact. */
export async function addressesAt(
  ctx: WhatsAppContext,
  instanceId: string,
  texts: readonly string[],
  pointer: (index: number) => string,
): Promise<Address[]> {
  return onInstance(ctx, instanceId, async (work) => {
    const addresses: Address[] = [];
    for (const [index, text] of texts.entries()) {
      const named = parseRecipient(text);
      if (named?.kind === 'address') {
        addresses.push(named.address);
        continue;
      }
      if (named?.kind !== 'contact') {
        throw fieldError(
          'validation_failed',
          pointer(index),
          'invalid_recipient',
          'Must be a person, not a group or chat.',
        );
      }
      const contact = await findContact(work, named.id);
      if (!contact) throw relatedNotFound(pointer(index));
      addresses.push(addressFor(contact));
    }
    return addresses;
  });
}
