import type { Outputs } from '../../trpc';
import { t } from './texts';

type Party = Outputs['whatsapp']['group_participants']['list']['data'][number]['party'];

/** The number, or another id where the network hides the number. */
export const addressOf = ({ phone, username, bsuid, lid }: Party): string =>
  phone ?? (username === null ? (bsuid ?? lid ?? t('addressUnknown')) : `@${username}`);

export const nameOfPerson = (party: Party): string => party.name ?? addressOf(party);

/** What the API takes for the person. */
export const recipientOf = ({ contact_id: id, phone, lid, bsuid }: Party): string => id ?? phone ?? lid ?? bsuid ?? '';

/** One per line or separated by commas; a number may contain spaces. */
export const parseAddresses = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
