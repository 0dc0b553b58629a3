import type { Outputs } from '../../../trpc';
import { textTable } from '../text-table';
import { t } from './texts';

export type Contact = Outputs['whatsapp']['contacts']['get'];

export const OPT_OUTS: Record<Contact['opt_out'], string> = textTable(['none', 'marketing', 'all'], (optOut) =>
  t(`optOut_${optOut}`),
);

export const nameOfContact = ({ name, push_name: push, phone, username, bsuid, lid }: Contact): string =>
  name ?? push ?? phone ?? username ?? bsuid ?? lid ?? t('unknown');
