import type { NotifiedItem } from '../drivers/cloud/notification';
import type { InstanceRow } from '../work';

/** What of an instance says whether Meta means it. */
export type Numbered = Pick<InstanceRow, 'id' | 'phoneNumberId' | 'wabaId' | 'phone'>;

const digitsOf = (text: string | null): string => text?.replaceAll(/\D/g, '') ?? '';

/**
 * Whom an item is about, among the instances of the app: the number that it names, else the number as it is shown, else
 * all of the account.
 */
export function targetsOf<T extends Numbered>(item: NotifiedItem, instances: readonly T[]): T[] {
  const { phoneNumberId, displayPhone, wabaId } = item;
  if (phoneNumberId !== null) return instances.filter((one) => one.phoneNumberId === phoneNumberId);
  if (displayPhone !== null) return instances.filter((one) => digitsOf(one.phone) === displayPhone);
  return wabaId === null ? [] : instances.filter((one) => one.wabaId === wabaId);
}
