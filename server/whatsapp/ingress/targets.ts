import type { NotifiedItem } from '../drivers/cloud/notification';
import type { InstanceRow } from '../work-types';

type Numbered = Pick<InstanceRow, 'id' | 'phoneNumberId' | 'wabaId' | 'phone'>;

const digitsOf = (text: string | null): string => text?.replaceAll(/\D/g, '') ?? '';

/** By phone number id, or displayed number; otherwise all instances of the account. */
export function targetsOf<T extends Numbered>(item: NotifiedItem, instances: readonly T[]): T[] {
  const { phoneNumberId, displayPhone, wabaId } = item;
  if (phoneNumberId !== null) return instances.filter((one) => one.phoneNumberId === phoneNumberId);
  if (displayPhone !== null) return instances.filter((one) => digitsOf(one.phone) === displayPhone);
  return wabaId === null ? [] : instances.filter((one) => one.wabaId === wabaId);
}
