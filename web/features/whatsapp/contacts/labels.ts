import type { Outputs } from '../../../trpc';

export type Contact = Outputs['whatsapp']['contacts']['get'];

export const OPT_OUTS = {
  none: 'Wants all messages',
  marketing: 'No marketing',
  all: 'No messages at all',
} satisfies Record<Contact['opt_out'], string>;

export const nameOfContact = ({ name, push_name: push, phone, username, bsuid, lid }: Contact): string =>
  name ?? push ?? phone ?? username ?? bsuid ?? lid ?? 'Nobody known';
