import type { Outputs } from '../../trpc';

type Party = Outputs['whatsapp']['group_participants']['list']['data'][number]['party'];

/** How somebody is reached: the number, or what stands for it where the network hides it. */
export const addressOf = ({ phone, username, bsuid, lid }: Party): string =>
  phone ?? (username === null ? (bsuid ?? lid ?? 'Address not known') : `@${username}`);

export const nameOfPerson = (party: Party): string => party.name ?? addressOf(party);

/** What the API takes for the person. */
export const recipientOf = ({ contact_id: id, phone, lid, bsuid }: Party): string => id ?? phone ?? lid ?? bsuid ?? '';

/** One a line, or by comma; a number may have spaces in it. */
export const peopleIn = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
